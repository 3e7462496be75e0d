// SPDX-License-Identifier: BSD-3-Clause
// Elements that stick remember how they share a force, and no motion depends on it: that is no family of orbits.
#include "stiction/analysis/hidden_directions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/run_loop.hpp"

namespace stiction::hidden_directions_test {
namespace {

// Two elements of stiffness 1 and 2 that bend with v: F1' = v, F2' = 2 v, v' = -F1 - F2. Only (0, 1, -1) is hidden, as
// the kernel of A without velocity.
TEST(HiddenDirections, AreThoseInWhichElementsOnlyExchangeForce) {
  const DenseMatrix a(3, 3, {0, 1, 2, -1, 0, 0, -1, 0, 0});  // columns v, F1, F2
  const detail::HiddenDirections hidden = detail::hidden_directions(a, {true, false, false});
  ASSERT_EQ(hidden.count, 1U);
  EXPECT_NEAR(hidden.projection(1, 1), 0.5, 1e-12);
  EXPECT_NEAR(hidden.projection(2, 1), -0.5, 1e-12);
  EXPECT_NEAR(hidden.projection(0, 1), 0, 1e-12);
}

// A position that nothing depends on belongs to the motion: it is neutral and seen.
TEST(HiddenDirections, DoNotHoldPositions) {
  const DenseMatrix a(2, 2, {0, 0, 1, -1});  // x' = v, v' = -v
  EXPECT_EQ(detail::hidden_directions(a, {true, true}).count, 0U);
}

NamedExperiment belt(double velocity) {
  NamedExperiment e;
  e.plant = NamedPart{.model = "block_on_belt", .values = {}, .initial = {{"velocity", velocity}}};
  e.friction = {NamedPart{.model = "leuven"}};
  return e;
}

/// Highest position over the last stick-slip periods of a long run: in every slip the elements slip less than in the
/// one before, until after some hundred of them none slips any more.
double highest_position(double velocity) {
  NamedExperiment e = belt(velocity);
  e.run.duration = 800, e.run.record.interval = 0.002;
  const Trajectory run = run_loop(assemble(e), e.run);
  double highest = -1;
  for (std::size_t k = 0; k < run.time.size(); ++k)
    if (run.time[k] > 750) highest = std::max(highest, run["position"][k]);
  return highest;
}

// Plain runs from different starts end in the same stick-slip, so it is a limit cycle and no family of neutral orbits.
TEST(HiddenDirections, LeuvenOnABeltHasAStableCycleThatDifferentStartsReach) {
  const LimitCycle cycle = find_limit_cycle(assemble(belt(0)));
  ASSERT_EQ(cycle.verdict, CycleVerdict::stable_cycle) << cycle.sentence;
  EXPECT_EQ(cycle.hidden_multipliers, 3U);  // of four elements
  for (const auto& z : cycle.multipliers) EXPECT_LT(std::abs(z), 0.5);
  for (const double velocity : {0.0, -0.2}) EXPECT_NEAR(highest_position(velocity), cycle["position"].highest, 1e-6);
}

// Steady sliding of the same block: x'' + 0.4 x' + 2 x = const once the bristles slide, so -0.2 +- 1.4 j, and stable.
TEST(HiddenDirections, LeuvenSlidesSteadilyAndStably) {
  const EquilibriumStudy e = study_equilibrium(assemble(belt(0)), {0.52, 0, -0.1, -0.2, -0.3, -0.4});
  ASSERT_TRUE(e.found) << e.sentence;
  EXPECT_TRUE(e.stability.stable) << e.sentence;
  EXPECT_EQ(e.hidden, 3U);
  ASSERT_EQ(e.stability.eigenvalues.size(), 3U);
  EXPECT_NEAR(e.stability.growth_rate, -0.2, 1e-4);
  EXPECT_NEAR(e.stability.frequency, 1.4, 1e-4);
}

}  // namespace
}  // namespace stiction::hidden_directions_test
