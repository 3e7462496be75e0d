// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_study.hpp"

#include "tests/analysis/limit_cycle_experiments.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing {
namespace {

// Steady sliding and its eigenvalues, found from rest: \cite Astrom2008 (20)-(24) as the reference has them.
TEST(EquilibriumStudy, SteadySlidingMeetsTheReference) {
  const ReferenceTable::Values& known = ReferenceTable::of("astrom2008_linearisation");
  for (const auto& [name, drag, speed, stable] :
       {std::tuple{"fig6b_sigma2=0.2", 0.2, 2.0, true}, {"fig7a_vp=0.2", 0.0, 0.2, false}}) {
    const LoopRun a = assemble(stick_slip_2008(drag, speed));
    const EquilibriumStudy e = study_equilibrium(a, a.initial_state());
    ASSERT_TRUE(e.found) << e.sentence;
    EXPECT_NEAR(e.state[0], known.at(std::string(name) + "/l_e").value, 1e-9);
    EXPECT_NEAR(e.state[1], speed, 1e-9);
    EXPECT_EQ(e.stability.stable, stable);
    ASSERT_EQ(e.stability.eigenvalues.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(e.stability.eigenvalues[i].real(),
                  known.at(std::string(name) + "/lambda" + std::to_string(i + 1) + "_re").value, 1e-6);
  }
}

// A mass at its reference rests; its integral state could be any that stiction holds. What stiction holds is told.
TEST(EquilibriumStudy, RestIsToldFromSliding) {
  NamedExperiment e = hunting();
  e.friction = {stiction_law(1.5, 1, 0.4)};
  e.plant.initial = {{"position", 1.0}};
  const LoopRun a = assemble(e);
  const EquilibriumStudy rest = study_equilibrium(a, a.initial_state());
  EXPECT_TRUE(rest.found && rest.resting) << rest.sentence;
  const LoopRun bristles = assemble(hunting());
  const EquilibriumStudy held = study_equilibrium(bristles, bristles.initial_state());
  ASSERT_TRUE(held.found) << held.sentence;
  EXPECT_NEAR(held.state[0], 1, 1e-6);  // no integral rests but on the reference
  EXPECT_NEAR(held.state[1], 0, 1e-9);
  EXPECT_TRUE(held.marginal);  // bristles hold any force
}

// The position of a free mass and the work done on it are carried along; its velocity is not.
TEST(EquilibriumStudy, StatesThatNothingDependsOnAreLeftOut) {
  NamedExperiment e;
  e.friction = {stiction_law(1.5, 1, 0.4)};
  e.plant.initial = {{"velocity", 0.5}};
  const LoopRun prototype(assemble(e, true));
  LoopRun core = prototype;
  const std::vector<double> y = core.initial_state();
  core.start(0, y.data());
  const std::vector<bool> matters = states_that_matter(core, 0, y.data());
  EXPECT_EQ(matters, (std::vector<bool>{false, true, false, false}));
}

}  // namespace
}  // namespace stiction::testing
