// SPDX-License-Identifier: BSD-3-Clause
// A mass pulled through a spring: Fig. 6 of CanudasDeWit1995 and Fig. 4 of Astrom2008.
#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::lugre_stickslip_test {
namespace {

struct StickSlip {
  std::string experiment;
  Experiment<PulledMass, LuGre> run;
  double slip_speed;        ///< a cycle begins when the mass speeds up through this [m/s]
  double last_cycle_start;  ///< [s]
  std::size_t periods_listed;
};

StickSlip canudas1995_fig6() {
  StickSlip s{"lugre1995_fig6_stickslip", {}, 0.05, 33, 5};
  s.run.plant = {.mass = 1, .spring_stiffness = 2};
  s.run.inputs.pull_speed = 0.1;
  s.run.duration = 40;
  return s;
}
StickSlip astrom2008_fig4() {
  StickSlip s{"astrom2008_fig4_stickslip", {}, 1, 54, 4};
  s.run.plant = {.mass = 1, .spring_stiffness = 2};
  s.run.friction() = preset<LuGre>("astrom2008_fig4");
  s.run.inputs.pull_speed = 2;
  s.run.duration = 60;
  return s;
}

Measurements measure(StickSlip s, double tolerance) {
  s.run.solver.tolerance = tolerance;
  Watch watch(s.run);
  const auto& slips = watch.when([&](const auto&, double, const auto& y) { return y[1] - s.slip_speed; });
  const auto& l = watch.turns(state<0>, s.last_cycle_start);
  const auto& v = watch.turns(state<1>, s.last_cycle_start);
  const auto& z = watch.turns(state<2>, s.last_cycle_start);
  const auto& f = watch.turns(friction, s.last_cycle_start);
  EXPECT_TRUE(simulate(s.run, watch).result.finished());

  const std::size_t cycles = slips.size() - 1;
  const auto period = [&](std::size_t n) { return slips.at(n).time - slips.at(n - 1).time; };
  // Over a cycle the spring's end moves as far as the mass, and l by nothing.
  const double pulled = s.run.inputs.pull_speed.tracks()[0].pieces[0].value * period(cycles);
  const double stretched = slips.at(cycles).state[0] - slips.at(cycles - 1).state[0];
  Measurements m;
  m["n_cycles_seen"] = static_cast<double>(cycles);
  m["t_first_slip"] = slips.at(0).time;
  m["period"] = period(cycles);
  m["period_change_last"] = {period(cycles) - period(cycles - 1), period(cycles)};
  for (std::size_t n = 1; n <= s.periods_listed; ++n) m["period_" + std::to_string(n)] = period(n);
  m["displacement_per_cycle"] = pulled - stretched;
  m["v_max"] = v.highest, m["v_min"] = v.lowest;
  m["l_max"] = l.highest, m["l_min"] = l.lowest;
  m["spring_force_max"] = s.run.plant.spring_stiffness * l.highest;
  m["spring_force_min"] = s.run.plant.spring_stiffness * l.lowest;
  m["F_max"] = f.highest, m["F_min"] = f.lowest;
  m["z_max"] = z.highest;
  return m;
}

class LuGreStickSlip : public ::testing::TestWithParam<StickSlip (*)()> {};
INSTANTIATE_TEST_SUITE_P(Papers, LuGreStickSlip, ::testing::Values(&canudas1995_fig6, &astrom2008_fig4));

// Periods, amplitudes and forces of the limit cycle, with nothing set by the user.
TEST_P(LuGreStickSlip, IsMetByDefault) {
  const StickSlip s = GetParam()();
  const Measurements m = measure(s, default_tolerance);
  expect_complete(s.experiment, m, {});
  compare(s.experiment, m, default_bound);
}

// The same to nine digits.
TEST_P(LuGreStickSlip, IsMetTightly) {
  const StickSlip s = GetParam()();
  compare(s.experiment, measure(s, tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre_stickslip_test
