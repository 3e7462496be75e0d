// SPDX-License-Identifier: BSD-3-Clause
// Theorem 1 of CanudasDeWit1995 with the controller of the library around a plant of the library, against numbers that
// were computed without it.
#include <numbers>

#include "stiction/control/friction_observer.hpp"
#include "tests/control/observer_errors.hpp"

namespace stiction::testing::friction_observer_references_test {
namespace {

using Loop = RoughLoop<FrictionObserver<LuGre>, LuGre>;

/// The loop of theorem 1, 1 mm off and with friction estimated 1 N wrong; x_d = amplitude sin t.
Loop start(double position_gain, double velocity_gain, double amplitude) {
  ParametersOf<Loop::Loop> p;
  p.position_gain = position_gain, p.velocity_gain = velocity_gain, p.observer_gain = 1;
  InputsOf<Loop::Loop, Signal> inputs;
  const double hertz = 0.5 / std::numbers::pi;
  if (amplitude > 0) {
    inputs.reference = Signal::sine(amplitude, hertz);
    inputs.reference_acceleration = Signal::sine(-amplitude, hertz);
  }
  StateOf<Loop::Loop> x;
  x.position = 1e-3;
  x.deflection = -1e-5;  // the estimate's
  return {p, {}, inputs, x};
}

Measurements measure(double tolerance) {
  Measurements m;
  follow(start(4e4, 400, 0.1), "SPR_track", {0.01, 0.05, 0.1}, tolerance, m);
  follow(start(4e4, 400, 0), "SPR_setpoint", {0.01, 0.1, 0.5, 1, 2, 4}, tolerance, m);
  follow(start(100, 20, 0.1), "nonSPR_track", {0.1, 1, 2}, tolerance, m);
  follow(start(100, 20, 0), "nonSPR_setpoint", {0.1, 1, 2}, tolerance, m);
  return m;
}

// Theorem 1, (12)-(14): position and friction errors, with gains that meet its condition and with gains that do not.
TEST(FrictionObserver, GivesTheErrorsOfTheorem1) {
  compare("lugre1995_thm1_position_observer", measure(default_tolerance), default_bound);
  compare("lugre1995_thm1_position_observer", measure(tight_tolerance), tight_bound);
}

/// A controller that asks for the friction state beside what is measured.
struct Clairvoyant : FrictionObserver<LuGre> {
  template <class Real>
  static Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u, const Inputs<Real>& du,
                     const std::array<Real, 2>& measured, const StateOf<LuGre, Real>&) {
    return FrictionObserver<LuGre>::output<Real>(p, c, u, du, measured);
  }
};

// A controller is given position and velocity; one that needs the friction state is no controller.
static_assert(ControllerModel<FrictionObserver<LuGre>> && !ControllerModel<Clairvoyant>);

// Two runs that differ in the true bristle state alone: at the first instant the controller answers alike, bit by bit,
// although friction differs; only later, through the motion, does it notice.
TEST(ClosedLoop, ShowsTheControllerNothingOfFriction) {
  Loop first = start(100, 20, 0.1), second = first;
  second.y[Loop::System::plant_size] = 8e-6;
  first.y[1] = second.y[1] = 0.02;
  EXPECT_EQ(first.outputs().control, second.outputs().control);
  EXPECT_EQ(first.outputs().friction_estimate, second.outputs().friction_estimate);
  EXPECT_GT(std::abs(first.friction() - second.friction()), 0.1);
  for (Loop* loop : {&first, &second}) loop->run_to(0.1);
  EXPECT_NE(first.outputs().control, second.outputs().control);
}

}  // namespace
}  // namespace stiction::testing::friction_observer_references_test
