// SPDX-License-Identifier: BSD-3-Clause
// Stick-slip with the reset integrator on the set-up of CanudasDeWit1995 Fig. 6.
#include "stiction/models/reset_integrator.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/reference/static_models.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::static_reset_integrator_test {
namespace {

Measurements measure(double tolerance) {
  Experiment<PulledMass, ResetIntegrator> run;  // the law's defaults are the set-up
  run.plant = {.mass = 1, .spring_stiffness = 2};
  run.inputs.pull_speed = 0.1;
  run.duration = 60;
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& l = watch.turns(state<0>, 40);
  const auto& v = watch.turns(state<1>, 40);
  const Trajectory t = simulate(run, watch);
  EXPECT_TRUE(t.result.finished());
  std::vector<double> modes;
  for (const TrajectoryEvent& e : t.events)
    if (e.what == "mode") modes.push_back(e.time);
  std::vector<double> breaks;  // the bond latches and, once the mass has come to rest, bonds again
  for (std::size_t i = 0; i < modes.size(); i += 2) breaks.push_back(modes[i]);

  const std::size_t last = breaks.size() - 1;
  const double period = breaks.at(last) - breaks.at(last - 1);
  Measurements m;
  m["reset_integrator/n_slips"] = static_cast<double>(breaks.size());
  m["reset_integrator/t_first_break"] = breaks.at(0);
  m["reset_integrator/period"] = period;
  m["reset_integrator/displacement_per_cycle"] = 0.1 * period;
  m["reset_integrator/v_max"] = v.highest, m["reset_integrator/v_min"] = v.lowest;
  m["reset_integrator/l_max"] = l.highest, m["reset_integrator/l_min"] = l.lowest;
  return m;
}

// Periods and amplitudes, with the rebound of the bond when the mass comes to rest.
TEST(StaticModelsOn1995Fig6, ResetIntegratorIsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete(static_fig6, m, measured_elsewhere("static_reset_integrator_test.cpp"));
  compare(static_fig6, m, default_bound);
}
// The same to nine digits.
TEST(StaticModelsOn1995Fig6, ResetIntegratorIsMetTightly) {
  compare(static_fig6, measure(tight_tolerance), tight_bound);
}

}  // namespace
}  // namespace stiction::testing::static_reset_integrator_test
