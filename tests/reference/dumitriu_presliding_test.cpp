// SPDX-License-Identifier: BSD-3-Clause
// A mass under a slow sinusoidal force, below and above stiction, with LuGre and with kinetic friction that truly
// rests: Dumitriu, section 4.
#include "stiction/loop/with_work.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::dumitriu_presliding_test {
namespace {

struct Levels {
  std::string name;
  double coulomb, static_force;
};

template <class Law>
struct SeventhPeriod {
  double peak_to_peak, drift, work, highest_speed, highest_friction, slip_duration = 0;

  SeventhPeriod(const Levels& levels, double stribeck_exponent, double tolerance) {
    Experiment<WithWork<MassOnSurface>, Law> run;
    auto& p = run.friction();
    p.coulomb_force = levels.coulomb, p.static_force = levels.static_force, p.viscous_damping = 0.4;
    p.stribeck_velocity = 1e-3, p.stribeck_exponent = stribeck_exponent;
    const double period = 2 * std::numbers::pi;
    run.inputs.force = Signal::sine(0.15, 1 / period);
    run.duration = 7 * period;
    run.solver.tolerance = tolerance;
    Watch watch(run);
    const auto& at = watch.at({6 * period, 7 * period});
    const auto& x = watch.turns(state<0>, 6 * period);
    const auto& v = watch.turns(state<1>, 6 * period);
    const auto& f = watch.turns(friction, 6 * period);
    const Trajectory t = simulate(run, watch);
    EXPECT_TRUE(t.result.finished());
    peak_to_peak = x.highest - x.lowest, drift = at.at(1).state[0] - at.at(0).state[0];
    constexpr std::size_t work_place = 2 + field_count<RunStateOf<Law>>;
    work = at.at(1).state[work_place] - at.at(0).state[work_place];
    highest_speed = v.highest, highest_friction = f.highest;
    double slip = 0;
    for (const TrajectoryEvent& e : t.events) {
      if (e.what == "slip") slip = e.time;
      if (e.what == "stick") slip_duration = e.time - slip;
    }
  }
};

void add_bristles(Measurements& m, const Levels& levels, double tolerance) {
  const SeventhPeriod<LuGre> lugre(levels, 2, tolerance);
  const std::string name = levels.name + "/lugre/";
  m[name + "loop_work_cycle7"] = lugre.work;
  m[name + "x_peak_to_peak_cycle7"] = lugre.peak_to_peak;
  m[name + "x_drift_cycle7"] = {lugre.drift, lugre.peak_to_peak};
  m[name + "v_max_cycle7"] = lugre.highest_speed;
  m[name + "F_max_cycle7"] = lugre.highest_friction;
}
void add_kinetic(Measurements& m, const std::string& name, const Levels& levels, double exponent, double tolerance) {
  const SeventhPeriod<GeneralizedKinetic> kinetic(levels, exponent, tolerance);
  m[name + "/x_peak_to_peak"] = kinetic.peak_to_peak;
  m[name + "/loop_work"] = kinetic.work;
  if (levels.static_force > 0.15) return;  // it never moves
  m[name + "/v_max"] = kinetic.highest_speed;
  m[name + "/slip_duration_half_cycle"] = kinetic.slip_duration;
}

Measurements measure(double tolerance) {
  Measurements m;
  for (const Levels& levels : {Levels{"S1_tableI", 1, 1.5}, Levels{"S2_Fc=0.1_Fs=0.12", 0.1, 0.12}}) {
    add_bristles(m, levels, tolerance);
    add_kinetic(m, levels.name + "/kfm_exp_|v|", levels, 1, tolerance);
    add_kinetic(m, levels.name + "/kfm_exp_v2", levels, 2, tolerance);
  }
  return m;
}

// Displacement, work and forces in the seventh period; below stiction the mass that truly rests does not move at all.
TEST(DumitriuPresliding, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("dumitriu_presliding", m, {});
  compare("dumitriu_presliding", m, default_bound);
}
// The same to nine digits.
TEST(DumitriuPresliding, IsMetTightly) { compare("dumitriu_presliding", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::dumitriu_presliding_test
