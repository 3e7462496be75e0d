// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/feed_forward.hpp"

#include <gtest/gtest.h>

#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/lugre.hpp"
#include "tests/control/loop_runs.hpp"

namespace stiction::testing::feed_forward_test {
namespace {

using Compensator = FeedForward<GeneralizedKinetic>;
using Controller = WithPid<Compensator>;

double compensation(const Controller::Parameters<double>& p, double reference_velocity, double velocity) {
  return Controller::outputs<double>(p, {}, {}, {reference_velocity}, {0, velocity}).compensation;
}

// (1) by hand: 0.8 (F_C + (F_S - F_C) exp(-(v/v_s)^2) + sigma_2 v) away from zero, either along reference or motion.
TEST(FeedForward, GivesItsShareOfTheStribeckCurve) {
  Controller::Parameters<double> p;
  p.stribeck_velocity = 0.1, p.smoothing_velocity = 1e-4;
  const double expected = 0.8 * (1 + 0.5 * std::exp(-0.25) + 0.4 * 0.05);
  EXPECT_NEAR(compensation(p, 0.05, -3), expected, 1e-14);
  EXPECT_NEAR(compensation(p, -0.05, 3), -expected, 1e-14);
  p.reference_fraction = 0;
  EXPECT_NEAR(compensation(p, -3, 0.05), expected, 1e-14);
}

// Across zero it is odd and smooth: at rest it is zero with the slope 0.8 F_S / v_w + 0.8 sigma_2.
TEST(FeedForward, ChangesItsDirectionSmoothly) {
  const Controller::Parameters<double> p;
  EXPECT_EQ(compensation(p, 0, 0), 0);
  const double small = 1e-9;
  EXPECT_NEAR(compensation(p, small, 0) / small, 0.8 * (1.5 / p.smoothing_velocity + 0.4), 1e-3);
  EXPECT_EQ(compensation(p, small, 0), -compensation(p, -small, 0));
}

/// Largest speed in the last quarter of a run with friction compensated along the motion.
double speed_left(double gain, double smoothing_velocity) {
  using Loop = RoughLoop<Controller, LuGre>;
  ParametersOf<Loop::Loop> p;
  p.velocity_gain = 0.5, p.position_gain = 4, p.integral_gain = 0;
  p.compensation_gain = gain, p.reference_fraction = 0, p.smoothing_velocity = smoothing_velocity;
  StateOf<Loop::Loop> start;
  start.position = 0.5;
  Loop loop(p, {}, {}, start);
  loop.tolerance = 1e-6;
  double largest = 0;
  for (int i = 1; i <= 400; ++i) {
    loop.run_to(0.1 * i);
    if (i > 300) largest = std::max(largest, std::abs(loop.state().velocity));
  }
  return largest;
}

// Compensating more friction than there is feeds energy in: the loop hunts for ever. With less it comes to rest.
TEST(FeedForward, HuntsWhereItCompensatesTooMuch) {
  EXPECT_LT(speed_left(0.8, 0.01), 1e-6);
  EXPECT_GT(speed_left(1.3, 0.01), 0.05);
}

// At rest it is a damping of -gamma F_S / v_w: -1200 N.s/m outweigh the bristles' 316.6 N.s/m and shake the body, -120
// do not.
TEST(FeedForward, ShakesARestingBodyWhereItTurnsTooSharply) {
  EXPECT_GT(speed_left(0.8, 0.001), 1e-4);
  EXPECT_LT(speed_left(0.8, 0.01), 1e-6);
}

}  // namespace
}  // namespace stiction::testing::feed_forward_test
