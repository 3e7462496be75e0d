// SPDX-License-Identifier: BSD-3-Clause
// Theorem 2 of CanudasDeWit1995, as friction_observer_references_test.cpp has theorem 1.
#include "stiction/control/velocity_observer.hpp"
#include "tests/control/observer_errors.hpp"

namespace stiction::testing {
namespace {

Measurements measure_velocity(double tolerance) {
  Experiment<ClosedLoop<MassOnSurface, VelocityObserver<LuGre>>, LuGre> run;
  run.plant.velocity_gain = 20, run.plant.observer_gain = 0.01;
  run.inputs.reference_velocity = Signal::sine(0.1, 0.5 / std::numbers::pi);
  run.initial.velocity = 0.05;
  run.initial.deflection = -1e-5;
  Measurements m;
  follow(run, "SPR_track", {0.05, 0.1, 0.2, 0.5, 1}, tolerance, m);
  run.plant.velocity_gain = 0;
  run.plant.gain_numerator = {0, 0, 8000, 0, 0}, run.plant.gain_denominator = {28, 400, 0, 0};
  follow(run, "nonSPR_track", {0.1, 0.5, 1, 2, 4}, tolerance, m);
  run.inputs.reference_velocity = 0;
  follow(run, "nonSPR_stop", {0.1, 0.5, 1, 2}, tolerance, m);
  return m;
}

// Theorem 2, (15), also with a gain of second order that breaks its condition.
TEST(VelocityObserver, GivesTheErrorsOfTheorem2) {
  compare("lugre1995_thm2_velocity_observer", measure_velocity(default_tolerance), default_bound);
  compare("lugre1995_thm2_velocity_observer", measure_velocity(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing
