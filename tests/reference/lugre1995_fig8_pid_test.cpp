// SPDX-License-Identifier: BSD-3-Clause
// Hunting of a mass under PID control: Fig. 8 of CanudasDeWit1995.
#include "stiction/control/pid.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre1995_fig8_pid_test {
namespace {

Measurements measure(double tolerance) {
  using Loop = ClosedLoop<MassOnSurface, Pid>;
  Experiment<Loop, LuGre> run;
  run.plant.velocity_gain = 6, run.plant.position_gain = 3, run.plant.integral_gain = 4;
  run.inputs.reference = 1;
  run.duration = 500;
  run.solver.tolerance = tolerance;
  run.record.interval = 1;
  const auto control = [](const auto& system, const auto& t, const auto& y) {
    using Real = std::remove_cvref_t<decltype(t)>;
    return Loop::control<Real>(convert<ParametersOf<Loop, Real>>(system.plant()), unpacked<StateOf<Loop, Real>, 0>(y),
                               system.inputs_at(t), system.input_rates_at(t));
  };
  const double last = 470;  // the last cycle before 500 s is the limit cycle
  Watch watch(run);
  const auto& arrivals = watch.when([](const auto&, double, const auto& y) { return y[0] - 1; });
  const auto& x_first = watch.turns(state<0>, 2, 12.9);  // its first cycle
  const auto& x = watch.turns(state<0>, last);
  const auto& v = watch.turns(state<1>, last);
  const auto& f = watch.turns(friction, last);
  const auto& u = watch.turns(control, last);
  EXPECT_TRUE(simulate(run, watch).result.finished());

  const std::size_t cycles = arrivals.size() - 1;
  const auto period = [&](std::size_t n) { return arrivals.at(n).time - arrivals.at(n - 1).time; };
  Measurements m;
  m["first_crossing_x=xd"] = arrivals.at(0).time;
  m["n_cycles_to_500s"] = static_cast<double>(cycles);
  m["cycle1/period"] = period(1);
  m["cycle1/x_max"] = x_first.highest;
  m["cycle1/x_min"] = x_first.lowest;
  m["limit/period"] = period(cycles);
  m["limit/period_change_last"] = {period(cycles) - period(cycles - 1), period(cycles)};
  m["limit/x_max"] = x.highest, m["limit/x_min"] = x.lowest;
  m["limit/x_amplitude"] = 0.5 * (x.highest - x.lowest);
  m["limit/F_max"] = f.highest, m["limit/F_min"] = f.lowest;
  m["limit/F_amplitude"] = 0.5 * (f.highest - f.lowest);
  m["limit/v_max"] = v.highest, m["limit/v_min"] = v.lowest;
  m["limit/u_max"] = u.highest, m["limit/u_min"] = u.lowest;
  return m;
}

// Two cycles of decay, then a limit cycle about the reference, with nothing set by the user.
TEST(LuGre1995Fig8Pid, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("lugre1995_fig8_pid", m, {});
  compare("lugre1995_fig8_pid", m, default_bound);
}

// The same to nine digits.
TEST(LuGre1995Fig8Pid, IsMetTightly) { compare("lugre1995_fig8_pid", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::lugre1995_fig8_pid_test
