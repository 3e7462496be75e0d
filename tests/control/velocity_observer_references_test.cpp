// SPDX-License-Identifier: BSD-3-Clause
// Theorem 2 of CanudasDeWit1995, as friction_observer_references_test.cpp has theorem 1.
#include <numbers>

#include "stiction/control/velocity_observer.hpp"
#include "tests/control/observer_errors.hpp"

namespace stiction::testing::velocity_observer_references_test {
namespace {

using Loop = RoughLoop<VelocityObserver<LuGre>, LuGre>;

/// The loop of theorem 2, 0.05 m/s off and with friction estimated 1 N wrong; v_d = amplitude sin t. The gain is
/// constant, or of second order with the same value at low frequency.
Loop start(bool constant_gain, double amplitude) {
  ParametersOf<Loop::Loop> p;
  p.velocity_gain = constant_gain ? 20 : 0, p.observer_gain = 0.01;
  if (!constant_gain) p.gain_numerator = {0, 0, 8000, 0, 0}, p.gain_denominator = {28, 400, 0, 0};
  InputsOf<Loop::Loop, Signal> inputs;
  if (amplitude > 0) inputs.reference_velocity = Signal::sine(amplitude, 0.5 / std::numbers::pi);
  StateOf<Loop::Loop> x;
  x.velocity = 0.05;
  x.deflection = -1e-5;  // the estimate's
  return {p, {}, inputs, x};
}

Measurements measure(double tolerance) {
  Measurements m;
  follow(start(true, 0.1), "SPR_track", {0.05, 0.1, 0.2, 0.5, 1}, tolerance, m);
  follow(start(false, 0.1), "nonSPR_track", {0.1, 0.5, 1, 2, 4}, tolerance, m);
  follow(start(false, 0), "nonSPR_stop", {0.1, 0.5, 1, 2}, tolerance, m);
  return m;
}

// Theorem 2, (15), also with a gain of second order that breaks its condition.
TEST(VelocityObserver, GivesTheErrorsOfTheorem2) {
  compare("lugre1995_thm2_velocity_observer", measure(default_tolerance), default_bound);
  compare("lugre1995_thm2_velocity_observer", measure(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::velocity_observer_references_test
