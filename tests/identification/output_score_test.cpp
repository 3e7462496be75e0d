// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/identification/output_record.hpp"

namespace stiction::output_score_test {

NamedExperiment pushed_mass(const std::string& law, const NamedValues& values) {
  NamedExperiment e;
  e.plant.values.insert_or_assign("mass", 2.0);
  e.friction = {{.model = law, .values = values}};
  e.run.duration = 4, e.run.record.interval = 0.01;
  return e;
}

/// The run of an experiment under a force of several sizes, as a recording; late by so many samples.
OutputRecord recorded(NamedExperiment e, double phase) {
  OutputRecord record{.name = "simulated", .time = {}, .measured = {}};
  std::vector<double> force;
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.01 * i;
    record.time.push_back(t), force.push_back(4 * std::sin(5 * t + phase) * std::cos(0.9 * t));
  }
  record.inputs.emplace("force", measured_signal(record.time, force, Between::held));
  e.inputs = record.inputs;
  record.measured = run_loop(assemble(e), e.run)["position"];
  record.measured.resize(record.time.size());
  return record;
}

// The end of each recording, or other recordings, take no part in the fit and are what it is scored by.
TEST(OutputScore, CountsWhatTookNoPartInTheFit) {
  const NamedExperiment truth = pushed_mass("coulomb_viscous", {{"coulomb_force", 1.5}, {"viscous_damping", 4.0}});
  const std::vector<FittedNumber> numbers = {{{"friction.coulomb_force"}}};
  OutputRecord spoiled = recorded(truth, 0.3);
  for (std::size_t i = 301; i < spoiled.measured.size(); ++i) spoiled.measured[i] += 0.01;  // after 75 %
  const ScoredOutputFit ends =
      fit_and_score(truth, {.signal = "position", .records = {spoiled}, .held_out = 0.25}, numbers, {.starts = 1});
  EXPECT_EQ(ends.fitted, std::vector<std::size_t>{300});
  EXPECT_LT(ends.score.fitted.root_mean_square, 1e-6);
  ASSERT_TRUE(ends.score.held_out);
  EXPECT_NEAR(ends.score.held_out->mean_absolute, 0.01 * 100 / 101, 1e-6);  // sample 300 is not spoiled
  const ScoredOutputFit other = fit_and_score(
      truth, {.signal = "position", .records = {recorded(truth, 1.1)}, .tests = {spoiled}}, numbers, {.starts = 1});
  EXPECT_EQ(other.fitted, (std::vector<std::size_t>{401, 0}));
  EXPECT_EQ(other.records.size(), 2U);
  EXPECT_EQ(other.residual.size(), 2U);
  ASSERT_TRUE(other.score.held_out);
  EXPECT_NEAR(other.score.held_out->mean_absolute, 0.01 * 100 / 401, 1e-6);
  const ScoredOutputFit all = fit_and_score(
      truth, {.signal = "position", .records = {recorded(truth, 1.1)}, .held_out = 0}, numbers, {.starts = 1});
  EXPECT_FALSE(all.score.held_out);
}

// Runs of laws that remember their path have no slopes: numbers are fitted by differences of runs, and the answer says
// why. The delay of the channel comes back beside them.
TEST(OutputScore, MemoryLawsAreFittedByDifferencesOfRuns) {
  const NamedExperiment truth = pushed_mass("preisach", {{"coulomb_force", 1.5}, {"stiffness", 3e3}});
  const OutputRecord record = recorded(truth, 0.3);
  NamedExperiment guess = truth;
  guess.plant.values.insert_or_assign("mass", 2.1);
  guess.friction.front().values.insert_or_assign("coulomb_force", 1.4);
  guess.friction.front().values.insert_or_assign("stiffness", 3.2e3);
  const OutputErrorFit fit = fit_output_error(
      guess, "position", {record},
      {{{"plant.mass"}}, {{"friction.coulomb_force"}}, {{"friction.stiffness"}}, {{"measured.delay"}}}, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NE(fit.why_differences.find("preisach"), std::string::npos) << fit.why_differences;
  EXPECT_NEAR(fit.values[0], 2.0, 2e-3);
  EXPECT_NEAR(fit.values[1], 1.5, 2e-3);
  EXPECT_NEAR(fit.values[2], 3e3, 30);
  EXPECT_NEAR(fit.values[3], 0, 1e-4);
  EXPECT_FALSE(compensated_friction(fit, {record}));
}

// A seed tells nothing; all other numbers of random bonds are fitted.
TEST(OutputScore, SeedsAreRefused) {
  const NamedExperiment truth = pushed_mass("bristles", {{"coulomb_force", 1.5}, {"stiffness", 3e3}});
  const OutputRecord record = first_part(recorded(truth, 0.3), 0.2);
  EXPECT_THROW(fit_output_error(truth, "position", {record}, {{{"friction.seed"}}}), InvalidInput);
  NamedExperiment guess = truth;
  guess.friction.front().values.insert_or_assign("coulomb_force", 1.35);
  const OutputErrorFit fit =
      fit_output_error(guess, "position", {record}, {{{"friction.coulomb_force"}}}, {.starts = 1, .iterations = 8});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.values[0], 1.5, 0.03);
}

}  // namespace stiction::output_score_test
