// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: every law with types
#include "stiction/models/all_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/catalogue/both_kernels.hpp"

namespace stiction {
namespace {

// Every law, by name and by type, on a mass that is shaken until it slides both ways: stick, slip, reversals, modes.
TEST(BothKernels, EvaluateEveryLawAlike) {
  AllModels::for_each([]<class Law>() {
    const std::string name(Law::info.name);
    NamedExperiment e;
    e.friction = {{.model = name}};
    const double level = assemble(e).contact_scale(0).force;
    e.inputs.emplace("force", testing::sine(1.6 * level, 2.0));
    e.run.duration = MemoryModel<Law> ? 0.02 : 0.6;
    e.run.solver.tolerance = 1e-5;
    testing::expect_same_equations<KernelOf<true, MassOnSurface, Law>>(e, name);
  });
}

}  // namespace
}  // namespace stiction
