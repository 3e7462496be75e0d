// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_cycle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/analysis/parameter_map.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction::sampled_cycle_test {
namespace {

NamedExperiment hunting(double sample_time) {
  NamedExperiment e;
  e.friction = {{.model = "lugre"}};
  e.controller = {.model = "pid"};  // 6 N.s/m, 3 N/m, 4 N/(m.s)
  e.references.emplace("reference", 1.0);
  if (sample_time > 0) e.sampled = NamedValues{{"sample_time", sample_time}};
  return e;
}

// The hunting servo of the 1995 paper, sampled: as the sample time shrinks, period and amplitude become those that the
// return map finds for the continuous loop, in proportion to the sample time.
TEST(SampledCycle, HuntingTendsToTheContinuousCycle) {
  const LimitCycle exact = find_limit_cycle(assemble(hunting(0)));
  ASSERT_EQ(exact.verdict, CycleVerdict::stable_cycle) << exact.sentence;
  CycleOptions options;
  options.solver.tolerance = 1e-7;
  std::vector<double> errors;
  for (const double h : {0.02, 0.01}) {
    const LimitCycle seen = find_limit_cycle(assemble(hunting(h)), options);
    ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
    EXPECT_GE(seen.periods_seen, 6);
    EXPECT_NEAR(seen.rest_fraction, exact.rest_fraction, 0.02) << seen.sentence;
    EXPECT_NEAR(seen["position"].amplitude(), exact["position"].amplitude(), 0.1 * exact["position"].amplitude());
    errors.push_back(std::abs(seen.period - exact.period));
  }
  EXPECT_LT(errors[1], 0.02 * exact.period);
  EXPECT_LT(errors[1], 0.75 * errors[0]);
}

// Proportional and derivative action against Coulomb friction stops for good; the same with an integral winds up first.
TEST(SampledCycle, ALoadThatSticksForGoodIsAtRest) {
  NamedExperiment e = hunting(0.01);
  e.friction = {{.model = "coulomb"}};
  e.controller->values = {{"integral_gain", 0.0}};
  const LimitCycle rest = find_limit_cycle(assemble(e));
  EXPECT_EQ(rest.verdict, CycleVerdict::equilibrium) << rest.sentence;
  EXPECT_NE(rest.sentence.find("at rest"), std::string::npos) << rest.sentence;
}

// An encoder with steps of 1 mm makes the velocity jump from sample to sample while the load creeps. The vibration is
// not the motion: the servo hunts with 44 s, as plain runs of it show.
TEST(SampledCycle, SlowHuntingIsSeenBehindAFastVibration) {
  NamedExperiment e = hunting(0.02);
  e.controller->values = {{"integral_gain", 2.0}};
  e.sampled->insert_or_assign("encoder_resolution", 1e-3);
  CycleOptions options;
  options.solver.tolerance = 1e-6;
  const LimitCycle seen = find_limit_cycle(assemble(e), options);
  ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
  EXPECT_NEAR(seen.period, 44.3, 1) << seen.sentence;
  EXPECT_GT(seen.rest_fraction, 0.8);
}

// A servo that overshoots, creeps back and then stands still for ever: the end of its creep is motion, not what
// follows.
TEST(SampledCycle, AServoThatCreepsToItsPlaceIsAtRest) {
  NamedExperiment e = hunting(0.005);
  e.controller->values = {{"velocity_gain", 20.0}, {"position_gain", 100.0}, {"integral_gain", 10.0}};
  CycleOptions options;
  options.solver.tolerance = 1e-7;
  const LimitCycle seen = find_limit_cycle(assemble(e), options);
  EXPECT_EQ(seen.verdict, CycleVerdict::equilibrium) << seen.sentence;
}

// A loop that is unstable for small motions, its drive limited: it swings, and the encoder and the delay are in it.
TEST(SampledCycle, DelayAndSaturationMakeACycle) {
  NamedExperiment e = hunting(0);
  e.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 0.2}, {"viscous_damping", 0.5}}}};
  e.controller->values = {{"velocity_gain", 6.0}, {"position_gain", 60.0}, {"integral_gain", 0.0}};
  e.sampled = NamedValues{{"sample_time", 0.02}, {"delay", 0.2}, {"force_limit", 5.0}, {"encoder_resolution", 1e-4}};
  CycleOptions options;
  options.solver.tolerance = 1e-7;
  const LimitCycle seen = find_limit_cycle(assemble(e), options);
  ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
  EXPECT_NEAR(seen["control"].highest, 5.0, 1e-12) << "the limit is reached";
  // The run itself agrees: the position is the same one period later.
  EXPECT_LT(seen.period_spread, 0.05);
  e.run.duration = 60;
  e.run.record = {.interval = 0.002, .signals = {"position"}};
  const Trajectory run = run_loop(assemble(e), e.run);
  const auto lag = static_cast<std::size_t>(std::lround(seen.period / 0.002));
  const std::vector<double>& x = run["position"];
  for (std::size_t k = x.size() - 1; k > x.size() - 2000; --k)
    ASSERT_NEAR(x[k], x[k - lag], 0.1 * seen["position"].amplitude());
}

// A law with memory has a cycle too: Preisach under a spring that is pulled to and fro repeats after one period.
TEST(SampledCycle, ALawWithMemoryIsFollowedThroughThePeriodOfItsInput) {
  NamedExperiment e;
  e.plant.model = "prescribed_position";
  e.friction = {{.model = "preisach"}};
  e.inputs.emplace("position", NamedSignal(std::vector<NamedSignal::Term>{
                                   {.kind = "sine", .values = {{"amplitude", 3.0}, {"frequency", 0.5}}}}));
  CycleOptions options{.period = 2};
  options.solver.tolerance = 1e-5;
  const LimitCycle seen = find_limit_cycle(assemble(e), options);
  ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
  EXPECT_DOUBLE_EQ(seen.period, 2);
  EXPECT_LT(seen.amplitude_spread, 1e-6) << "complete memory: the loop is closed from the second period on";
  options.period = 0;
  const LimitCycle unknown = find_limit_cycle(assemble(e), options);
  EXPECT_EQ(unknown.verdict, CycleVerdict::not_possible);
  EXPECT_EQ(unknown.sentence, "the inputs vary with time: give their period");
}

// Springs that stick vibrate without loss below the step of the encoder, which does not see it: one of a family of
// orbits, of the period of mass and springs, and no limit cycle.
TEST(SampledCycle, AVibrationThatNobodySeesIsNeutral) {
  NamedExperiment e = hunting(0);
  e.friction = {{.model = "maxwell_slip"}};
  e.controller->values = {{"integral_gain", 0.0}};
  e.references.clear();
  e.plant.initial = {{"velocity", 3e-5}};
  e.sampled = NamedValues{{"sample_time", 1e-3}, {"encoder_resolution", 1e-6}, {"velocity_filter", 5e-3}};
  const LimitCycle seen = find_limit_cycle(assemble(e));
  EXPECT_EQ(seen.verdict, CycleVerdict::neutral) << seen.sentence;
  EXPECT_NEAR(seen.period, 2 * std::acos(-1.0) / std::sqrt(1e5), 1e-5) << seen.sentence;
}

// A map over a sampled loop tells rest from hunting.
TEST(SampledCycle, AMapTellsRestFromHunting) {
  NamedExperiment e = hunting(0.02);
  MapOptions options;
  options.cycle.solver.tolerance = 1e-6;
  const ParameterMap map =
      map_parameters(e, {{.path = "friction.static_force", .low = 1.0, .high = 1.5, .count = 2}}, options);
  EXPECT_NE(map.points[0].kind, MotionKind::limit_cycle) << map.points[0].sentence;
  EXPECT_EQ(map.points[1].kind, MotionKind::limit_cycle) << map.points[1].sentence;
  for (const MapPoint& p : map.points) EXPECT_FALSE(p.sentence.empty());
}

// True rest and an encoder bring the loop back to exactly where it was: the map from sample to sample closes, after a
// whole number of samples, and the run itself repeats after them.
TEST(SampledCycle, TheMapOverSamplesCloses) {
  NamedExperiment e = hunting(0.02);
  e.friction = {{.model = "stiction_coulomb_viscous"}};
  e.sampled->emplace("encoder_resolution", 1e-3);
  const LimitCycle seen = find_limit_cycle(assemble(e));
  ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
  EXPECT_NE(seen.sentence.find("the map from sample to sample closes after "), std::string::npos) << seen.sentence;
  EXPECT_LT(seen.closure, 1e-9);
  const double samples = seen.period / 0.02;
  EXPECT_NEAR(samples, std::round(samples), 1e-9) << "of one period";
  e.run.duration = 40 * seen.period;
  e.run.record = {.interval = 0.02, .signals = {"position"}};
  const std::vector<double> x = run_loop(assemble(e), e.run)["position"];
  const auto lag = static_cast<std::size_t>(std::lround(samples));
  for (std::size_t k = x.size() - 1; k > x.size() - 2 * lag; --k)
    ASSERT_NEAR(x[k], x[k - lag], 1e-9 * seen["position"].amplitude());
}

// A servo whose bristles ring at 37 Hz at first and which then hunts with some seconds: hunting is found, not the
// ringing. Six periods and their spread are the evidence; the run shows as many reversals in as much time.
TEST(SampledCycle, RingingAtTheStartIsNotTakenForTheCycle) {
  NamedExperiment e;
  e.plant.values = {{"mass", 3.2}};
  e.friction = {{.model = "lugre",
                 .values = {{"coulomb_force", 4.0},
                            {"static_force", 6.0},
                            {"bristle_stiffness", 4e5},
                            {"bristle_damping", 400.0},
                            {"viscous_damping", 8.0}}}};
  e.controller = {.model = "pid",
                  .values = {{"position_gain", 900.0}, {"velocity_gain", 70.0}, {"integral_gain", 3000.0}}};
  e.sampled = NamedValues{{"sample_time", 2e-3}, {"encoder_resolution", 2e-6}, {"delay", 2e-3}, {"force_limit", 40.0}};
  e.references.emplace("reference", 0.01);
  CycleOptions options;
  options.shooting = false;
  const LimitCycle seen = find_limit_cycle(assemble(e), options);
  ASSERT_EQ(seen.verdict, CycleVerdict::stable_cycle) << seen.sentence;
  e.run.duration = 60, e.run.record = {.interval = 0.01, .signals = {"position"}};
  const Trajectory run = run_loop(assemble(e), e.run);
  const std::vector<double>& x = run["position"];
  std::vector<double> rises;
  for (std::size_t k = x.size() / 3; k < x.size(); ++k)
    if (x[k - 1] < 0.01 && x[k] >= 0.01) rises.push_back(run.time[k]);
  ASSERT_GT(rises.size(), 2U);
  const double period = (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
  EXPECT_NEAR(seen.period, period, 0.03 * period) << seen.sentence;
}

}  // namespace
}  // namespace stiction::sampled_cycle_test
