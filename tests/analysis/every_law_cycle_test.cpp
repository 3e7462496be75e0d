// SPDX-License-Identifier: BSD-3-Clause
// Whatever the law, a cycle that is reported is a motion that can be seen, and the verdict says what was found.
#include <gtest/gtest.h>

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction::every_law_cycle_test {
namespace {

// Pulled slowly through a spring: stick-slip, steady sliding or a neutral orbit, never a cycle of rounding errors.
TEST(EveryLaw, HasNoCyclesOfRoundingErrors) {
  for (const ModelEntry& law : model_catalogue()) {
    if (law.kind == "memory") continue;  // their motion is followed, which takes longer
    NamedExperiment e;
    e.plant.model = "pulled_mass";
    e.friction = {NamedPart{.model = std::string(law.info.name)}};
    const LoopRun run = assemble(e);
    CycleOptions options;
    options.multipliers = false, options.lap_limit = 20, options.time_limit = 40;
    options.solver.tolerance = 1e-7, options.closure = 1e-5;
    const LimitCycle cycle = find_limit_cycle(run, options);
    EXPECT_GT(cycle.sentence.size(), 10U) << law.info.name;
    if (!cycle.found()) continue;
    const double stretch = run.contact_scale(0).force / value_at(e, "plant.spring_stiffness");  // by all of friction
    EXPECT_GT(cycle["elongation"].amplitude(), 1e-6 * stretch) << law.info.name << ": " << cycle.sentence;
    EXPECT_GT(cycle.period, 1e-3) << law.info.name << ": " << cycle.sentence;
  }
}

}  // namespace
}  // namespace stiction::every_law_cycle_test
