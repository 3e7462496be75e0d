// SPDX-License-Identifier: BSD-3-Clause
// A mass under a given force: break-away at several rates of loading, Fig. 4 of CanudasDeWit1995, and forces switched
// on and off, Fig. 2 of Astrom2008.
#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre_forced_mass_test {
namespace {

using Run = Experiment<MassOnSurface, LuGre>;

// --- break-away ---

Measurements measure_breakaway(double tolerance) {
  Measurements m;
  struct Ramp {
    double rate, duration;
  };
  for (const auto [rate, duration] : {Ramp{1, 1.5}, Ramp{2, 0.75}, Ramp{10, 0.16}, Ramp{20, 0.09}}) {
    Run run;
    run.inputs.force = Signal::ramp(rate);
    run.duration = duration;
    run.solver.tolerance = tolerance;
    Watch watch(run);
    const auto& f = watch.turns(friction);
    const auto& at_stribeck = watch.when([](const auto&, double, const auto& y) { return y[1] - 1e-3; });
    const auto& sliding = watch.when([](const auto&, double, const auto& y) { return y[1] - 0.01; });
    EXPECT_TRUE(simulate(run, watch).result.finished());
    const auto& peak = f.maxima.at(0);
    const std::string name = "rate" + number_text(rate) + "/";
    m[name + "F_peak"] = peak.friction;
    m[name + "t_peak"] = peak.time;
    m[name + "u_at_peak"] = rate * peak.time;
    m[name + "x_at_peak"] = peak.state[0];
    m[name + "v_at_peak"] = peak.state[1];
    m[name + "F_at_v=vs"] = at_stribeck.at(0).friction;
    m[name + "t_at_v=vs"] = at_stribeck.at(0).time;
    m[name + "u_at_v=vs"] = rate * at_stribeck.at(0).time;
    m[name + "x_at_v=vs"] = at_stribeck.at(0).state[0];
    m[name + "F_at_v=0.01"] = sliding.at(0).friction;
    m[name + "t_at_v=0.01"] = sliding.at(0).time;
  }
  return m;
}

// The faster the force grows, the lower the break-away force, with nothing set by the user.
TEST(LuGre1995Fig4Breakaway, IsMetByDefault) {
  const Measurements m = measure_breakaway(default_tolerance);
  expect_complete("lugre1995_fig4_breakaway", m, {});
  compare("lugre1995_fig4_breakaway", m, default_bound);
}
// The same to nine digits.
TEST(LuGre1995Fig4Breakaway, IsMetTightly) {
  compare("lugre1995_fig4_breakaway", measure_breakaway(tight_tolerance), tight_bound);
}

// --- start and stop ---

Run start_stop(const Signal& force, double duration, double tolerance) {
  Run run;
  run.friction() = preset<LuGre>("astrom2008_fig2");
  run.inputs.force = force;
  run.duration = duration;
  run.solver.tolerance = tolerance;
  return run;
}

/// On, off, on and off again, 0.1 s each. What is left of v and z after a change is judged by a
/// thousandth of what was there before.
void switch_on_and_off(double force, double tolerance, Measurements& m) {
  Run run =
      start_stop(Signal::polyline({{0, force}, {0.1, force}, {0.1, 0}, {0.2, 0}, {0.2, force}, {0.3, force}, {0.3, 0}}),
                 0.4, tolerance);
  Watch watch(run);
  const auto& at = watch.at({0.1, 0.2, 0.3, 0.4});
  const auto& v = watch.turns(state<1>);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  const std::string name = "F" + number_text(force) + "/";
  const double peak = v.maxima.at(0).state[1];
  m[name + "v_peak_first"] = peak;
  m[name + "x(0.1)"] = at.at(0).state[0];
  m[name + "v(0.1)"] = {at.at(0).state[1], 1e-3 * peak};
  m[name + "z(0.1)"] = at.at(0).state[2];
  m[name + "x(0.2)_residual"] = at.at(1).state[0];
  m[name + "z(0.2)"] = {at.at(1).state[2], 1e-3 * at.at(0).state[2]};
  m[name + "x(0.3)"] = at.at(2).state[0];
  m[name + "z(0.3)"] = at.at(2).state[2];
  m[name + "x(0.4)_residual2"] = at.at(3).state[0];
}

/// 95 % of F_S reached slowly, held 1 s, then (unless it has run away) taken off as slowly and left for 1 s.
void ramp(double rate, bool unload, double tolerance, Measurements& m) {
  const double level = 5.586, up = level / rate;
  std::vector<std::pair<double, double>> points{{0, 0}, {up, level}, {up + 1, level}};
  if (unload) points.insert(points.end(), {{2 * up + 1, 0}, {2 * up + 2, 0}});
  Run run = start_stop(Signal::polyline(points), points.back().first, tolerance);
  Watch watch(run);
  const auto& at = watch.at({up + 1, points.back().first});
  EXPECT_TRUE(simulate(run, watch).result.finished());
  const std::string name = "F5.586_ramp" + number_text(rate) + "/";
  m[name + "x_after_hold1s"] = at.at(0).state[0];
  m[name + "v_after_hold1s"] = {at.at(0).state[1], run.friction().stribeck_velocity};
  if (unload) m[name + "x_residual_after_rest1s"] = at.at(1).state[0];
}

/// The largest step of force that does not make the mass run away.
double critical_step(double tolerance) {
  double holds = 3, runs_away = 5;
  while (runs_away - holds > 1e-11) {
    const double force = 0.5 * (holds + runs_away);
    Run run = start_stop(force, 5, tolerance);
    Watch watch(run);
    const auto& fast = watch.when([](const auto&, double, const auto& y) { return y[1] - 1; });
    EXPECT_TRUE(simulate(run, watch).result.finished());
    (fast.empty() ? holds : runs_away) = force;
  }
  return holds;
}

Measurements measure_start_stop(double tolerance) {
  Measurements m;
  for (const double force : {1.0, 2.94, 3.0}) switch_on_and_off(force, tolerance, m);
  ramp(0.1, true, tolerance, m);
  ramp(1, false, tolerance, m);
  const Trajectory step = simulate(start_stop(5.586, 0.1, tolerance));
  m["F5.586_step/x(0.1)"] = step.final_value("position");
  m["F5.586_step/v(0.1)"] = step.final_value("velocity");
  m["critical_step_force"] = critical_step(tolerance);
  m["critical_step_force_over_Fs"] = m["critical_step_force"].value / 5.88;
  return m;
}

// The bend of the bristles goes, the displacement stays; and F < F_S is not enough for a step.
TEST(Astrom2008Fig2StartStop, IsMetByDefault) {
  const Measurements m = measure_start_stop(default_tolerance);
  expect_complete("astrom2008_fig2_startstop", m, {});
  compare("astrom2008_fig2_startstop", m, default_bound);
}
// The same to nine digits.
TEST(Astrom2008Fig2StartStop, IsMetTightly) {
  compare("astrom2008_fig2_startstop", measure_start_stop(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre_forced_mass_test
