// SPDX-License-Identifier: BSD-3-Clause
// The loops of theorems 1 and 2 of CanudasDeWit1995 as a user would write them: a mass under friction, a controller,
// and an observer that runs the same law beside it.
#include "stiction/models/lugre.hpp"
#include "tests/reference/observer_gains.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre1995_observer_loop_test {
namespace {

struct ObservedMass {
  static constexpr PlantInfo info{"observedmass", "ObservedMass", "For this test."};
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  using Parameters = ObserverGains<Real>;
  template <class Real>
  struct State {
    Real position{0};
    Real velocity{0};
    Real estimate{0};
    Real filtered{0};
    Real filtered_rate{0};
    static constexpr auto fields() {
      return Table{Field{&State::position, "position", "x", "m", any_finite, "Position of the mass."},
                   Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity of the mass.", Role::velocity},
                   Field{&State::estimate, "estimate", "z^", "m", any_finite, "Estimated bend of the bristles."},
                   Field{&State::filtered, "filtered", "w", "N", any_finite, "Force of the filter."},
                   Field{&State::filtered_rate, "filtered_rate", "w'", "N/s", any_finite, "Its rate."}};
    }
  };
  template <class Real>
  struct Inputs {
    Real position{0};
    Real velocity{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::position, "reference", "x_d", "m", any_finite, "Position asked for."},
                   Field{&Inputs::velocity, "reference_velocity", "v_d", "m/s", any_finite, "Its rate."}};
    }
  };

  template <class Real>
  static constexpr Real estimate_rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return LuGre::rate(ParametersOf<LuGre, Real>{}, {x.estimate}, contact(x.velocity)).deflection -
           p.position_correction * (x.position - u.position) - p.velocity_correction * (x.velocity - u.velocity);
  }
  template <class Real>
  static constexpr Real estimated_friction(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return LuGre::force(ParametersOf<LuGre, Real>{}, {x.estimate}, {estimate_rate(p, x, u)}, contact(x.velocity));
  }
  template <class Real>
  static constexpr Real control(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                const Inputs<Real>& du) {
    return -p.velocity_gain * (x.velocity - u.velocity) - p.position_gain * (x.position - u.position) - x.filtered +
           estimated_friction(p, x, u) + du.velocity;
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>& du) {
    return {Contact<Real>{.velocity = x.velocity, .applied_force = control(p, x, u, du)}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, 1>& forces) {
    const Real filter_input = p.filtered_gain * (x.velocity - u.velocity);
    return {x.velocity, control(p, x, u, du) - forces[0], estimate_rate(p, x, u), x.filtered_rate,
            Real(400) * (filter_input - x.filtered) - Real(28) * x.filtered_rate};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             const Real& v) {
    x.velocity = v;
  }
  static State<double> scale(const Parameters<double>&, const std::array<ContactScale, 1>& contact) {
    const auto& [force, deflection, speed] = contact[0];
    return {deflection, speed, deflection, force, 20 * force};
  }
};

using Run = Experiment<ObservedMass, LuGre>;

/// Errors at given times. They are differences of numbers of the size of the first error and of F_C, and judged by
/// that.
template <std::size_t Error>
void follow(Run run, const std::string& name, const char* symbol, const std::vector<double>& times, double tolerance,
            Measurements& m) {
  run.duration = times.back();
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at(times);
  CoupledSystem<ObservedMass, LuGre> system(run.plant, run.laws, run.inputs);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  for (const auto& now : at) {
    const auto x = unpacked<StateOf<ObservedMass>, 0>(now.state);
    const auto u = system.inputs_at(now.time);
    const std::string time = "(" + number_text(now.time) + ")";
    m[name + symbol + time] = {Error == 0 ? x.position - u.position : x.velocity - u.velocity, 1e-3};
    m[name + "Ftilde" + time] = {now.friction - ObservedMass::estimated_friction(run.plant, x, u), 1};
  }
}

Measurements measure_position(double tolerance) {
  const double hertz = 0.5 / std::numbers::pi;
  Run tracking;
  tracking.plant = {.position_gain = 4e4, .velocity_gain = 400, .position_correction = 1};
  tracking.inputs = {Signal::sine(0.1, hertz), Signal::sine(0.1, hertz, 0.5 * std::numbers::pi)};
  tracking.initial = {.position = 1e-3, .estimate = -1e-5};
  Run resting = tracking;
  resting.inputs = {0, 0};
  Measurements m;
  follow<0>(tracking, "SPR_track/", "e", {0.01, 0.05, 0.1}, tolerance, m);
  follow<0>(resting, "SPR_setpoint/", "e", {0.01, 0.1, 0.5, 1, 2, 4}, tolerance, m);
  for (Run* run : {&tracking, &resting}) run->plant.position_gain = 100, run->plant.velocity_gain = 20;
  follow<0>(tracking, "nonSPR_track/", "e", {0.1, 1, 2}, tolerance, m);
  follow<0>(resting, "nonSPR_setpoint/", "e", {0.1, 1, 2}, tolerance, m);
  return m;
}

Measurements measure_velocity(double tolerance) {
  Run tracking;
  tracking.plant = {.velocity_gain = 20, .velocity_correction = 0.01};
  tracking.inputs.velocity = Signal::sine(0.1, 0.5 / std::numbers::pi);
  tracking.initial = {.velocity = 0.05, .estimate = -1e-5};
  Measurements m;
  follow<1>(tracking, "SPR_track/", "ev", {0.05, 0.1, 0.2, 0.5, 1}, tolerance, m);
  tracking.plant.velocity_gain = 0, tracking.plant.filtered_gain = 20;
  follow<1>(tracking, "nonSPR_track/", "ev", {0.1, 0.5, 1, 2, 4}, tolerance, m);
  tracking.inputs.velocity = 0;
  follow<1>(tracking, "nonSPR_stop/", "ev", {0.1, 0.5, 1, 2}, tolerance, m);
  return m;
}

// Theorem 1 in the motion itself; lugre1995_observer_errors_test.cpp has all of its values.
TEST(LuGre1995Thm1PositionObserver, IsMetInTheMotion) {
  compare("lugre1995_thm1_position_observer", measure_position(default_tolerance), default_bound);
  compare("lugre1995_thm1_position_observer", measure_position(tight_tolerance), tight_bound);
}

// Theorem 2 in the motion itself.
TEST(LuGre1995Thm2VelocityObserver, IsMetInTheMotion) {
  compare("lugre1995_thm2_velocity_observer", measure_velocity(default_tolerance), default_bound);
  compare("lugre1995_thm2_velocity_observer", measure_velocity(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre1995_observer_loop_test
