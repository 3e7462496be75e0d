// SPDX-License-Identifier: BSD-3-Clause
// True rest over fixed steps: stops are exact, loads below break-away move nothing, jumps of the command do not
// chatter.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/coulomb.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction::coupled_step_rest_test {
namespace {

constexpr double h = 1e-3;
using Sliding = CoupledStep<MassOnSurface, StictionCoulombViscous>;

// Break-away is 1.5 N: after its stop a mass holds 1.49 N of any sign, changing at every sample, for a million samples.
TEST(CoupledStepRest, HoldsForEver) {
  Sliding step({}, {}, h, {.velocity = 0.2});
  for (int k = 0; k < 1000; ++k) step.step({});
  ASSERT_EQ(step.plant().velocity, 0.0);
  const double x = step.plant().position;
  EXPECT_GT(x, 0.0);
  for (int k = 0; k < 1'000'000; ++k) {
    const double force = k % 3 == 0 ? 1.49 : k % 3 == 1 ? -1.49 : 0.4;
    ASSERT_EQ(step.step({force}), UpdateStatus::ok);
    ASSERT_EQ(step.plant().velocity, 0.0) << k;
    ASSERT_EQ(step.plant().position, x) << k;
    ASSERT_EQ(step.friction_force({force}), force);
  }
  step.step({1.51});
  EXPECT_GT(step.plant().velocity, 0.0);
}

// A command that jumps against the motion slows the mass down to rest, and there it stays: its velocity never changes
// sign, since -1.2 N is less than break-away. A stronger one turns it once.
TEST(CoupledStepRest, DoesNotChatterWhenTheCommandJumps) {
  for (const double jump : {-1.2, -2.5}) {
    Sliding step({}, {}, h);
    for (int k = 0; k < 500; ++k) step.step({3.0});
    double before = step.plant().velocity;
    EXPECT_GT(before, 0.5);
    int turns = 0, stops = 0;
    for (int k = 0; k < 3000; ++k) {
      step.step({jump});
      const double v = step.plant().velocity;
      ASSERT_LE(v, before) << k;
      turns += v < 0 && before >= 0;
      stops += v == 0 && before > 0;
      before = v;
    }
    EXPECT_EQ(turns, jump < -1.5 ? 1 : 0);
    if (jump > -1.5) {
      EXPECT_EQ(stops, 1);
      EXPECT_EQ(before, 0.0);
    }
  }
}

// A sine of 2 N, break-away at 1.5 N: per period the mass slides and rests once to either side, no more.
TEST(CoupledStepRest, SlidesAndRestsOnceEachWayPerPeriod) {
  Sliding step({}, {}, h);
  int starts = 0;
  double before = 0;
  for (int k = 0; k < 10'000; ++k) {
    step.step({2 * std::sin(2 * std::numbers::pi * k * h)});
    starts += step.plant().velocity != 0 && before == 0;
    before = step.plant().velocity;
  }
  EXPECT_EQ(starts, 20);
}

}  // namespace
}  // namespace stiction::coupled_step_rest_test
