// SPDX-License-Identifier: BSD-3-Clause
// Theorems 1 and 2 of CanudasDeWit1995 with the controllers of the library around a plant of the library, against
// numbers that were computed without it.
#include "stiction/control/friction_observer.hpp"
#include "stiction/control/velocity_observer.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing {
namespace {

using PositionLoop = ClosedLoop<MassOnSurface, FrictionObserver<LuGre>>;
using VelocityLoop = ClosedLoop<MassOnSurface, VelocityObserver<LuGre>>;

/// Errors of motion and of estimated friction at given times; judged by the first error and by F_C.
template <class Loop>
void follow(Experiment<Loop, LuGre> run, const std::string& name, const std::vector<double>& times, double tolerance,
            Measurements& m) {
  constexpr bool of_position = std::is_same_v<Loop, PositionLoop>;
  run.duration = times.back();
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at(times);
  CoupledSystem<Loop, LuGre> system(run.plant, run.laws, run.inputs);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  for (const auto& now : at) {
    const auto x = unpacked<StateOf<Loop>, 0>(now.state);
    const auto u = system.inputs().values(now.time), du = system.inputs().rates(now.time);
    const std::string time = "(" + number_text(now.time) + ")";
    if constexpr (of_position)
      m[name + "/e" + time] = {x.position - u.reference, 1e-3};
    else
      m[name + "/ev" + time] = {x.velocity - u.reference_velocity, 1e-3};
    const double estimate = Loop::template outputs<double>(run.plant, x, u, du, {now.friction}).friction_estimate;
    m[name + "/Ftilde" + time] = {now.friction - estimate, 1};
  }
}

Measurements measure_position(double tolerance) {
  const double hertz = 0.5 / std::numbers::pi;
  Experiment<PositionLoop, LuGre> tracking;
  tracking.plant.position_gain = 4e4, tracking.plant.velocity_gain = 400, tracking.plant.observer_gain = 1;
  tracking.inputs.reference = Signal::sine(0.1, hertz);
  tracking.inputs.reference_acceleration = Signal::sine(-0.1, hertz);
  tracking.initial.position = 1e-3;
  tracking.initial.deflection = -1e-5;  // the estimate's
  auto resting = tracking;
  resting.inputs = {};
  Measurements m;
  follow(tracking, "SPR_track", {0.01, 0.05, 0.1}, tolerance, m);
  follow(resting, "SPR_setpoint", {0.01, 0.1, 0.5, 1, 2, 4}, tolerance, m);
  for (auto* run : {&tracking, &resting}) run->plant.position_gain = 100, run->plant.velocity_gain = 20;
  follow(tracking, "nonSPR_track", {0.1, 1, 2}, tolerance, m);
  follow(resting, "nonSPR_setpoint", {0.1, 1, 2}, tolerance, m);
  return m;
}

Measurements measure_velocity(double tolerance) {
  Experiment<VelocityLoop, LuGre> run;
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

// Theorem 1, (12)-(14): position and friction errors, with gains that meet its condition and with gains that do not.
TEST(FrictionObserver, GivesTheErrorsOfTheorem1) {
  compare("lugre1995_thm1_position_observer", measure_position(default_tolerance), default_bound);
  compare("lugre1995_thm1_position_observer", measure_position(tight_tolerance), tight_bound);
}

// Theorem 2, (15), also with a gain of second order that breaks its condition.
TEST(VelocityObserver, GivesTheErrorsOfTheorem2) {
  compare("lugre1995_thm2_velocity_observer", measure_velocity(default_tolerance), default_bound);
  compare("lugre1995_thm2_velocity_observer", measure_velocity(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing
