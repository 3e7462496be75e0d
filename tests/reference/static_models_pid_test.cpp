// SPDX-License-Identifier: BSD-3-Clause
// Hunting of a PID loop with friction that truly rests: the loop of CanudasDeWit1995 Fig. 8.
#include "stiction/control/pid.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::static_models_pid_test {
namespace {

template <class Law>
void add(Measurements& m, const std::string& name, double tolerance) {
  Experiment<ClosedLoop<MassOnSurface, Pid>, Law> run;
  run.friction().coulomb_force = 1, run.friction().static_force = 1.5, run.friction().viscous_damping = 0.4;
  if constexpr (std::is_same_v<Law, Tustin>) run.friction().stribeck_velocity = 1e-3;
  run.plant.velocity_gain = 6, run.plant.position_gain = 3, run.plant.integral_gain = 4;
  run.inputs.reference = 1;
  run.duration = 1200;
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& up = watch.when([](const auto&, double, const auto& y) { return y[0] - 1; });
  const auto& x = watch.turns(state<0>, 1100);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  const std::size_t last = up.size() - 1;
  const auto period = [&](std::size_t n) { return up.at(n).time - up.at(n - 1).time; };
  m[name + "/n_crossings"] = static_cast<double>(up.size());
  m[name + "/period"] = period(last);
  m[name + "/period_change_last"] = {period(last) - period(last - 1), period(last)};
  m[name + "/x_max"] = x.highest, m[name + "/x_min"] = x.lowest;
  m[name + "/x_amplitude"] = {0.5 * (x.highest - x.lowest), x.highest};
}

Measurements measure(double tolerance) {
  Measurements m;
  add<StictionCoulombViscous>(m, "coulomb_stiction", tolerance);
  add<Tustin>(m, "tustin_exp_|v|", tolerance);
  return m;
}

// Period and amplitude of the limit cycle.
TEST(StaticModelsPid, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("static_models_pid", m, {});
  compare("static_models_pid", m, default_bound);
}
// The same to nine digits.
TEST(StaticModelsPid, IsMetTightly) { compare("static_models_pid", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::static_models_pid_test
