// SPDX-License-Identifier: BSD-3-Clause
// Frictional lag in unidirectional sliding, v = 1e-3 (1 + 0.5 sin w t) m/s: Fig. 3 of CanudasDeWit1995.
#include "stiction/models/lugre.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre1995_fig3_lag_test {
namespace {

/// Surfaces that slide with a given velocity, whatever the friction; with the closed integrals over F dx and F dv.
struct LagLoop {
  static constexpr PlantInfo info{"lag_loop", "LagLoop", "For this test."};
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  using Parameters = Nothing;
  template <class Real>
  struct State {
    Real position{0};
    Real work{0};
    Real lag{0};
    static constexpr auto fields() {
      return Table{Field{&State::position, "position", "x", "m", any_finite, "Distance slid."},
                   Field{&State::work, "work", "W", "J", any_finite, "Integral of F dx."},
                   Field{&State::lag, "lag", "A", "N.m/s", any_finite, "Integral of F dv."}};
    }
  };
  template <class Real>
  struct Inputs {
    Real velocity{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::velocity, "velocity", "v", "m/s", any_finite, "Sliding velocity."}};
    }
  };

  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>&, const State<Real>&,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = u.velocity}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const State<Real>&, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, 1>& forces) {
    return {u.velocity, forces[0] * u.velocity, forces[0] * du.velocity};
  }
  /// The motion is given; at a located reversal it is zero by itself.
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>&, const Inputs<Real>&, std::size_t,
                                             const Real&) {}
  static State<double> scale(const Parameters<double>&, const std::array<ContactScale, 1>& contact) {
    const double length = contact[0].deflection > 0 ? contact[0].deflection : 1.0;
    return {length, contact[0].force * length, contact[0].force * (contact[0].speed > 0 ? contact[0].speed : 1.0)};
  }
};

void over_one_period(double frequency, int periods_before, double tolerance, Measurements& m) {
  const double period = 2 * std::numbers::pi / frequency, start = periods_before * period, mean = 1e-3;
  Experiment<LagLoop, LuGre> run;
  run.inputs.velocity = Signal::sine(0.5 * mean, 1 / period, 0, mean);
  run.duration = start + period;
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at({start, start + 0.5 * period, start + period});
  const auto& f = watch.turns(friction);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  const auto velocity = [&](double t) { return mean * (1 + 0.5 * std::sin(frequency * t)); };
  const double increasing = at.at(2).friction, decreasing = at.at(1).friction;
  const std::string name = "w" + number_text(frequency) + "/";
  m[name + "energy_per_period_F_dx"] = at.at(2).state[1] - at.at(0).state[1];
  m[name + "loop_area_F_dv"] = at.at(2).state[2] - at.at(0).state[2];
  m[name + "F_at_v0_increasing"] = increasing;
  m[name + "F_at_v0_decreasing"] = decreasing;
  m[name + "width_at_v0"] = increasing - decreasing;
  m[name + "F_max"] = f.maxima.back().friction;
  m[name + "F_min"] = f.minima.back().friction;
  m[name + "v_at_F_max"] = velocity(f.maxima.back().time);
  m[name + "v_at_F_min"] = velocity(f.minima.back().time);
}

Measurements measure(double tolerance) {
  Measurements m;
  over_one_period(1, 3, tolerance, m);
  over_one_period(25, 12, tolerance, m);
  return m;
}

// Friction is larger while the velocity grows, and the more so the faster it varies; with nothing set by the user.
TEST(LuGre1995Fig3Lag, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("lugre1995_fig3_lag", m, {});
  compare("lugre1995_fig3_lag", m, default_bound);
}

// The same to nine digits.
TEST(LuGre1995Fig3Lag, IsMetTightly) { compare("lugre1995_fig3_lag", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::lugre1995_fig3_lag_test
