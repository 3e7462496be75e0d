// SPDX-License-Identifier: BSD-3-Clause
// What `analyse` and `doctor` answer, against what the papers and the references say.
#include "stiction/analysis/experiment_study.hpp"

#include <gtest/gtest.h>

#include "stiction/analysis/doctor.hpp"
#include "stiction/models/lugre.hpp"

namespace stiction {
namespace {

NamedExperiment hunting_servo() {
  NamedExperiment e;
  e.controller = NamedPart{.model = "pid"};
  e.references.emplace("reference", NamedSignal(1.0));
  e.run.duration = 20;
  return e;
}
const Finding* find(const std::vector<Finding>& all, std::string_view topic) {
  for (const Finding& f : all)
    if (f.topic == topic) return &f;
  return nullptr;
}

// PID hunting of CanudasDeWit1995, Fig. 8: period and amplitude of the reference, and the words of all certificates.
TEST(ExperimentStudy, FindsHuntingFromRest) {
  const ExperimentStudy s = study(hunting_servo());
  ASSERT_EQ(s.cycle.verdict, CycleVerdict::stable_cycle) << s.cycle.sentence;
  EXPECT_NEAR(s.cycle.period, 24.4367864559933, 1e-6 * 24.4);
  EXPECT_NEAR(s.cycle["position"].amplitude(), 0.0639025103325494, 1e-6 * 0.0639);
  EXPECT_LT(s.cycle.searched, 155) << "simulated seconds that the transient takes to ten digits";
  ASSERT_EQ(s.passivity.size(), 1U);
  EXPECT_EQ(s.passivity[0].second.verdict, PassivityVerdict::not_passive);
  ASSERT_TRUE(s.describing_function);
  EXPECT_FALSE(s.describing_function->agrees);
  EXPECT_TRUE(s.conclusive());
}

// A reference that comes to rest, however late, leaves the loop of that rest: here the one that hunts. It waits at 0
// for far longer than the loop needs to come to rest there; with a move it is under way when a search from the start
// ends.
TEST(ExperimentStudy, StudiesTheLoopThatInputsSettleTo) {
  const NamedSignal::Term step{.kind = "step", .values = {{"time", 200.0}, {"after", 1.0}}};
  const NamedSignal::Term curve{.kind = "s_curve", .values = {{"start", 0.1}, {"speed", 0.02}, {"distance", 1.0}}};
  for (const NamedSignal::Term& term : {step, curve}) {
    NamedExperiment e = hunting_servo();
    e.references["reference"] = NamedSignal(std::vector{term});
    for (const bool sampled : {false, true}) {
      if (sampled && term.kind == "step") continue;
      if (sampled) e.sampled = NamedValues{{"sample_time", 0.02}};
      const ExperimentStudy s = study(e);
      ASSERT_EQ(s.cycle.verdict, CycleVerdict::stable_cycle) << term.kind << ": " << s.cycle.sentence;
      EXPECT_NEAR(s.cycle.period, 24.4367864559933, (sampled ? 2e-2 : 1e-6) * 24.4);
      EXPECT_NE(s.cycle.sentence.find("constant from"), std::string::npos) << s.cycle.sentence;
      ASSERT_TRUE(s.equilibrium.found);
      EXPECT_NEAR(s.equilibrium.state[0], 1, 1e-6) << "the run of 20 s ends before the inputs do";
    }
  }
}

// The same beside inputs that are periodic: the force that a step leaves behind shifts the motion, F = k x on average.
TEST(ExperimentStudy, StudiesThePeriodicMotionAfterAStep) {
  NamedExperiment e;
  e.plant = {.model = "block_on_belt", .values = {{"spring_stiffness", 40.0}, {"spring_damping", 1.0}}};
  e.friction.front() = {.model = "coulomb", .values = {{"coulomb_force", 0.1}}};
  e.inputs.emplace("belt_speed", NamedSignal(0.0));
  e.inputs.emplace("force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 3.0}, {"frequency", 1.0}}},
                                         {.kind = "step", .values = {{"time", 60.5}, {"after", 8.0}}}}));
  const ExperimentStudy s = study(e, 1);
  ASSERT_EQ(s.cycle.verdict, CycleVerdict::stable_cycle) << s.cycle.sentence;
  EXPECT_NEAR(s.cycle["position"].mean, 0.2, 1e-3) << s.cycle.sentence;
  EXPECT_NEAR(s.cycle["position"].lowest + s.cycle["position"].highest, 0.4, 1e-6);
}

// Under inputs that never come to rest nothing is in equilibrium, and nothing is concluded without their period: not
// the steady sliding that the force of one instant would lead to, nor the rest before pulses that begin late.
TEST(ExperimentStudy, InputsThatGoOnVaryingHaveNoEquilibrium) {
  const NamedSignal::Term sine{.kind = "sine", .values = {{"amplitude", 2.0}, {"frequency", 1.0}}};
  const NamedSignal::Term pulses{.kind = "pulses", .values = {{"height", 2.0}, {"start", 100.0}}};
  for (const NamedSignal::Term& term : {sine, pulses}) {
    NamedExperiment e;
    e.inputs["force"] = NamedSignal(std::vector{term});
    e.run.duration = 5.3;
    for (const char* law : {"lugre", "coulomb", "preisach"}) {
      e.friction.front().model = law;
      const ExperimentStudy s = study(e);
      EXPECT_FALSE(s.equilibrium.found) << law << ": " << s.equilibrium.sentence;
      EXPECT_EQ(s.cycle.verdict, CycleVerdict::not_possible) << law << ": " << s.cycle.sentence;
      EXPECT_FALSE(s.conclusive());
    }
  }
}

// The energy that a law gives when it is moved by name is what its own text gives: Table I, bursts of at most 0.1 m/s.
TEST(LawPassivity, DrawsTheSameEnergyAsTheLawItself) {
  const PassivityCertificate by_name = certify_passivity(NamedPart{.model = "lugre"});
  const auto by_type = extract_energy<LuGre>(ParametersOf<LuGre>{});
  ASSERT_TRUE(by_name.counter_example && by_type);
  EXPECT_NEAR(by_name.counter_example->joules_per_cycle, by_type->joules_per_cycle, 1e-6 * by_type->joules_per_cycle);
  NamedPart damped{.model = "lugre"};
  damped.values.emplace("viscous_damping", 160.0);  // above 158.1139, Property 3 of Astrom2008
  EXPECT_EQ(certify_passivity(damped).verdict, PassivityVerdict::passive);
}

// Little bristle damping draws energy in fast bursts only: sigma_1 = 50 N.s/m above 0.258 m/s, by the closed form.
TEST(LawPassivity, FindsFastBursts) {
  NamedPart law{.model = "lugre", .values = {{"bristle_damping", 50.0}}};
  const PassivityCertificate c = certify_passivity(law);
  ASSERT_EQ(c.verdict, PassivityVerdict::not_passive) << c.sentence;
  EXPECT_GT(c.counter_example->motion.second_speed, smallest_extracting_speed(50, 0.4, 1, 1.5));
  int asked = 0;
  const PassivityCertificate stopped = certify_passivity(law, {}, [&] { return ++asked > 0; });
  EXPECT_EQ(stopped.verdict, PassivityVerdict::unknown);
}

// A belt carries a block along at rest, seen from the belt, until its spring pulls with the static force: k x = 1.5 N
// at x = 0.1 m/s t less a few millimetres lost at the start.
TEST(ExperimentStudy, ABlockThatABeltCarriesIsAtRest) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction.front().model = "stiction_coulomb_viscous";
  e.run.duration = 8;
  const ExperimentStudy s = study(e);
  ASSERT_TRUE(s.rests);
  ASSERT_FALSE(s.rests->rests.empty()) << s.rests->sentence;
  EXPECT_NEAR(s.rests->rests.front().to, 7.5, 0.1);
  EXPECT_TRUE(s.rests->all_held) << s.rests->sentence;
}

// A law under load stores energy in proportion to its load, and what it gives back is what its spring held.
TEST(ExperimentStudy, LawsUnderLoadAreAnalysed) {
  NamedExperiment e;
  e.plant = {.model = "vibrating_incline", .values = {{"angle", 0.05}}};
  e.friction = {{.model = "elasto_plastic", .values = {{"nominal_normal_force", 9.81}}}};
  e.inputs.insert_or_assign("acceleration_normal",
                            NamedSignal({{.kind = "sine", .values = {{"amplitude", 2.0}, {"frequency", 5.0}}}}));
  e.run.duration = 2;
  const ExperimentStudy s = study(e, 0.2);
  ASSERT_TRUE(s.energy);
  EXPECT_EQ(s.energy->sentence.find("not passive"), std::string::npos) << s.energy->sentence;
  ASSERT_EQ(s.passivity.size(), 1U);
}

// The exact answer beside the describing function is that of stiction and Coulomb friction; where the law of the
// experiment does otherwise, that is said.
TEST(ExperimentStudy, SaysOfWhichLawItSpeaks) {
  NamedExperiment e = hunting_servo();
  e.friction = {{.model = "elasto_plastic"}};
  e.controller->values = {{"velocity_gain", 60.0}, {"position_gain", 900.0}, {"integral_gain", 100.0}};
  const ExperimentStudy s = study(e);
  ASSERT_TRUE(s.describing_function);
  const std::string& sentence = s.describing_function->sentence;
  EXPECT_NE(sentence.find("with stiction and Coulomb friction"), std::string::npos) << sentence;
  const bool differs = s.describing_function->exact.hunts != (s.cycle.verdict == CycleVerdict::stable_cycle);
  EXPECT_EQ(sentence.find("with elasto_plastic it does") != std::string::npos, differs) << sentence;
}

// An equilibrium beside a motion that was not understood, stable or not, says nothing of where the motion goes; where
// no map can be made, a stable one does.
TEST(ExperimentStudy, AnEquilibriumBesideAMotionNotUnderstoodConcludesNothing) {
  ExperimentStudy s;
  s.equilibrium.found = true, s.cycle.verdict = CycleVerdict::none_found;
  EXPECT_FALSE(s.conclusive());
  s.equilibrium.stability.stable = true;
  EXPECT_FALSE(s.conclusive());
  s.cycle.verdict = CycleVerdict::not_possible;
  EXPECT_TRUE(s.conclusive());
}

// A law that distinguishes 1e-32 m/s has an equilibrium there, at which everything takes 1e-20 s: no measure of the
// motion. Under 1 N the body slides away: it is at 4.7 m/s after 10 s.
TEST(ExperimentStudy, RateAndStateIsNotAtRestBecauseItCreeps) {
  NamedExperiment e;
  e.friction.front().model = "rate_and_state_ageing";
  e.inputs.emplace("force", NamedSignal(1.0));
  const ExperimentStudy s = study(e);
  EXPECT_EQ(s.cycle.sentence.find("at rest"), std::string::npos) << s.cycle.sentence;
  EXPECT_FALSE(s.conclusive()) << s.cycle.sentence;
}

// An observer with gains that theorem 1 does not cover is named, with the gain that would do.
TEST(Doctor, KnowsTheGainOfTheoremOne) {
  NamedExperiment e = hunting_servo();
  e.controller =
      NamedPart{.model = "friction_observer_lugre", .values = {{"velocity_gain", 20.0}, {"position_gain", 100.0}}};
  e.run.duration = 1;
  const auto findings = examine(e);
  const Finding* observer = find(findings, "observer");
  ASSERT_NE(observer, nullptr);
  EXPECT_EQ(observer->severity, Severity::warning);
  EXPECT_NE(observer->advice.find("316.228"), std::string::npos) << observer->advice;
  e.controller->values = {{"velocity_gain", 400.0}, {"position_gain", 4e4}};
  const auto better = examine(e);
  EXPECT_EQ(find(better, "observer")->severity, Severity::good);
}

// Theorem 2: a constant gain is certified at any size, a filtered one of the same size is not, and all of H counts.
TEST(Doctor, CountsAllOfTheGainOfAVelocityObserver) {
  NamedExperiment e;
  e.controller = NamedPart{.model = "velocity_observer_lugre",
                           .values = {{"velocity_gain", 20.0}, {"velocity_integral_gain", 0.0}}};
  e.run.duration = 0.1;
  const auto constant = examine(e);
  ASSERT_NE(find(constant, "observer"), nullptr);
  EXPECT_EQ(find(constant, "observer")->severity, Severity::good) << find(constant, "observer")->what;
  // 20 * 400 / (s^2 + 28 s + 400), lowest Re G = -1266.192 at 22.47 rad/s
  e.controller->values = {{"velocity_gain", 0.0},
                          {"velocity_integral_gain", 0.0},
                          {"gain_numerator", {0, 0, 8000, 0, 0}},
                          {"gain_denominator", {28, 400, 0, 0}}};
  const ExperimentStudy s = study(e);
  ASSERT_TRUE(s.observer);
  EXPECT_FALSE(s.observer->report.strictly_positive_real);
  EXPECT_NEAR(s.observer->report.lowest_real_part.value, -1266.192, 1e-3);
}

// An encoder that sees presliding in three steps, and a velocity it cannot resolve.
TEST(Doctor, JudgesTheEncoder) {
  NamedExperiment e = hunting_servo();
  e.run.duration = 1;
  e.sampled = NamedValues{{"encoder_resolution", 5e-6}, {"velocity_filter", 3e-3}};
  const auto findings = examine(e);
  ASSERT_NE(find(findings, "encoder"), nullptr);
  EXPECT_EQ(find(findings, "encoder")->severity, Severity::warning);
  EXPECT_EQ(find(findings, "velocity signal")->severity, Severity::warning);
  e.sampled = NamedValues{{"encoder_resolution", 1e-7}, {"velocity_filter", 3e-3}};
  const auto finer = examine(e);
  EXPECT_EQ(find(finer, "encoder")->severity, Severity::good);
  EXPECT_EQ(find(finer, "velocity signal")->severity, Severity::good);
}

}  // namespace
}  // namespace stiction
