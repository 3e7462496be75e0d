// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/identify.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/identification/design.hpp"
#include "stiction/identification/output_error.hpp"
#include "stiction/identification/watch.hpp"
#include "tests/support/simulated_log.hpp"

namespace stiction::identify_test {

std::vector<double> lugre_numbers(double coulomb = 1.0) {
  FitParameters parameters("lugre");
  std::vector<double> p = parameters.defaults();
  p[parameters.find("stribeck_velocity")] = 3e-3, p[parameters.find("viscous_damping")] = 8;
  p[parameters.find("coulomb_force")] = coulomb, p[parameters.find("static_force")] = 1.5 * coulomb;
  return p;
}

ForceDataOptions without_inertia() {
  ForceDataOptions options;
  options.inertia = false;
  return options;
}

const EstimatedNumber& number(const Certainty& c, std::string_view name) {
  for (const EstimatedNumber& n : c.numbers)
    if (n.name == name) return n;
  ADD_FAILURE() << "no number " << name;
  return c.numbers.front();
}

// The law that made the data is chosen among others, by samples that took no part in the fit, and its residuals are
// white.
TEST(Identify, TheLawThatMadeTheDataIsChosen) {
  const SimulatedLog log{.noise = 0.02};
  const ForceData data({prepared(log.log(lugre_numbers()), {})}, without_inertia());
  const Identification found = identify(data, {"coulomb_viscous", "dahl", "lugre"}, {}, {.starts = 4});
  EXPECT_EQ(found.best().law, "lugre") << found.sentence;
  EXPECT_EQ(found.fits.size(), 3U);
  EXPECT_LT(found.best().test_error, found.fits[1].test_error);
  EXPECT_NEAR(found.best().noise, 0.02, 0.002);
  EXPECT_EQ(found.tests.front().name, "whiteness");
  for (const char* name : {"bristle_stiffness", "coulomb_force", "static_force", "offset"})
    EXPECT_EQ(number(found.certainty, name).verdict, Identified::yes) << name;
  EXPECT_EQ(number(found.certainty, "stribeck_exponent").verdict, Identified::kept);
  const NamedExperiment e = experiment_with(found.best(), data);
  EXPECT_EQ(e.friction.front().model, "lugre");
  EXPECT_NO_THROW(resolve(e));
}

// A log that never breaks away says nothing about sliding: it is called uninformative, and the advice is to slide.
TEST(Identify, AnUninformativeLogIsCalledSo) {
  const SimulatedLog log{.duration = 2, .noise = 0.01, .slow = 2e-6, .fast = 0};
  const ForceData data({prepared(log.log(lugre_numbers()), {})}, without_inertia());
  const Identification found = identify(data, {"lugre"}, {}, {.starts = 2});
  EXPECT_FALSE(found.certainty.informative) << found.certainty.sentence;
  EXPECT_NE(found.certainty.sentence.find("uninformative"), std::string::npos);
  EXPECT_NE(number(found.certainty, "bristle_stiffness").verdict, Identified::no);
  for (const char* name : {"stribeck_velocity", "viscous_damping"}) {
    EXPECT_EQ(number(found.certainty, name).verdict, Identified::no) << name;
    EXPECT_FALSE(number(found.certainty, name).advice.empty());
  }
}

// Two numbers that act as a product can never be told apart: the direction is named.
TEST(Identify, NullDirectionsAreNamed) {
  const SimulatedLog log{.law = "rate_and_state_ageing", .noise = 1e-3};
  const std::vector<double> p = FitParameters("rate_and_state_ageing").defaults();
  const ForceData data({prepared(log.log(p), {})}, without_inertia());
  const Identification found = identify(data, {"rate_and_state_ageing"}, {}, {.starts = 2});
  ASSERT_FALSE(found.certainty.null_directions.empty());
  bool named = false;
  for (const NullDirection& n : found.certainty.null_directions)
    named = named || n.sentence.find("normal_force") != std::string::npos;
  EXPECT_TRUE(named) << found.certainty.null_directions.front().sentence;
  EXPECT_EQ(number(found.certainty, "normal_force").verdict, Identified::no);
}

// Motion in one direction cannot tell a Coulomb force from an offset: all of it is called friction, the offset is left
// at zero, and neither has an interval. What can be known beside them is.
TEST(Identify, OneDirectionLeavesCoulombForceAndOffsetOpen) {
  Log log{"one_way.csv", {{"time", "s", {}}, {"velocity", "m/s", {}}, {"force", "N", {}}}, {}};
  std::mt19937_64 chance(2);
  std::normal_distribution<double> normal(0, 0.03);
  for (int i = 0; i < 5000; ++i) {
    const double t = 0.002 * i, v = 0.11 + 0.09 * std::sin(2 * M_PI * 0.3 * t);
    log.columns[0].values.push_back(t), log.columns[1].values.push_back(v);
    log.columns[2].values.push_back(5 + 15 * v + 0.4 + normal(chance));
  }
  const Identification found = identify(ForceData({prepared(log, {})}, without_inertia()), {"coulomb_viscous"});
  const EstimatedNumber &force = number(found.certainty, "coulomb_force"), &offset = number(found.certainty, "offset");
  EXPECT_NEAR(force.value, 5.4, 0.01);
  EXPECT_NEAR(offset.value, 0, 1e-9);
  for (const EstimatedNumber* n : {&force, &offset}) {
    EXPECT_EQ(n->verdict, Identified::no);
    EXPECT_TRUE(std::isinf(n->upper)) << n->name;
    EXPECT_EQ(n->reason, "coulomb_force and offset cannot be told apart in this log");
  }
  const EstimatedNumber& drag = number(found.certainty, "viscous_damping");
  EXPECT_EQ(drag.verdict, Identified::yes);
  EXPECT_NEAR(drag.value, 15, 3 * drag.deviation);
}

// A force that differs with the direction is found by the test against direction, when the law cannot show it.
TEST(Identify, WhatTheLawMissesIsFound) {
  const SimulatedLog log{.noise = 0.01};
  Log made = log.log(lugre_numbers());
  for (std::size_t i = 1; i < made.rows(); ++i)
    made.columns[2].values[i] += 0.3 * std::sin(2 * M_PI * made.columns[1].values[i] / 5e-4);
  const ForceData data({prepared(made, {})}, without_inertia());
  const Identification found = identify(data, {"lugre"}, {}, {.starts = 2});
  bool seen = false;
  for (const ResidualTest& test : found.tests)
    seen = seen || (!test.passed && (test.name == "position" || test.name == "whiteness"));
  EXPECT_TRUE(seen);
}

// The recording in which the Coulomb force grew by a quarter is named, and no other.
TEST(Watch, NamesTheRecordingInWhichFrictionChanged) {
  std::vector<Recording> recordings;
  for (std::uint64_t k = 0; k < 5; ++k) {
    const SimulatedLog log{.duration = 2, .noise = 0.02, .seed = k + 1};
    Recording r = prepared(log.log(lugre_numbers(k < 3 ? 1.0 : 1.25)), {});
    r.name = "day " + std::to_string(k + 1);
    recordings.push_back(std::move(r));
  }
  const WatchResult result = watch(recordings, "lugre", lugre_numbers(), without_inertia());
  ASSERT_FALSE(result.changes.empty());
  for (const WatchedChange& c : result.changes) EXPECT_EQ(c.recording, "day 4") << c.number;
  EXPECT_NE(result.sentence.find("day 4"), std::string::npos) << result.sentence;
  recordings.resize(3);
  EXPECT_TRUE(watch(recordings, "lugre", lugre_numbers(), without_inertia()).changes.empty());
}

// Predicted error bars are those a fit of such a recording reports, and motions keep the limits.
TEST(Design, PredictsTheErrorBarsOfTheFit) {
  DesignLimits limits{.position = 0.02, .speed = 0.02, .duration = 6, .sample_time = 2e-3, .noise = 0.02, .mass = 0.5};
  const std::vector<double> p = lugre_numbers();
  const std::vector<DesignedMotion> all = design_motions("lugre", p, limits);
  ASSERT_GE(all.size(), 4U);
  const DesignedMotion& best = all.front();
  EXPECT_TRUE(best.problem.empty());
  for (std::size_t i = 0; i < best.motion.size(); ++i) {
    EXPECT_LE(std::abs(best.motion.position[i]), 0.0201);
    EXPECT_LE(std::abs(best.motion.velocity[i]), 0.0201);
  }
  Recording noisy = best.motion;
  std::mt19937_64 chance(5);
  std::normal_distribution<double> normal(0, limits.noise);
  for (double& f : noisy.force) f += normal(chance);
  ForceDataOptions options;
  options.held_out = -1;
  const ForceData data({noisy}, options);
  ParameterWishes near;
  const FitParameters parameters("lugre");
  for (std::size_t j = 0; j < p.size(); ++j) near.start[parameters.numbers()[j].name] = p[j];
  const LawFit fit = fit_law(data, "lugre", near, {.starts = 1});
  const Certainty c = certainty_of(data, fit, false);
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (c.numbers[j].verdict != Identified::yes) continue;
    EXPECT_NEAR(best.predicted[j].deviation / c.numbers[j].deviation, 1, 0.35) << c.numbers[j].name;
  }
}

// A simulated mass under a known force: output error finds mass and friction through stick and slip.
TEST(OutputError, RecoversMassAndFrictionThroughStickAndSlip) {
  NamedExperiment truth;
  truth.plant.values.insert_or_assign("mass", 2.0);
  truth.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 1.5}, {"viscous_damping", 4.0}}}};
  std::vector<double> time, force;
  for (int i = 0; i <= 800; ++i)
    time.push_back(0.01 * i), force.push_back(4 * std::sin(2.2 * time.back()) * std::cos(0.7 * time.back()));
  truth.inputs.insert_or_assign("force", measured_signal(time, force, Between::held));
  truth.run.duration = 8, truth.run.record.interval = 0.01;
  const Trajectory run = run_loop(assemble(truth), truth.run);
  OutputRecord record{.name = "simulated", .time = time, .measured = run["position"]};
  record.measured.resize(time.size());
  NamedExperiment guess = truth;
  guess.plant.values.insert_or_assign("mass", 2.3);
  guess.friction.front().values.insert_or_assign("coulomb_force", 1.3);
  guess.friction.front().values.insert_or_assign("viscous_damping", 5.0);
  EXPECT_GT(output_error(guess, "position", {record}), 1e-3);
  const OutputErrorFit fit =
      fit_output_error(guess, "position", {record},
                       {{{"plant.mass"}}, {{"friction.coulomb_force"}}, {{"friction.viscous_damping"}}}, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_LT(fit.error, 1e-6);
  EXPECT_NEAR(fit.values[0], 2.0, 1e-4);
  EXPECT_NEAR(fit.values[1], 1.5, 1e-4);
  EXPECT_NEAR(fit.values[2], 4.0, 1e-4);
  // With the drag of the guess, which is wrong, the data alone want another mass: a narrow prior overrules them.
  const OutputErrorFit known = fit_output_error(
      guess, "position", {record}, {{.paths = {"plant.mass"}, .prior = {{2.0, 1e-9}}}, {{"friction.coulomb_force"}}},
      {.starts = 1});
  ASSERT_TRUE(known.found()) << known.problem;
  EXPECT_NEAR(known.values[0], 2.0, 1e-3);
  EXPECT_THROW(fit_output_error(guess, "position", {record}, {{{"plant.mas"}}}), InvalidInput);
  EXPECT_THROW(fit_output_error(guess, "position", {record}, {{{"run.duration"}}}), InvalidInput);
}

// A slipping encoder belt spoils a tenth of the samples by 5 cm, always to one side: squared residuals follow them, a
// robust loss does not.
TEST(OutputError, OutliersDoNotMoveARobustFit) {
  NamedExperiment truth;
  truth.plant.values.insert_or_assign("mass", 2.0);
  truth.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 1.5}, {"viscous_damping", 4.0}}}};
  truth.inputs.insert_or_assign(
      "force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 4.0}, {"frequency", 0.3}, {"bias", 0.4}}}}));
  truth.run.duration = 8, truth.run.record.interval = 0.01;
  const Trajectory run = run_loop(assemble(truth), truth.run);
  OutputRecord record{.name = "simulated", .time = run.time, .measured = run["position"]};
  record.time.resize(801), record.measured.resize(801);
  std::mt19937_64 chance(3);
  std::normal_distribution<double> noise(0, 1e-4);
  for (std::size_t i = 0; i < record.measured.size(); ++i)
    record.measured[i] += noise(chance) + (i % 10 == 3 ? 0.05 : 0.0);
  const std::vector<FittedNumber> numbers = {
      {{"plant.mass"}}, {{"friction.coulomb_force"}}, {{"friction.viscous_damping"}}};
  const std::vector<double> wanted = {2.0, 1.5, 4.0};
  const auto largest_error = [&](double robust) {
    const OutputErrorFit fit = fit_output_error(truth, "position", {record}, numbers, {.starts = 1, .robust = robust});
    EXPECT_TRUE(fit.found()) << fit.problem;
    double largest = 0;
    for (std::size_t k = 0; k < fit.values.size(); ++k)
      largest = std::max(largest, std::abs(fit.values[k] / wanted[k] - 1));
    return largest;
  };
  EXPECT_GT(largest_error(0), 5e-3);
  EXPECT_LT(largest_error(1), 1e-3);
}

// A small servo with firmware of its own lifts a pendulum through a gear. Its gain differs from record to record and is
// known; motor, inertia, friction and the loss of the gear come back, with exact slopes through the samples.
TEST(OutputError, RecoversAServoThroughItsSampledFirmware) {
  NamedExperiment truth;
  truth.plant = {.model = "pendulum_in_bearings",
                 .values = {{"inertia", 6.7e-3}, {"mass", 0.49}, {"centre_distance", 0.1}}};
  truth.friction = {
      {.model = "coulomb_viscous",
       .values = {
           {"coulomb_force", 0.01}, {"viscous_damping", 4e-3}, {"driving_loss", 0.25}, {"back_driving_loss", 0.25}}}};
  truth.controller = NamedPart{.model = "voltage_servo", .values = {{"motor_constant", 0.38}, {"resistance", 3.4}}};
  truth.sampled = NamedValues{{"sample_time", 2e-3}};
  truth.run.duration = 3, truth.run.record.interval = 0.005;
  std::vector<OutputRecord> records;
  for (const double gain : {0.4, 2.0}) {
    OutputRecord record{.name = "simulated", .time = {}, .measured = {}};
    record.known = {{"controller.duty_gain", gain}};
    std::vector<double> goal, volts;
    for (int i = 0; i <= 600; ++i) {
      const double t = 0.005 * i;
      record.time.push_back(t), goal.push_back(1.2 * std::sin(3 * t) * std::sin(0.8 * t));
      volts.push_back(7.4 - 0.3 * std::sin(2 * t));
    }
    record.references.emplace("reference", measured_signal(record.time, goal, Between::held));
    record.references.emplace("supply_voltage", measured_signal(record.time, volts, Between::held));
    NamedExperiment e = truth;
    e.references = record.references, set_value(e, "controller.duty_gain", gain);
    record.measured = run_loop(assemble(e), e.run)["angle"];
    record.measured.resize(record.time.size());
    records.push_back(std::move(record));
  }
  NamedExperiment guess = truth;
  const std::vector<std::string> paths = {"plant.inertia", "friction.coulomb_force", "friction.viscous_damping",
                                          "controller.motor_constant", "controller.resistance"};
  std::vector<FittedNumber> numbers = {{{"friction.driving_loss", "friction.back_driving_loss"}}};
  set_value(guess, "friction.driving_loss", 0.2), set_value(guess, "friction.back_driving_loss", 0.2);
  for (const std::string& path : paths) {
    numbers.push_back({{path}});
    set_value(guess, path, value_at(truth, path) * (numbers.size() % 2 == 0 ? 1.1 : 0.92));
  }
  // The back-EMF is drag too: K^2/R is told from viscous damping only where the motor is off.
  numbers[3].prior = {{4e-3, 1e-4}};
  const OutputErrorFit fit = fit_output_error(guess, "angle", records, numbers, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_LT(fit.error, 1e-4);
  EXPECT_NEAR(fit.values[0], 0.25, 0.01);
  for (std::size_t k = 0; k < paths.size(); ++k)
    EXPECT_NEAR(fit.values[k + 1] / value_at(truth, paths[k]), 1, 0.03) << paths[k];
  EXPECT_THROW(fit_output_error(guess, "angle", records, {{{"controller.duty_gain"}}}), InvalidInput);
}

}  // namespace stiction::identify_test
