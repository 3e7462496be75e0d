// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/half_cycle_map.hpp"
#include "stiction/analysis/limit_cycle.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

void expect_hunting(const LimitCycle& c) {
  ASSERT_EQ(c.verdict, CycleVerdict::stable_cycle) << c.sentence;
  compare("lugre1995_fig8_pid",
          {{"limit/period", c.period},
           {"limit/x_max", c["position"].highest},
           {"limit/x_amplitude", c["position"].amplitude()},
           {"limit/v_max", c["velocity"].highest},
           {"limit/F_amplitude", c["friction_force"].amplitude()},
           {"limit/u_max", c["control"].highest}},
          1e-6);
  EXPECT_NEAR(c["position"].mean, 1, 1e-6);  // symmetric about the reference
}

// The cycle of Fig. 8 from rest, where the transient takes 155 s to show ten digits, and from a state far away.
TEST(LimitCycle, HuntsAsTheReference) {
  const LimitCycle from_rest = find_limit_cycle(assemble(hunting()));
  expect_hunting(from_rest);
  EXPECT_LT(from_rest.searched, 100);
  RandomCases random(3);
  NamedExperiment e = hunting();
  e.plant.initial = {{"position", random.uniform(-1, 3)}, {"velocity", random.uniform(-1, 1)}};
  expect_hunting(find_limit_cycle(assemble(e)));
  // Following the flow alone leads to the same cycle.
  expect_hunting(find_limit_cycle(assemble(hunting()), {.shooting = false}));
}

// With stiction the half cycle is one exact map of the error at rest: its period, its amplitude, and the multiplier of
// a whole cycle, which is the square of the map's slope.
TEST(LimitCycle, HuntingWithStictionIsTheExactHalfCycleMap) {
  const HuntingReport exact = find_hunting({}, {.static_force = 1.5, .coulomb_force = 1, .viscous_damping = 0.4});
  ASSERT_EQ(exact.cycles.size(), 1U);
  NamedExperiment e = hunting();
  e.friction = {stiction_law(1.5, 1, 0.4)};
  const LimitCycle c = find_limit_cycle(assemble(e));
  ASSERT_EQ(c.verdict, CycleVerdict::stable_cycle) << c.sentence;
  const HuntingCycle& known = exact.cycles[0];
  EXPECT_NEAR(c.period, known.period, 1e-6 * known.period);
  EXPECT_NEAR(c["position"].amplitude(), known.amplitude, 1e-6 * known.amplitude);
  EXPECT_NEAR(c["velocity"].highest, known.half.largest_speed, 1e-6 * known.half.largest_speed);
  EXPECT_NEAR(c.rest_fraction, 2 * known.half.stick_time / known.period, 1e-6);
  ASSERT_FALSE(c.multipliers.empty());
  EXPECT_NEAR(c.multipliers[0].real(), known.multiplier * known.multiplier, 1e-4);
  for (std::size_t i = 1; i < c.multipliers.size(); ++i) EXPECT_LT(std::abs(c.multipliers[i]), 1e-4);
}

}  // namespace
}  // namespace stiction::testing
