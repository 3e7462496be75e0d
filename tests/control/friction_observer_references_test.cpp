// SPDX-License-Identifier: BSD-3-Clause
// Theorem 1 of CanudasDeWit1995 with the controller of the library around a plant of the library, against numbers that
// were computed without it.
#include "stiction/control/friction_observer.hpp"
#include "tests/control/observer_errors.hpp"

namespace stiction::testing {
namespace {

using PositionLoop = ClosedLoop<MassOnSurface, FrictionObserver<LuGre>>;

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

// Theorem 1, (12)-(14): position and friction errors, with gains that meet its condition and with gains that do not.
TEST(FrictionObserver, GivesTheErrorsOfTheorem1) {
  compare("lugre1995_thm1_position_observer", measure_position(default_tolerance), default_bound);
  compare("lugre1995_thm1_position_observer", measure_position(tight_tolerance), tight_bound);
}

/// A controller that asks for the friction state beside what is measured.
struct Clairvoyant : FrictionObserver<LuGre> {
  template <class Real>
  static Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u, const Inputs<Real>& du,
                     const Measured<Real>& measured, const StateOf<LuGre, Real>&) {
    return FrictionObserver<LuGre>::output<Real>(p, c, u, du, measured);
  }
};

// A controller is given position and velocity; one that needs the friction state is no controller.
static_assert(ControllerModel<FrictionObserver<LuGre>> && !ControllerModel<Clairvoyant>);

// Two runs that differ in the true bristle state alone: at the first instant the controller answers alike, bit by bit,
// although friction differs; only later, through the motion, does it notice.
TEST(ClosedLoop, ShowsTheControllerNothingOfFriction) {
  Experiment<PositionLoop, LuGre> run;
  run.plant.position_gain = 100, run.plant.velocity_gain = 20;
  run.inputs.reference = Signal::sine(0.01, 2);
  run.initial.position = 1e-3, run.initial.velocity = 0.02;
  run.duration = 0.1;
  const Trajectory first = simulate(run);
  std::get<0>(run.initial_laws).deflection = 8e-6;
  const Trajectory second = simulate(run);
  EXPECT_EQ(first["control"][0], second["control"][0]);
  EXPECT_EQ(first["friction_estimate"][0], second["friction_estimate"][0]);
  EXPECT_GT(std::abs(first["friction_force"][0] - second["friction_force"][0]), 0.1);
  EXPECT_NE(first.final_value("control"), second.final_value("control"));
}

}  // namespace
}  // namespace stiction::testing
