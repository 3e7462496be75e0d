// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/adaptive_lugre.hpp"

#include <gtest/gtest.h>

#include "tests/control/loop_runs.hpp"

namespace stiction::testing {
namespace {

using Loop = RoughLoop<AdaptiveLuGre, LuGre>;

/// A sine to be followed by a mass whose friction is `scale` times what the controller assumes.
Loop tracking(double scale, double adaptation_gain) {
  ParametersOf<Loop::Loop> p;
  p.adaptation_gain = adaptation_gain;
  ParametersOf<LuGre> law;
  law.bristle_stiffness *= scale, law.bristle_damping *= scale, law.viscous_damping *= scale;
  law.coulomb_force *= scale, law.static_force *= scale;
  InputsOf<Loop::Loop, Signal> inputs;
  const double hertz = 0.5, omega = 3.141592653589793;
  inputs.reference = Signal::sine(0.2, hertz);
  inputs.reference_acceleration = Signal::sine(-0.2 * omega * omega, hertz);
  StateOf<Loop::Loop> start;
  start.velocity = 0.2 * omega;
  Loop loop(p, law, inputs, start);
  loop.tolerance = 1e-7;
  return loop;
}

// Friction 30 % larger or smaller than believed: the scale finds it and the error vanishes.
TEST(AdaptiveLuGre, FindsTheScaleOfFriction) {
  for (const double scale : {1.3, 0.7}) {
    Loop loop = tracking(scale, 100);
    loop.run_to(8.3);
    EXPECT_NEAR(loop.state().friction_scale, scale, 2e-3);
    EXPECT_NEAR(loop.outputs().friction_estimate, loop.friction(), 0.02);
  }
}

// Its Lyapunov function falls whatever the true scale is, once the bristles have settled: sampled once a period.
TEST(AdaptiveLuGre, BringsItsErrorsDownFromPeriodToPeriod) {
  Loop loop = tracking(1.5, 20);
  double before = 1e9;
  for (int period = 1; period <= 6; ++period) {
    loop.run_to(2.0 * period + 0.2);
    const double error = std::abs(loop.state().friction_scale - 1.5);
    EXPECT_LT(error, before);
    before = error;
  }
}

// Without adaptation the scale stays what it was, and the error of friction stays too.
TEST(AdaptiveLuGre, KeepsItsScaleWithoutAdaptation) {
  Loop loop = tracking(1.3, 0);
  loop.run_to(4.3);
  EXPECT_EQ(loop.state().friction_scale, 1);
  EXPECT_GT(std::abs(loop.outputs().friction_estimate - loop.friction()), 0.2);
}

// The projection: at a bound the scale does not move outwards, and inwards as freely as anywhere.
TEST(AdaptiveLuGre, StopsAtItsBounds) {
  const AdaptiveLuGre::Parameters<double> p;
  AdaptiveLuGre::State<double> c;
  c.deflection = 1e-5;  // F_0 = 1 N
  const auto rate = [&](double scale, double error) {
    c.friction_scale = scale;
    return AdaptiveLuGre::rate<double>(p, c, {}, {}, {error, 0}).friction_scale;
  };
  EXPECT_EQ(rate(p.highest_scale, -1e-3), 0);
  EXPECT_EQ(rate(p.lowest_scale, 1e-3), 0);
  EXPECT_LT(rate(p.highest_scale, 1e-3), 0);
  EXPECT_EQ(rate(p.highest_scale, 1e-3), rate(1, 1e-3));
}

}  // namespace
}  // namespace stiction::testing
