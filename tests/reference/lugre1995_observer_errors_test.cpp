// SPDX-License-Identifier: BSD-3-Clause
// Friction observers in control loops, theorems 1 and 2 of CanudasDeWit1995, written in errors, so that their decay can
// be followed over eight decades.
#include "stiction/models/lugre.hpp"
#include "tests/reference/observer_gains.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre1995_observer_errors_test {
namespace {

/// A mass of 1 kg that follows a reference, with e = x - x_d and the bend that the observer has not found, b = z - z^:
///
///   e'' = -K_v e' - K_p e - w - F~,   F~ = sigma_0 b + sigma_1 b',   b' = -h(v) b + k e + k_v e'
///   w'' + 28 w' + 400 w = 400 K_w e'
///
/// Friction and its estimate have been subtracted from each other before they are numbers.
struct ErrorLoop {
  static constexpr PlantInfo info{"errorloop", "ErrorLoop", "For this test."};
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  using Parameters = ObserverGains<Real>;
  template <class Real>
  struct State {
    Real error{0};
    Real error_rate{0};
    Real bend_error{0};
    Real filtered{0};
    Real filtered_rate{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::error, "error", "e", "m", any_finite, "Error of position."},
          Field{&State::error_rate, "error_rate", "e'", "m/s", any_finite, "Error of velocity.", Role::velocity},
          Field{&State::bend_error, "bend_error", "b", "m", any_finite, "Bend the observer has not found."},
          Field{&State::filtered, "filtered", "w", "N", any_finite, "Force of the filter."},
          Field{&State::filtered_rate, "filtered_rate", "w'", "N/s", any_finite, "Its rate."}};
    }
  };
  template <class Real>
  struct Inputs {
    Real reference_velocity{0};
    static constexpr auto fields() {
      return Table{
          Field{&Inputs::reference_velocity, "reference_velocity", "v_d", "m/s", any_finite, "Velocity asked for."}};
    }
  };

  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {
        Contact<Real>{.velocity = x.error_rate + u.reference_velocity, .applied_force = -p.position_gain * x.error}};
  }
  template <class Real>
  static constexpr Real bend_error_rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    const Real forgotten = LuGre::decay_rate(ParametersOf<LuGre, Real>{}, contact(x.error_rate + u.reference_velocity));
    return -forgotten * x.bend_error + p.position_correction * x.error + p.velocity_correction * x.error_rate;
  }
  /// F - F^, what the observer is wrong by; drag cancels.
  template <class Real>
  static constexpr Real force_error(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return LuGre::force(ParametersOf<LuGre, Real>{}, {x.bend_error}, {bend_error_rate(p, x, u)}, Contact<Real>{});
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>&) {
    const Real control = -p.velocity_gain * x.error_rate - p.position_gain * x.error - x.filtered;
    return {x.error_rate, control - force_error(p, x, u), bend_error_rate(p, x, u), x.filtered_rate,
            Real(400) * (p.filtered_gain * x.error_rate - x.filtered) - Real(28) * x.filtered_rate};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>& u,
                                             std::size_t, const Real& v) {
    x.error_rate = v - u.reference_velocity;
  }
  /// Small, so that errors that die away are still known to many digits.
  static State<double> scale(const Parameters<double>&, const std::array<ContactScale, 1>&) {
    return {1e-12, 1e-8, 1e-15, 1e-7, 1e-6};
  }
};

using Run = Experiment<ErrorLoop, LuGre>;

constexpr auto force_error = [](const auto& system, double t, const auto& y) {
  return ErrorLoop::force_error(system.plant(), unpacked<StateOf<ErrorLoop>, 0>(y), system.inputs_at(t));
};

/// Errors at given times, `e` and `Ftilde`; the largest error; and, if there is a limit cycle, its size and period.
template <std::size_t Error>
void follow(Run run, const std::string& name, const char* symbol, const std::vector<double>& times, double limit_from,
            double tolerance, Measurements& m) {
  run.duration = limit_from > 0 ? limit_from + 1 : times.back();
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at(times);
  const auto& e = watch.turns(state<Error>);
  CoupledSystem<ErrorLoop, LuGre> system(run.plant, run.laws, run.inputs);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  for (const auto& now : at) {
    m[name + symbol + "(" + number_text(now.time) + ")"] = now.state[Error];
    m[name + "Ftilde(" + number_text(now.time) + ")"] = force_error(system, now.time, now.state);
  }
  if (Error == 0) m[name + "max_abs_e"] = std::max(e.highest, -e.lowest);
  if (limit_from <= 0) return;
  const auto last = e.maxima.rbegin();
  m[name + "limit_e_max"] = last->state[Error];
  m[name + "limit_period"] = last->time - (last + 1)->time;
  m[name + "limit_e_max_change"] = {last->state[Error] - (last + 1)->state[Error], last->state[Error]};
}

Measurements measure_position(double tolerance) {
  Run tracking;
  tracking.plant = {.position_gain = 4e4, .velocity_gain = 400, .position_correction = 1};
  tracking.inputs.reference_velocity = Signal::sine(0.1, 0.5 / std::numbers::pi, 0.5 * std::numbers::pi);
  tracking.initial = {.error = 1e-3, .error_rate = -0.1, .bend_error = 1e-5};
  Run resting = tracking;
  resting.inputs.reference_velocity = 0;
  resting.initial.error_rate = 0;
  Measurements m;
  follow<0>(tracking, "SPR_track/", "e", {0.01, 0.05, 0.1}, 0, tolerance, m);
  follow<0>(resting, "SPR_setpoint/", "e", {0.01, 0.1, 0.5, 1, 2, 4}, 0, tolerance, m);
  for (Run* run : {&tracking, &resting}) run->plant.position_gain = 100, run->plant.velocity_gain = 20;
  follow<0>(tracking, "nonSPR_track/", "e", {0.1, 1, 2}, 0, tolerance, m);
  follow<0>(resting, "nonSPR_setpoint/", "e", {0.1, 1, 2}, 20, tolerance, m);
  return m;
}

Measurements measure_velocity(double tolerance) {
  Run tracking;
  tracking.plant = {.velocity_gain = 20, .velocity_correction = 0.01};
  tracking.inputs.reference_velocity = Signal::sine(0.1, 0.5 / std::numbers::pi);
  tracking.initial = {.error_rate = 0.05, .bend_error = 1e-5};
  Measurements m;
  follow<1>(tracking, "SPR_track/", "ev", {0.05, 0.1, 0.2, 0.5, 1}, 0, tolerance, m);
  tracking.plant.velocity_gain = 0, tracking.plant.filtered_gain = 20;
  follow<1>(tracking, "nonSPR_track/", "ev", {0.1, 0.5, 1, 2, 4}, 0, tolerance, m);
  tracking.inputs.reference_velocity = 0;
  follow<1>(tracking, "nonSPR_stop/", "ev", {0.1, 0.5, 1, 2}, 60, tolerance, m);
  return m;
}

// Theorem 1: errors of position and friction die away if the loop is strictly positive real, and need not otherwise.
TEST(LuGre1995Thm1PositionObserver, IsMetByDefault) {
  const Measurements m = measure_position(default_tolerance);
  expect_complete("lugre1995_thm1_position_observer", m, {});
  compare("lugre1995_thm1_position_observer", m, default_bound);
}
// The same to nine digits.
TEST(LuGre1995Thm1PositionObserver, IsMetTightly) {
  compare("lugre1995_thm1_position_observer", measure_position(tight_tolerance), tight_bound);
}

// Theorem 2: the same for errors of velocity.
TEST(LuGre1995Thm2VelocityObserver, IsMetByDefault) {
  const Measurements m = measure_velocity(default_tolerance);
  expect_complete("lugre1995_thm2_velocity_observer", m, {});
  compare("lugre1995_thm2_velocity_observer", m, default_bound);
}
// The same to nine digits.
TEST(LuGre1995Thm2VelocityObserver, IsMetTightly) {
  compare("lugre1995_thm2_velocity_observer", measure_velocity(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre1995_observer_errors_test
