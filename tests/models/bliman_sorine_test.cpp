// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/bliman_sorine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/schema/violation.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::bliman_sorine_test {
namespace {

using test_support::slide;
using test_support::spread;
using test_support::Travelled;
using test_support::uniform;
using P = ParametersOf<BlimanSorine>;
using State = StateOf<BlimanSorine>;

P with(double f1, double f2, double eta, double length = 1e-4) {
  P p;
  p.fast_force = f1, p.slow_force = f2, p.length_ratio = eta, p.slow_length = length;
  return p;
}

/// Forward by s from the state z, at 2 mm/s.
template <class Model>
double force_after(const ParametersOf<Model>& p, const StateOf<Model>& z, double s) {
  const auto end = Model::exact_step(p, z, contact(2e-3), s / 2e-3);
  return Model::force(p, end, end, contact(2e-3));
}

/// The state at the end of a long slide backward.
State slid_back(const P& p) { return {{-p.fast_force, p.slow_force}}; }

/// Energy of one settled loop of x = amplitude sin(w t): rate independent, so two straight strokes do.
double loop_area(const P& p, double amplitude) {
  const Travelled<BlimanSorine> start{test_support::settled_before_forward<BlimanSorine>(p, 2 * amplitude)};
  return 2 * slide(p, BlimanSorineForm::matrices<double>(p), start, 1.0, 2 * amplitude).energy;
}

// (3) from rest: F = f1 (1 - e^{-s/(eta eps)}) - f2 (1 - e^{-s/eps}); after a reversal both exponentials count twice.
// Fifteen-digit values for f1 = 2, f2 = 1, eta = 0.3, eps = 0.1 mm.
TEST(BlimanSorine, ForceFromRestAndAfterReversalHasItsClosedForm) {
  const P p = with(2, 1, 0.3);
  const double values[][3] = {{0.1, 0.471774796888381, -0.0564504062232379},
                              {0.5, 1.22877945403751, 1.45755890807502},
                              {1, 1.29653145447694, 1.59306290895388},
                              {2, 1.13279001563393, 1.26558003126787},
                              {5, 1.00673783144412, 1.01347566288823}};
  for (const auto& [lengths, from_rest, after_reversal] : values) {
    EXPECT_NEAR(force_after<BlimanSorine>(p, {}, lengths * 1e-4), from_rest, 1e-13);
    EXPECT_NEAR(force_after<BlimanSorine>(p, slid_back(p), lengths * 1e-4), after_reversal, 1e-13);
  }
}

// The peak: s_p = eps eta/(1 - eta) ln(f1/(eta f2)), F = f1 - f2 + c f2 (1 - eta)(eta f2/f1)^{eta/(1-eta)}, c = 1 or 2.
TEST(BlimanSorine, PeakHasItsClosedForm) {
  struct Case {
    P p;
    double place, from_rest, after_reversal;
  };
  for (const Case& k : {Case{with(2, 1, 0.3), 8.13051422093949e-05, 1.31045187982346, 1.62090375964691},
                        Case{with(1, 1.2, 0.3), 4.37850534656563e-05, 0.342154684880763, 0.884309369761526}}) {
    EXPECT_NEAR(force_after<BlimanSorine>(k.p, {}, k.place), k.from_rest, 1e-13);
    EXPECT_NEAR(force_after<BlimanSorine>(k.p, slid_back(k.p), k.place), k.after_reversal, 1e-13);
    for (const double beside : {0.9, 0.99, 1.01, 1.1}) {
      EXPECT_LT(force_after<BlimanSorine>(k.p, {}, beside * k.place), k.from_rest);
      EXPECT_LT(force_after<BlimanSorine>(k.p, slid_back(k.p), beside * k.place), k.after_reversal);
    }
    const State top = BlimanSorine::exact_step(k.p, State{}, contact(1.0), k.place);
    const State rate = BlimanSorine::rate(k.p, top, contact(1.0));
    EXPECT_NEAR(rate.filtered_force[0] + rate.filtered_force[1], 0.0, 1e-8);  // of 1e4 N/m each
  }
}

// Kinetic friction f1 - f2 at every speed; initial stiffness (f1/eta - f2)/eps, not the f1/eps printed for one block.
TEST(BlimanSorine, LevelAndStiffnessAreThoseOfTwoBlocks) {
  const P p = with(2, 1, 0.3);
  EXPECT_DOUBLE_EQ(BlimanSorine::coulomb_level(p), 1.0);
  EXPECT_DOUBLE_EQ(BlimanSorine::steady_force(p, contact(-3.0)), -1.0);
  const State rate = BlimanSorine::rate(p, State{}, contact(1.0));
  EXPECT_NEAR(rate.filtered_force[0] + rate.filtered_force[1], 56666.6666666667, 1e-9);
}

// A settled loop encloses 4 f1 X - 4 f1 eta eps tanh(X/(eta eps)) - 4 f2 X + 4 f2 eps tanh(X/eps).
TEST(BlimanSorine, LoopAreaHasItsClosedForm) {
  EXPECT_NEAR(loop_area(with(2, 1, 0.3), 5e-4), 0.00215996368170504, 1e-15);
  EXPECT_NEAR(loop_area(with(2, 1, 0.3), 1e-4), 0.000465247750188585, 1e-15);
}

// The same loop driven in time by x = X sin(w t) and integrated numerically, at two frequencies nine decades apart.
TEST(BlimanSorine, LoopAreaDoesNotDependOnFrequency) {
  const P p = with(2, 1, 0.3);
  for (const double w : {1e-3, 1e6}) {
    const double amplitude = 5e-4, quarter = std::numbers::pi / w / 2;
    Travelled<BlimanSorine> now;
    double before = 0;
    for (int stroke = 0; stroke < 10; ++stroke) {
      if (stroke == 8) before = now.energy;
      const double from = (2 * stroke - 1) * quarter;
      now = test_support::integrate<BlimanSorine>(
          p, now, [&](double t) { return amplitude * w * std::cos(w * t); }, from, from + 2 * quarter, 4000);
    }
    EXPECT_NEAR(now.energy - before, 0.00215996368170504, 1e-12);
  }
}

// With f2 > f1 the law is no friction: kinetic friction -0.2 N, and a loop of 5 eps gives energy away.
TEST(BlimanSorine, LoopOfANonPassiveSetGivesEnergyAway) {
  const P p = with(1, 1.2, 0.3);
  EXPECT_NEAR(BlimanSorine::coulomb_level(p), -0.2, 1e-15);
  EXPECT_NEAR(loop_area(p, 5e-4), -4.00435819539535e-05, 1e-16);
  EXPECT_NEAR(loop_area(p, 1e-4), 0.000165870238761907, 1e-16);
  EXPECT_LT(BlimanSorine::passivity_margin(p), 0.0);
}

// Positive realness of f1/(1 + eta eps p) - f2/(1 + eps p) is f1 >= max(1, eta^2) f2: the general criterion agrees.
TEST(BlimanSorine, MarginAgreesWithPositiveRealness) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 5000; ++k) {
    const P p = with(spread(random, 1), spread(random, 1), spread(random, 1), spread(random, 4));
    const double own = BlimanSorine::passivity_margin(p);
    if (std::abs(own) < 1e-9) continue;
    EXPECT_EQ(own > 0, BasicSpaceInvariant<BlimanSorineForm>::passivity_margin<double>(p) > 0);
  }
}

// dW/ds <= F sgn v in every state and direction, exactly where the law is passive, and W is never negative.
TEST(BlimanSorine, StorageGrowsByNoMoreThanTheSuppliedEnergy) {
  std::mt19937_64 random(4);
  for (int k = 0; k < 3000; ++k) {
    const double eta = k % 3 ? uniform(random, 0.01, 1) : uniform(random, 1, 4);
    const double share = k % 5 ? uniform(random, 0, 1) : 0.999999;
    const P p = with(2, 2 * share / std::max(1.0, eta * eta), eta);
    ASSERT_GE(BlimanSorine::passivity_margin(p), 0.0);
    const auto m = BlimanSorineForm::matrices<double>(p);
    Travelled<BlimanSorine> now{State{{uniform(random, -2, 2), uniform(random, -2, 2)}}};
    double stored = BlimanSorine::storage(p, now.state);
    for (int stroke = 0; stroke < 20; ++stroke) {
      ASSERT_GE(stored, 0.0);
      const auto next = slide(p, m, now, stroke % 2 ? 1.0 : -1.0, 1e-4 * std::pow(10, uniform(random, -3, 1)));
      const double after = BlimanSorine::storage(p, next.state);
      ASSERT_LE(after - stored, next.energy - now.energy + 1e-13 * (1 + stored / 1e-4) * 1e-4);
      now = next, stored = after;
    }
  }
}

// P B = C', and at the root (b) the determinant of A'P + PA vanishes: less P would break the dissipation inequality.
TEST(BlimanSorine, StorageIsOnTheBorderOfTheLemma) {
  const P p = with(2, 1.5, 0.4);
  const auto m = BlimanSorineForm::matrices<double>(p);
  const auto w = [&](double x1, double x2) { return BlimanSorine::storage(p, State{{x1, x2}}); };
  const double p11 = 2 * w(1, 0), p22 = 2 * w(0, 1), p12 = w(1, 1) - w(1, 0) - w(0, 1);
  EXPECT_NEAR(p11 * m.input[0] + p12 * m.input[1], 1.0, 1e-13);  // P B = C'
  EXPECT_NEAR(p12 * m.input[0] + p22 * m.input[1], 1.0, 1e-13);
  const auto [a, b] = m.dynamics.entries;
  EXPECT_NEAR((a + b) * p12 * (a + b) * p12 / (4 * a * p11 * b * p22), 1.0, 1e-13);
}

// 1 - f2/f1 and 1 - eta both 0 is the one singular set; nearby the storage is large but finite, and with f2 = 0 it is
// the elastic energy x1^2 / (2 stiffness) of Dahl's law.
TEST(BlimanSorine, StorageOfOneBlockIsElasticEnergy) {
  const P p = with(2, 0, 0.3);
  EXPECT_NEAR(BlimanSorine::storage(p, State{{1.5, 0}}), 0.5 * 1.5 * 1.5 / (2 / 3e-5), 1e-18);
  EXPECT_TRUE(std::isfinite(BlimanSorine::storage(with(1, 0.999999999, 1), State{{1, -1}})));
}

// The denominator p^2 + 2 zeta w p + w^2 has w = 1/(eps sqrt(eta)) and zeta = (1 + eta)/(2 sqrt(eta)) >= 1.
TEST(BlimanSorine, DenominatorIsOverdamped) {
  const auto [fast, slow] = BlimanSorineForm::matrices<double>(with(2, 1, 0.3)).dynamics.entries;
  const double w = std::sqrt(fast * slow);
  EXPECT_NEAR(w, 18257.4185835055, 1e-9);
  EXPECT_NEAR(-(fast + slow) / (2 * w), 1.18673220792786, 1e-13);
}

// Each broken rule is named.
TEST(BlimanSorine, EveryBrokenRuleIsReported) {
  EXPECT_TRUE(violations(P{}).empty());
  const auto weak = violations(with(1, 1.2, 0.3));
  ASSERT_EQ(weak.size(), 1u);
  EXPECT_NE(weak[0].text.find("fast_force > slow_force"), std::string::npos);
  const auto soft = violations(with(1, 0.5, 3));
  ASSERT_EQ(soft.size(), 1u);
  EXPECT_NE(soft[0].text.find("fast_force > length_ratio slow_force"), std::string::npos);
}

using Damped = BlimanSorineDamped;

// (1) overshoots to F_C (1 + c e^{-pi zeta/sqrt(1-zeta^2)}) at pi/(w sqrt(1-zeta^2)), c = 1 from rest, 2 after a
// reversal.
TEST(BlimanSorineDamped, OvershootHasItsClosedForm) {
  const ParametersOf<Damped> p;  // zeta = 0.2155, w = 1e4
  EXPECT_NEAR(force_after<Damped>(p, {}, 0.000321718412579246), 1.49992200680941, 1e-13);
  EXPECT_NEAR(force_after<Damped>(p, {{-1, 0}}, 0.000321718412579246), 1.99984401361881, 1e-13);
  for (const double beside : {0.95, 1.05}) EXPECT_LT(force_after<Damped>(p, {}, beside * 0.000321718412579246), 1.4999);
  EXPECT_EQ(Damped::rate(p, StateOf<Damped>{}, contact(1.0)).filtered_force[0], 0.0);  // no initial stiffness
  EXPECT_NEAR(Damped::coulomb_level(p), 1.0, 1e-15);
}

// Not passive: settled reversals every pi/(2w) have a negative mean of F sgn v; every 2 pi/w it is positive.
TEST(BlimanSorineDamped, QuickReversalsGainEnergy) {
  const ParametersOf<Damped> p;
  const auto mean = [&](double s) {
    const Travelled<Damped> start{test_support::settled_before_forward<Damped>(p, s)};
    return slide(p, DampedForm::matrices<double>(p), start, 1.0, s).energy / s;
  };
  EXPECT_NEAR(mean(0.5 * std::numbers::pi / 1e4), -0.252619075560077, 1e-12);
  EXPECT_NEAR(mean(2 * std::numbers::pi / 1e4), 0.933065984572138, 1e-12);
  for (const double zeta : {0.01, 0.5, 1.0, 20.0}) {
    ParametersOf<Damped> other;
    other.damping_ratio = zeta, other.coulomb_force = 3;
    EXPECT_NEAR(Damped::passivity_margin(other), -3.0, 1e-12);
  }
}

// Out-of-range numbers are reported by name.
TEST(BlimanSorineDamped, WrongNumbersAreReported) {
  ParametersOf<Damped> p;
  EXPECT_TRUE(violations(p).empty());
  p.damping_ratio = 0, p.path_frequency = -1, p.coulomb_force = 0;
  EXPECT_EQ(violations(p).size(), 3u);
}

}  // namespace
}  // namespace stiction::bliman_sorine_test
