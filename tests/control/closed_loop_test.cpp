// SPDX-License-Identifier: BSD-3-Clause
// A controller with limits, outputs and rules around a plant, through the engine that users call.
#include "stiction/control/closed_loop.hpp"

#include <gtest/gtest.h>

#include "stiction/control/knocker.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction {
namespace {

using Loop = ClosedLoop<MassOnSurface, WithPid<Knocker>>;

Experiment<Loop, CoulombViscous> knocking() {
  Experiment<Loop, CoulombViscous> run;
  run.plant.position_gain = 3, run.plant.integral_gain = 0;
  run.plant.pulse_height = 5, run.plant.pulse_width = 0.001, run.plant.pulse_period = 0.5;
  run.inputs.reference = 0.2;
  run.duration = 1.9;
  run.record.interval = 1e-4;
  return run;
}

// The mass rests under 0.6 N, so that the solver could step as it likes; yet each of the four pulses, 1 ms of 500, is
// there, in the middle of its period, and none was stepped over.
TEST(ClosedLoop, EndsStepsAtTheCornersOfItsController) {
  const Trajectory run = simulate(knocking());
  ASSERT_TRUE(run.result.finished());
  int pulses = 0;
  for (std::size_t i = 1; i < run.time.size(); ++i) {
    const bool rises = run["compensation"][i - 1] < 2.5 && run["compensation"][i] >= 2.5;
    if (!rises) continue;
    EXPECT_NEAR(run.time[i], 0.25 + 0.5 * pulses - 0.0005, 2e-4);
    ++pulses;
  }
  EXPECT_EQ(pulses, 4);
  EXPECT_GT(run.final_value("position"), 1e-4);
}

// What the controller adds and what it gives in all are recorded: the rest is K_p (x_d - x) - K_v v.
TEST(ClosedLoop, RecordsWhatItsControllerDoes) {
  const Trajectory run = simulate(knocking());
  for (std::size_t i = 0; i < run.time.size(); i += 97)
    EXPECT_NEAR(run["control"][i] - run["compensation"][i], 3 * (0.2 - run["position"][i]) - 6 * run["velocity"][i],
                1e-9);
}

// Rules of the controller are rules of the loop.
TEST(ClosedLoop, KeepsTheRulesOfItsController) {
  auto run = knocking();
  run.plant.pulse_width = 0.6;
  EXPECT_THROW(simulate(run), InvalidInput);
}

}  // namespace
}  // namespace stiction
