// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/rest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/catalogue/resolved.hpp"
#include "stiction/identification/identify.hpp"
#include "stiction/identification/output_error.hpp"

/// A mass under a force that swings slowly enough for it to rest in between: what a set-valued law holds at rest is no
/// evidence of its level.
namespace stiction::rest_test {

struct Shaken {
  std::string law;
  NamedValues values;
  double amplitude = 5, frequency = 0.5, duration = 12, sample_time = 2e-3;
  double position_noise = 0, quantum = 0, force_noise = 0, offset = 0;
  bool with_velocity = true;

  Log log() const {
    NamedExperiment e;
    e.plant.values.insert_or_assign("mass", 2.0);
    e.friction = {{.model = law, .values = values}};
    e.inputs.insert_or_assign(
        "force", NamedSignal({{.kind = "sine", .values = {{"amplitude", amplitude}, {"frequency", frequency}}}}));
    e.run.duration = duration, e.run.record.interval = sample_time;
    const Trajectory run = run_loop(assemble(e), e.run);
    Log made{"shaken.csv", {{"time", "s", run.time}, {"position", "m", run["position"]}, {"force", "N", {}}}, {}};
    if (with_velocity) made.columns.push_back({"velocity", "m/s", run["velocity"]});
    std::mt19937_64 chance(7);
    std::normal_distribution<double> normal(0, 1);
    for (const double t : run.time)
      made.columns[2].values.push_back(amplitude * std::sin(2 * M_PI * frequency * t) + offset +
                                       force_noise * normal(chance));
    for (double& x : made.columns[1].values) {
      x += position_noise * normal(chance);
      if (quantum > 0) x = quantum * std::round(x / quantum);
    }
    return made;
  }
};

const NamedValues stiction_values = {{"coulomb_force", 3.0}, {"static_force", 4.0}, {"viscous_damping", 2.0}};

double number(const LawFit& fit, const std::string& name) { return fit.p.at(fit.parameters->find(name)); }

ForceData data_of(const Shaken& shaken) { return ForceData({prepared(shaken.log(), {})}, {}); }

// Without noise the truth comes back, mass included: rows at rest do not pull the level towards what was applied.
TEST(Rest, CoulombLevelComesBackFromALogWithRest) {
  const ForceData data = data_of({.law = "coulomb", .values = {{"coulomb_force", 3.0}}});
  const LawFit fit = fit_law(data, "coulomb");
  EXPECT_TRUE(fit.linear);
  EXPECT_NEAR(number(fit, "coulomb_force"), 3, 1e-3);
  EXPECT_NEAR(fit.extras[0], 2, 1e-3);
  EXPECT_GT(fit.range_fraction, 0.08);
  EXPECT_LT(fit.motion_error, 0.1);
}

// Break-away shows the static force, also to laws whose sliding force does not depend on it.
TEST(Rest, StaticForceComesFromBreakAway) {
  for (const char* law : {"stiction_coulomb_viscous", "hybrid_stick_slip"}) {
    Shaken shaken{.law = law, .values = stiction_values};
    if (shaken.law == "hybrid_stick_slip") shaken.values.erase("viscous_damping");
    const ForceData data = data_of(shaken);
    const LawFit fit = fit_law(data, law, {}, {.starts = 4});
    ASSERT_TRUE(fit.found()) << fit.problem;
    EXPECT_NEAR(number(fit, "coulomb_force"), 3, 2e-3) << law;
    EXPECT_NEAR(number(fit, "static_force"), 4, 0.012) << law;  // the force changes by 0.02 N from sample to sample
    for (const EstimatedNumber& n : certainty_of(data, fit, false).numbers)
      if (n.name == "static_force") {
        EXPECT_LE(n.lower, 4) << law;
        EXPECT_GE(n.upper, 4) << law;
      }
  }
}

// The same with noise on both columns, with an encoder, and without a velocity.
TEST(Rest, SurvivesNoiseAndQuantisation) {
  for (const char* law : {"coulomb_viscous", "stiction_coulomb_viscous", "generalized_kinetic"})
    for (const bool encoder : {false, true}) {
      Shaken shaken{.law = law, .values = stiction_values, .force_noise = 0.05, .offset = 0.3, .with_velocity = false};
      if (shaken.law == "coulomb_viscous") shaken.values.erase("static_force");
      if (shaken.law == "generalized_kinetic") shaken.values.insert_or_assign("stribeck_velocity", 0.05);
      (encoder ? shaken.quantum : shaken.position_noise) = encoder ? 1e-5 : 1e-6;
      const LawFit fit = fit_law(data_of(shaken), law, {}, {.starts = 4});
      ASSERT_TRUE(fit.found()) << fit.problem;
      EXPECT_NEAR(number(fit, "coulomb_force"), 3, 0.03) << law << encoder;
      EXPECT_NEAR(fit.extras[0], 2, 0.02) << law << encoder;
      EXPECT_NEAR(fit.extras[1], 0.3, 0.01) << law << encoder;
      if (shaken.values.contains("static_force")) {
        EXPECT_NEAR(number(fit, "static_force"), 4, 0.1) << law << encoder;
      }
    }
}

// Karnopp's law keeps its momentum in the band, so that it moves a little after break-away: 0.26 N here.
TEST(Rest, ZeroVelocityBandRests) {
  const LawFit fit = fit_law(data_of({.law = "karnopp", .values = stiction_values}), "karnopp", {}, {.starts = 4});
  EXPECT_NEAR(number(fit, "coulomb_force"), 3, 2e-3);
  EXPECT_NEAR(number(fit, "viscous_damping"), 2, 1e-2);
  EXPECT_GE(number(fit, "static_force"), 3.99);
  EXPECT_LE(number(fit, "static_force"), 4.3);
}

// Blows of 10 N show no force of break-away, but what is held between them without moving is a lower bound of it.
TEST(Rest, WhatIsHeldIsALowerBound) {
  NamedExperiment e;
  e.plant.values.insert_or_assign("mass", 2.0);
  NamedValues values = stiction_values;
  values.insert_or_assign("static_force", 7.0);
  e.friction = {{.model = "stiction_coulomb_viscous", .values = values}};
  std::vector<double> time, force;
  for (int i = 0; i <= 6000; ++i) {
    const double t = 2e-3 * i, phase = std::fmod(t, 2.0), sign = std::fmod(t, 4.0) < 2 ? 1 : -1;
    time.push_back(t), force.push_back(sign * (phase < 0.3 ? 10 : phase > 1 ? 6 * std::sin(M_PI * (phase - 1)) : 0));
  }
  e.inputs.insert_or_assign("force", measured_signal(time, force, Between::held));
  e.run.duration = 12, e.run.record.interval = 2e-3;
  const Trajectory run = run_loop(assemble(e), e.run);
  const Log log{"blows.csv", {{"time", "s", time}, {"position", "m", run["position"]}, {"force", "N", force}}, {}};
  ForceDataOptions options;
  options.held_out = -1;
  const ForceData data({prepared(log, {})}, options);
  const LawFit fit = fit_law(data, "stiction_coulomb_viscous", {}, {.starts = 4});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(number(fit, "coulomb_force"), 3, 0.05);
  EXPECT_NEAR(number(fit, "static_force"), 6, 0.05);
  for (const EstimatedNumber& n : certainty_of(data, fit, false).numbers)
    if (n.name == "static_force") {
      EXPECT_EQ(n.verdict, Identified::weak);
      EXPECT_NE(n.reason.find("at least"), std::string::npos) << n.reason;
      EXPECT_TRUE(std::isinf(n.upper));
    }
  // A law that breaks away at 3 N cannot hold that, and the tests of what is left over say so.
  const LawFit coulomb = fit_law(data, "coulomb_viscous");
  EXPECT_NEAR(number(coulomb, "coulomb_force"), 3, 0.05);
  for (const ResidualTest& test : residual_tests(data, coulomb))
    if (test.name == "rest") {
      EXPECT_FALSE(test.passed);
      EXPECT_NE(test.sentence.find("6 N were held"), std::string::npos) << test.sentence;
    }
}

// Nothing is held out of the fit for laws that give one force everywhere, and the law that rests is preferred.
TEST(Rest, RankedFairlyBesideLawsWithoutRest) {
  const ForceData data = data_of({.law = "coulomb", .values = {{"coulomb_force", 3.0}}, .force_noise = 0.05});
  const Identification found = identify(data, {"coulomb", "dahl", "lugre"}, {}, {.starts = 3});
  EXPECT_EQ(found.best().law, "coulomb") << found.sentence;
  EXPECT_EQ(found.fits[1].range_fraction, 0);
  EXPECT_GT(found.best().test_error, found.best().motion_error);
}

// A turn with a small part of the usual acceleration lingers within the band, but as an arc.
TEST(Rest, ASlowTurnIsNotRest) {
  std::vector<double> time, position, force;
  for (int i = -500; i <= 500; ++i) {
    const double t = 1e-3 * i;
    time.push_back(t), position.push_back(0.5 * 0.2 * t * t), force.push_back(t < 0 ? -1 : 1);
  }
  const auto all = evidence_of({.time = time, .signal = position, .force = force, .noise = 1e-6, .acceleration = 5});
  EXPECT_EQ(std::count(all.begin(), all.end(), Evidence::motion), static_cast<std::ptrdiff_t>(all.size()));
}

// Slow sliding and turning points are motion, however coarse the encoder, but for the last count before a sudden start.
TEST(Rest, SlowSlidingIsNotRest) {
  for (const double quantum : {0.0, 1e-6}) {
    std::vector<double> t, x, f;
    for (int i = 0; i < 6000; ++i) {
      t.push_back(1e-3 * i), f.push_back(1.0);
      const double s = i < 3000 ? 2e-5 * t.back() : 6e-5 + 1e-3 * std::sin(20 * (t.back() - 3));
      x.push_back(quantum > 0 ? quantum * std::round(s / quantum) : s);
    }
    const std::vector<Evidence> all =
        evidence_of({.time = t, .signal = x, .force = f, .quantum = quantum, .acceleration = 0.3});
    const auto rest = std::count_if(all.begin(), all.end(), [](Evidence e) { return is_range(e); });
    EXPECT_LE(rest, quantum > 0 ? 100 : 0) << quantum;
  }
}

}  // namespace stiction::rest_test
