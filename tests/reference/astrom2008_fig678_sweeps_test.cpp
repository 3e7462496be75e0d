// SPDX-License-Identifier: BSD-3-Clause
// Which invariant sets a mass pulled over LuGre friction has: Figs. 6 to 8 of Astrom2008, and where the cycle ends.
#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::astrom2008_fig678_sweeps_test {
namespace {

using Run = Experiment<PulledMass, LuGre>;

struct Case {
  std::vector<std::string> names;  ///< the figures that show it
  double viscous_damping, pull_speed, spring_stiffness;
  bool has_cycle = true;
  double slip_speed = 1;  ///< a cycle begins when the mass speeds up through this [m/s]
  double duration = 80;   ///< [s]
};
const std::vector<Case> cases{{{"fig6a_sigma2=0", "fig7c_vp=2", "fig8b_k=2"}, 0, 2, 2},
                              {{"fig6b_sigma2=0.2"}, 0.2, 2, 2},
                              {{"fig6c_sigma2=0.5"}, 0.5, 2, 2, false},
                              {{"fig6d_sigma2=2sqrt2"}, 2 * std::sqrt(2), 2, 2, false},
                              {{"fig7a_vp=0.2"}, 0, 0.2, 2, true, 0.1, 165},
                              {{"fig7d_vp=2.3sqrt2"}, 0, 2.3 * std::sqrt(2), 2, true, 1.15 * std::sqrt(2)},
                              {{"fig8a_k=0.5"}, 0, 2, 0.5},
                              {{"fig8d_k=8"}, 0, 2, 8}};

Run pulled(double viscous_damping, double pull_speed, double spring_stiffness, double duration, double tolerance) {
  Run run;
  run.friction() = preset<LuGre>("astrom2008_fig4");
  run.friction().viscous_damping = viscous_damping;
  run.plant = {.mass = 1, .spring_stiffness = spring_stiffness};
  run.inputs.pull_speed = pull_speed;
  run.duration = duration;
  run.solver.tolerance = tolerance;
  run.record.interval = duration;
  return run;
}

/// sqrt(k dl^2 + m dv^2), the size of a deviation.
double distance(const Run& run, double dl, double dv) {
  return std::sqrt(run.plant.spring_stiffness * dl * dl + run.plant.mass * dv * dv);
}

Measurements measure(const Case& c, double tolerance) {
  Run run = pulled(c.viscous_damping, c.pull_speed, c.spring_stiffness, c.duration, tolerance);
  const double k = c.spring_stiffness, last_cycles = 0.75 * c.duration;
  Watch watch(run);
  const auto& slips = watch.when([&](const auto&, double, const auto& y) { return y[1] - c.slip_speed; });
  const auto& l = watch.turns(state<0>, last_cycles);
  const auto& v = watch.turns(state<1>, last_cycles);
  const auto& z = watch.turns(state<2>, last_cycles);
  const auto& f = watch.turns(friction, last_cycles);
  const auto& end = watch.at({c.duration});
  EXPECT_TRUE(simulate(run, watch).result.finished());

  // Sliding equilibrium (22), and how much of a start 0.1 m away from it is left after 40 s.
  const auto sliding = contact(c.pull_speed);
  const double l_e = LuGre::steady_force(run.friction(), sliding) / k;
  const double z_e = StribeckCurve::level<double>(run.friction(), sliding) / run.friction().bristle_stiffness;
  Run near = run;
  near.duration = 40;
  near.initial = {l_e + 0.1, c.pull_speed};
  near.initial_laws = {{z_e}};
  Watch later(near);
  const auto& after = later.at({near.duration});
  EXPECT_TRUE(simulate(near, later).result.finished());
  const double left = distance(near, after.at(0).state[0] - l_e, after.at(0).state[1] - c.pull_speed);

  Measurements m;
  m["limit_cycle_from_rest"] = v.lowest < c.pull_speed / 100 ? 1 : 0;
  m["near_start_amplitude_ratio_40s"] = {left / distance(near, 0.1, 0), l_e / 0.1};
  if (c.has_cycle) {
    const std::size_t cycles = slips.size() - 1;
    const auto period = [&](std::size_t n) { return slips.at(n).time - slips.at(n - 1).time; };
    m["n_cycles_seen"] = static_cast<double>(cycles);
    m["t_first_slip"] = slips.at(0).time;
    m["period"] = period(cycles);
    m["period_change_last"] = {period(cycles) - period(cycles - 1), period(cycles)};
    m["displacement_per_cycle"] =
        c.pull_speed * period(cycles) - (slips.at(cycles).state[0] - slips.at(cycles - 1).state[0]);
    m["v_max"] = v.highest, m["v_min"] = v.lowest;
    m["l_max"] = l.highest, m["l_min"] = l.lowest;
    m["spring_force_max"] = k * l.highest, m["spring_force_min"] = k * l.lowest;
    m["F_max"] = f.highest, m["F_min"] = f.lowest, m["z_max"] = z.highest;
  } else {
    const double end_l = end.at(0).state[0], end_v = end.at(0).state[1];
    m["end_l"] = end_l, m["end_v"] = end_v;
    m["end_distance_sqrt(k dl^2+m dv^2)"] = {distance(run, end_l - l_e, end_v - c.pull_speed), c.pull_speed};
  }
  return m;
}

Measurements measure(double tolerance) {
  Measurements all;
  for (const Case& c : cases) {
    const Measurements m = measure(c, tolerance);
    for (const std::string& name : c.names)
      for (const auto& [key, value] : m) all[name + "/" + key] = value;
  }
  return all;
}

// The cycles of each figure, and where the motion comes to rest in the moving frame when there is none.
TEST(Astrom2008Fig678Sweeps, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("astrom2008_fig678_sweeps", m, {});
  compare("astrom2008_fig678_sweeps", m, default_bound);
}
// The same to nine digits.
TEST(Astrom2008Fig678Sweeps, IsMetTightly) {
  compare("astrom2008_fig678_sweeps", measure(tight_tolerance), tight_bound);
}

/// The drag at which a mass started at rest no longer swings by a fifth of the pull speed after 200 s.
double critical_drag(double pull_speed, double spring_stiffness, double swings, double settles, double tolerance) {
  while (settles - swings > 1e-9 * settles) {
    const double drag = 0.5 * (swings + settles);
    Run run = pulled(drag, pull_speed, spring_stiffness, 200, tolerance);
    Watch watch(run);
    const auto& v = watch.turns(state<1>, 160);
    EXPECT_TRUE(simulate(run, watch).result.finished());
    (v.highest > 1.2 * pull_speed ? swings : settles) = drag;
  }
  return 0.5 * (swings + settles);
}

// The end of the cycle, to the digits that do not depend on how long one waits.
TEST(Astrom2008Critical, IsMetByDefault) {
  const auto drag = [](double vp, double k, double low, double high) {
    return critical_drag(vp, k, low, high, default_tolerance);
  };
  const Measurements m{{"sigma2_crit_k=2_vp=2", drag(2, 2, 0.21, 0.23)},
                       {"sigma2_crit_k=0.5_vp=2", drag(2, 0.5, 0.24, 0.25)},
                       {"sigma2_crit_k=5_vp=2", drag(2, 5, 0.19, 0.21)},
                       {"sigma2_crit_k=8_vp=2", drag(2, 8, 0.18, 0.19)},
                       {"sigma2_crit_k=2_vp=0.5", drag(0.5, 2, 1.2, 1.3)},
                       {"sigma2_crit_k=2_vp=2.3sqrt2", drag(2.3 * std::sqrt(2), 2, 0.1, 0.105)}};
  expect_complete("astrom2008_critical", m, {});
  compare("astrom2008_critical", m, default_bound);
}
// The same to eight digits, where the table has them.
TEST(Astrom2008Critical, IsMetTightly) {
  compare("astrom2008_critical",
          {{"sigma2_crit_k=8_vp=2", critical_drag(2, 8, 0.18772, 0.18773, tight_tolerance)},
           {"sigma2_crit_k=2_vp=0.5", critical_drag(0.5, 2, 1.2516, 1.2517, tight_tolerance)}},
          tight_bound);
}

}  // namespace
}  // namespace stiction::testing::astrom2008_fig678_sweeps_test
