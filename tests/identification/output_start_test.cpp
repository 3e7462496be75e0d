// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/identification/output_record.hpp"

namespace stiction::output_start_test {

/// The run of an experiment as a recording of one of its signals, with noise of this standard deviation.
OutputRecord recorded(NamedExperiment e, const std::string& signal, double noise) {
  e.run.record.signals = {signal};
  const Trajectory run = run_loop(assemble(e), e.run);
  OutputRecord record{.name = "simulated", .inputs = e.inputs, .time = run.time, .measured = run[signal]};
  std::mt19937_64 chance(3);
  std::normal_distribution<double> spread(0, noise);
  for (double& value : record.measured) value += spread(chance);
  return record;
}

/// An axis that is driven to and fro with rests in between, as a servo would: open loop, the instants at which it comes
/// to rest and breaks away jump with the numbers.
NamedExperiment axis() {
  NamedExperiment e;
  e.plant.values.insert_or_assign("mass", 0.4);
  e.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 0.2}, {"viscous_damping", 1.2}}}};
  std::vector<double> time, force;
  for (int i = 0; i <= 2000; ++i) {
    const double t = 0.005 * i;
    time.push_back(t), force.push_back(0.45 * std::sin(4.1 * t) * std::cos(0.9 * t) + 0.08 * std::sin(11 * t));
  }
  e.inputs.insert_or_assign("force", measured_signal(time, force, Between::held));
  e.run.duration = 10, e.run.record.interval = 0.005;
  return e;
}

const std::vector<FittedNumber> axis_numbers = {
    {{"plant.mass"}}, {{"friction.coulomb_force"}}, {{"friction.viscous_damping"}}};

// With the numbers of the catalogue, 1 kg and 1 N, the axis never moves: no number changes the run a little, and the
// search ends where it began. The inverse model simulates nothing; the search that begins there finds the axis.
TEST(OutputStart, TheInverseModelLeadsToTheTruthWhereTheExperimentDoesNot) {
  const NamedExperiment truth = axis();
  const OutputRecord record = recorded(truth, "position", 2e-5);
  NamedExperiment guess = truth;
  guess.plant.values.clear(), guess.friction.front().values.clear();
  const OutputErrorFit plain =
      fit_output_error(guess, "position", {record}, axis_numbers, {.starts = 1, .inverse_start = false});
  const OutputErrorFit staged = fit_output_error(guess, "position", {record}, axis_numbers, {.starts = 1});
  ASSERT_TRUE(staged.found()) << staged.problem;
  EXPECT_EQ(plain.starts, 1U);
  EXPECT_EQ(staged.starts, 2U);
  EXPECT_GT(plain.error, 1e-2);
  EXPECT_EQ(staged.begun_at, SearchStart::inverse_model) << staged.no_inverse_start;
  EXPECT_LT(staged.error, 2.2e-5);
  EXPECT_NEAR(staged.values[0], 0.4, 1e-3);
  EXPECT_NEAR(staged.values[1], 0.2, 5e-4);
  EXPECT_NEAR(staged.values[2], 1.2, 5e-3);
}

// Samples that are not compared serve the inverse model; those that are held out do not.
TEST(OutputStart, FirstPartsKnowNothingOfWhatIsHeldOut) {
  OutputRecord record{.name = "", .time = {0, 1, 2, 3}, .measured = {0, 0, 0, 0}};
  for (int i = 0; i <= 6; ++i) record.fine_time.push_back(0.5 * i), record.fine_measured.push_back(i);
  const OutputRecord part = first_part(record, 0.75);
  EXPECT_EQ(part.time.back(), 2);
  EXPECT_EQ(part.fine_time.back(), 2);
  EXPECT_EQ(part.fine_measured.size(), 5U);
}

/// A pendulum let go at rest near its upper dead centre.
NamedExperiment pendulum(double angle) {
  NamedExperiment e;
  e.plant.model = "pendulum_in_bearings";
  e.plant.initial.insert_or_assign("angle", angle);
  e.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 0.02}, {"viscous_damping", 0.02}}}};
  e.inputs.insert_or_assign("torque", 1e-5);
  e.run.duration = 6, e.run.record.interval = 0.01;
  return e;
}

// To either side of upper dead centre the energy of the pendulum is the same, but for a torque far below what the
// recording shows. The true side is a trifle deeper; the answer stays with the side of the experiment and tells the
// error of the other one.
TEST(OutputStart, OfMinimaThatCannotBeToldApartTheExperimentsCounts) {
  constexpr double above = std::numbers::pi + 0.5, below = std::numbers::pi - 0.5;
  const OutputRecord record = recorded(pendulum(above), "mechanical_energy", 1e-2);
  const OutputErrorFit fit = fit_output_error(pendulum(std::numbers::pi - 0.3), "mechanical_energy", {record},
                                              {{{"plant.initial.angle"}}}, {.starts = 8});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NE(fit.no_inverse_start, "");
  EXPECT_EQ(fit.begun_at, SearchStart::experiment);
  EXPECT_NEAR(fit.values[0], below, 1e-2);
  EXPECT_LT(fit.agreeing, fit.starts);
  EXPECT_GT(fit.least_error, 0);
  EXPECT_LT(fit.least_error, fit.error);
  EXPECT_NEAR(fit.least_error, fit.error, 1e-3 * fit.error);
}

}  // namespace stiction::output_start_test
