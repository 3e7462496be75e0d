// SPDX-License-Identifier: BSD-3-Clause
// Presliding of a mass under a force that is ramped up, held, reversed and held again: Fig. 2 of CanudasDeWit1995.
#include "stiction/loop/with_work.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre1995_fig2_presliding_test {
namespace {

using Run = Experiment<WithWork<MassOnSurface>, LuGre>;

constexpr double level = 1.425, hold = 1;  // 95 % of F_S [N], [s]

/// From zero to each level in turn, at a constant rate, each held for a while.
Run ramps(double rate, const std::vector<double>& levels, double held, double tolerance) {
  std::vector<std::pair<double, double>> points{{0, 0}};
  for (const double next : levels) {
    const auto [t, u] = points.back();
    points.emplace_back(t + std::abs(next - u) / rate, next);
    points.emplace_back(points.back().first + held, next);
  }
  Run run;
  run.inputs.force = Signal::polyline(points);
  run.duration = points.back().first;
  run.solver.tolerance = tolerance;
  return run;
}

Measurements measure(double tolerance) {
  const double up = level, full = 2 * level;  // durations at 1 N/s
  const double a = up + hold, b = a + full + hold, c = b + full + hold;
  Run loop = ramps(1, {level, -level, level}, hold, tolerance);
  Watch watch(loop);
  const auto& at = watch.at({up, a, a + level, b, b + level, c});
  const auto& x = watch.turns(state<0>);
  EXPECT_TRUE(simulate(loop, watch).result.finished());
  const auto position = [&](std::size_t i) { return at.at(i).state[0]; };

  Run unloading = ramps(1, {level, 0}, hold, tolerance);
  const Trajectory rest = simulate(unloading);

  const double size = position(1), deflection = 1.5e-5;  // x_A, F_S / sigma_0 [m]
  Measurements m;
  m["rate1/x_end_ramp1"] = position(0);
  m["rate1/x_A_end_hold1"] = position(1);
  m["rate1/x_u0_unloading"] = position(2);
  m["rate1/x_B_end_hold2"] = position(3);
  m["rate1/x_u0_reloading"] = {position(4), size};
  m["rate1/x_C_end_hold3"] = position(5);
  m["rate1/x_max"] = x.highest;
  m["rate1/x_min"] = x.lowest;
  m["rate1/loop_work_A_to_C"] = at.at(5).state[3] - at.at(1).state[3];
  m["rate1/drift_xC_minus_xA"] = {position(5) - position(1), size};
  m["rate1/peak_to_peak_xA_minus_xB"] = position(1) - position(3);
  m["rate1/x_residual_unload_then_rest1s"] = rest.final_value("position");
  m["rate1/z_residual_unload_then_rest1s"] = {rest.final_value("deflection"), deflection};
  return m;
}

/// The largest rate of a ramp to 95 % of F_S, then held for 3 s, at which the mass does not break away.
double critical_rate(double tolerance) {
  double holds = 1, breaks_away = 2;
  while (breaks_away - holds > 1e-11) {
    const double rate = 0.5 * (holds + breaks_away);
    Run run = ramps(rate, {level}, 3, tolerance);
    Watch watch(run);
    const auto& escape = watch.when([](const auto&, double, const auto& y) { return y[1] - 0.01; });
    EXPECT_TRUE(simulate(run, watch).result.finished());
    (escape.empty() ? holds : breaks_away) = rate;
  }
  return holds;
}

// The hysteresis loop: displacements at every corner of the force, the work lost, and that the loop closes.
TEST(LuGre1995Fig2Presliding, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("lugre1995_fig2_presliding", m, {});
  compare("lugre1995_fig2_presliding", m, default_bound);
}
// The same to nine digits.
TEST(LuGre1995Fig2Presliding, IsMetTightly) {
  compare("lugre1995_fig2_presliding", measure(tight_tolerance), tight_bound);
}

// "Slowly" is a condition: above this rate the same ramp ends in sliding.
TEST(LuGre1995Fig2CriticalRate, IsMetByDefault) {
  const Measurements m{{"critical_ramp_rate_to_0.95Fs", critical_rate(default_tolerance)}};
  expect_complete("lugre1995_fig2_critical_rate", m, {});
  compare("lugre1995_fig2_critical_rate", m, default_bound);
}
// The same to nine digits.
TEST(LuGre1995Fig2CriticalRate, IsMetTightly) {
  compare("lugre1995_fig2_critical_rate", {{"critical_ramp_rate_to_0.95Fs", critical_rate(tight_tolerance)}},
          tight_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre1995_fig2_presliding_test
