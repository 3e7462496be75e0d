// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/space_invariant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::space_invariant_test {
namespace {

using test_support::slide;
using test_support::Travelled;
using test_support::uniform;
using P = ParametersOf<SpaceInvariant>;
using State = StateOf<SpaceInvariant>;

P matrices(std::array<double, 4> a, std::array<double, 2> b, std::array<double, 2> c, double d) {
  P p;
  p.dynamics = a, p.input = b, p.output = c, p.direct_force = d;
  return p;
}

P random_stable_matrices(std::mt19937_64& random, double direct_force) {
  P p;
  do {
    for (double& x : p.dynamics) x = uniform(random, -2, 2);
  } while (!(p.dynamics[0] + p.dynamics[3] < -0.1) || !is_hurwitz<2>(p.dynamics));
  for (double& x : p.input) x = uniform(random, -1, 1);
  for (double& x : p.output) x = uniform(random, -1, 1);
  p.direct_force = direct_force;
  return p;
}

/// Re H(jw), H = D + C (jw - A)^{-1} B, by Cramer's rule in complex numbers.
double real_part(const P& p, double w) {
  using Complex = std::complex<double>;
  const auto& a = p.dynamics;
  const Complex m00(-a[0], w), m01(-a[1]), m10(-a[2]), m11(-a[3], w), det = m00 * m11 - m01 * m10;
  const Complex x0 = (p.input[0] * m11 - p.input[1] * m01) / det, x1 = (p.input[1] * m00 - p.input[0] * m10) / det;
  return p.direct_force + (p.output[0] * x0 + p.output[1] * x1).real();
}

// (2) for a held direction, against the rotating decay e^{-d s} (cos, sin) of the matrix ((-d, w), (-w, -d)).
TEST(SpaceInvariant, HeldDirectionGivesTheClosedFormOfADecayingRotation) {
  const double d = 300, w = 2000;
  const P p = matrices({-d, w, -w, -d}, {500, -700}, {1, 2}, 0.25);
  const State z{{0.3, -0.4}};
  for (const double s : {0.0, 1e-7, 1e-4, 1e-3, 0.02}) {
    for (const double direction : {-1.0, 1.0}) {
      const std::complex<double> rate(-d, -w), x0(z.filtered_force[0], z.filtered_force[1]), b(500, -700);
      const std::complex<double> steady = -direction * b / rate, x = steady + (x0 - steady) * std::exp(rate * s);
      const State end = SpaceInvariant::exact_step(p, z, contact(direction * 0.1), 10 * s);
      EXPECT_NEAR(end.filtered_force[0], x.real(), 5e-15);
      EXPECT_NEAR(end.filtered_force[1], x.imag(), 5e-15);
      const double force = SpaceInvariant::force(p, end, end, contact(direction));
      EXPECT_NEAR(force, x.real() + 2 * x.imag() + 0.25 * direction, 2e-14);
    }
  }
}

// (2): the exact step solves the rate equation, d/dh exact_step = rate, also in three states.
TEST(SpaceInvariant, RateIsTheDerivativeOfTheExactStep) {
  using Third = BasicSpaceInvariant<SpaceMatrices<3>>;
  using D = Dual<double, 1>;
  ParametersOf<Third, D> p;
  p.dynamics = {-900., 300., 20., -250., -400., 77., 10., -60., -1500.}, p.input = {1000., -300., 450.};
  StateOf<Third, D> z{{0.2, 0.7, -0.4}};
  for (const double v : {-0.3, 0.02}) {
    const auto end = Third::exact_step(p, z, contact(D(v)), D::variable(0.004, 0));
    const auto rate = Third::rate(p, end, contact(D(v)));
    for (std::size_t i = 0; i < 3; ++i) {
      const double expected = rate.filtered_force[i].value;
      EXPECT_NEAR(end.filtered_force[i].slope[0], expected, 1e-11 * std::abs(expected));
    }
  }
}

// e^{t+s} = e^t e^s: a step is the same in one piece or in many, for random matrices of order 3.
TEST(SpaceInvariant, ALongStepEqualsManyShortOnes) {
  using Third = BasicSpaceInvariant<SpaceMatrices<3>>;
  std::mt19937_64 random(5);
  for (int k = 0; k < 100; ++k) {
    ParametersOf<Third> p;
    do {
      for (double& x : p.dynamics) x = uniform(random, -3, 3);
    } while (!is_hurwitz<3>(p.dynamics));
    for (double& x : p.input) x = uniform(random, -1, 1);
    StateOf<Third> whole{{1, -2, 0.5}}, parts = whole;
    whole = Third::exact_step(p, whole, contact(-1.0), 6.4);
    for (int i = 0; i < 64; ++i) parts = Third::exact_step(p, parts, contact(-1.0), 0.1);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(whole.filtered_force[i], parts.filtered_force[i], 1e-11);
  }
}

// A nilpotent matrix has e^M = 1 + M + M^2/2, phi_1 = 1 + M/2 + M^2/6, phi_2 = 1/2 + M/6 + M^2/24, however large.
TEST(StepMatrices, AreExactForANilpotentMatrix) {
  const double a = 300, b = -7;
  const auto s = step_matrices<3>(std::array<double, 9>{0, a, 0, 0, 0, b, 0, 0, 0});
  const std::array<double, 9> growth{0, a, a * b / 2, 0, 0, b, 0, 0, 0};
  const std::array<double, 9> phi1{1, a / 2, a * b / 6, 0, 1, b / 2, 0, 0, 1};
  const std::array<double, 9> phi2{0.5, a / 6, a * b / 24, 0, 0.5, b / 6, 0, 0, 0.5};
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(s.growth[i], growth[i], 1e-13 * std::abs(growth[i]));
    EXPECT_NEAR(s.phi1[i], phi1[i], 1e-13 * std::abs(phi1[i]));
    EXPECT_NEAR(s.phi2[i], phi2[i], 1e-13 * std::abs(phi2[i]));
  }
}

// Decays twelve decades apart keep their digits: e^{-1} beside e^{-1e12}, and phi_1(-x) = (1 - e^{-x})/x for both.
TEST(StepMatrices, KeepSlowModesExactBesideFastOnes) {
  const auto s = step_matrices<2>(std::array<double, 4>{-1, 0, 0, -1e12});
  EXPECT_NEAR(s.growth[0], std::expm1(-1.0), 3e-14);
  EXPECT_NEAR(s.growth[3], -1.0, 3e-14);
  EXPECT_NEAR(s.phi1[0], -std::expm1(-1.0), 3e-14);
  EXPECT_NEAR(s.phi1[3], 1e-12, 3e-26);
  EXPECT_NEAR(s.phi2[0], std::exp(-1.0), 3e-14);
  EXPECT_NEAR(s.phi2[3], 1e-12, 3e-24);
}

// However long the path, the state ends at -A^{-1} B and the force at H(0): no overflow in double or float.
template <class Real>
void expect_steady_after_any_length(double relative) {
  ParametersOf<SpaceInvariant, Real> p;
  p.dynamics = {Real(-3), Real(40), Real(-5), Real(-0.5)}, p.input = {Real(2), Real(7)};
  const double det = 1.5 + 200, x0 = (2 * 0.5 + 40 * 7) / det, x1 = (3 * 7 - 5 * 2) / det;  // Cramer
  StateOf<SpaceInvariant, Real> z{{Real(5), Real(-3)}};
  for (const double s : {1e3, 1e8, 1e20, 1e35}) {
    const auto end = SpaceInvariant::exact_step(p, z, contact(Real(-1)), Real(s)).filtered_force;
    EXPECT_NEAR(static_cast<double>(end[0]), -x0, relative);
    EXPECT_NEAR(static_cast<double>(end[1]), -x1, relative);
  }
  EXPECT_NEAR(static_cast<double>(SpaceInvariant::steady_force(p, contact(Real(-2)))), -(x0 + x1) / 2, relative);
}
TEST(SpaceInvariant, EndsInSteadySlidingAfterAnyLength) {
  expect_steady_after_any_length<double>(1e-13);
  expect_steady_after_any_length<float>(1e-4);
}

// Rate independence: v(t) and k v(k t) travel the same path and give the same state, here by integrating (2) in time.
TEST(SpaceInvariant, TheSamePathTravelledFasterGivesTheSameState) {
  const P p = matrices({-900, 4000, -3000, -200}, {500, 700}, {1, 1}, 0);
  const auto after_three_strokes = [&](double frequency) {
    Travelled<SpaceInvariant> now;
    const double half = std::numbers::pi / frequency;
    const auto velocity = [&](double t) { return 1e-3 * frequency * std::sin(frequency * t); };
    for (int k = 0; k < 3; ++k)
      now = test_support::integrate<SpaceInvariant>(p, now, velocity, k * half, (k + 1) * half, 2000);
    return now;
  };
  const auto slow = after_three_strokes(0.01), fast = after_three_strokes(1e4);
  EXPECT_NEAR(slow.state.filtered_force[0], fast.state.filtered_force[0], 1e-12);
  EXPECT_NEAR(slow.state.filtered_force[1], fast.state.filtered_force[1], 1e-12);
  EXPECT_NEAR(slow.energy, fast.energy, 1e-12 * std::abs(fast.energy));
  EXPECT_GT(std::abs(fast.state.filtered_force[0]), 0.01);
}

// The sign of the margin is that of the minimum of Re H(jw) over all w: a fine grid agrees on 5000 random systems.
TEST(SpaceInvariant, MarginHasTheSignOfTheSmallestRealPart) {
  std::mt19937_64 random(11);
  int positive_real = 0, others = 0;
  for (int k = 0; k < 5000; ++k) {
    const P p = random_stable_matrices(random, uniform(random, 0, 1.5) * (k % 2));
    double smallest = p.direct_force;
    for (double log_w = -4; log_w < 4; log_w += 0.01) smallest = std::min(smallest, real_part(p, std::pow(10, log_w)));
    const double margin = SpaceInvariant::passivity_margin(p);
    if (std::abs(margin) < 1e-3) continue;  // between the points of the grid
    EXPECT_EQ(margin > 0, smallest >= 0) << "margin " << margin << ", grid " << smallest;
    ++(margin > 0 ? positive_real : others);
  }
  EXPECT_GT(positive_real, 500);
  EXPECT_GT(others, 500);
}

// (4) and the KYP lemma: a positive real law started relaxed never gives back more than it was given.
TEST(SpaceInvariant, NoMotionDrawsEnergyFromAPositiveRealLaw) {
  std::mt19937_64 random(12);
  for (int cases = 0; cases < 2000;) {
    const P p = random_stable_matrices(random, uniform(random, 0, 1.5) * (cases % 2));
    if (SpaceInvariant::passivity_margin(p) < 0) continue;
    ++cases;
    Travelled<SpaceInvariant> now;
    for (int stroke = 0; stroke < 60; ++stroke) {
      now = slide(p, p, now, stroke % 2 ? -1.0 : 1.0, std::pow(10, uniform(random, -2, 1)));
      ASSERT_GE(now.energy, -1e-12);
    }
  }
}

// Without direct force the numerator of Re H is linear in w^2: where it is negative for large w, a square wave of high
// enough frequency has all its power there; where it is negative at w = 0, plain sliding does. Both gain energy.
TEST(SpaceInvariant, SomeMotionDrawsEnergyFromALawThatIsNotPositiveReal) {
  std::mt19937_64 random(13);
  int by_sliding = 0, by_switching = 0;
  while (by_sliding + by_switching < 2000) {
    const P p = random_stable_matrices(random, 0.0);
    if (SpaceInvariant::passivity_margin(p) > -1e-2) continue;
    if (SpaceInvariant::coulomb_level(p) < 0) {
      EXPECT_LT(slide(p, p, Travelled<SpaceInvariant>{}, 1.0, 1e6).energy, 0.0);
      ++by_sliding;
      continue;
    }
    double energy = 1;
    for (double s = 10; s > 1e-2 && energy >= 0; s /= 1.3) {
      Travelled<SpaceInvariant> now{test_support::settled_before_forward<SpaceInvariant>(p, s)};
      const State start = now.state;
      now = slide(p, p, now, 1.0, s);
      ASSERT_NEAR(now.state.filtered_force[0], -start.filtered_force[0], 1e-9);  // each half-period repeats mirrored
      energy = now.energy;
    }
    EXPECT_LT(energy, 0.0);
    ++by_switching;
  }
  EXPECT_GT(by_sliding, 100);
  EXPECT_GT(by_switching, 100);
}

// Switching sgn v so fast that its local mean is cos(w s) filters like cos(w s), but pays D in full: sgn(v)^2 = 1. The
// mean of F sgn v is (Re H(jw) - D) / 2 + D, which is negative only if Re H < -D: with D > 0 positive realness is
// sufficient for passivity, not necessary by this motion.
TEST(SpaceInvariant, FastSwitchingImitatesAnyInputButPaysTheDirectForceInFull) {
  std::mt19937_64 random(14);
  int gains = 0;
  for (int cases = 0; cases < 20;) {
    const P p = random_stable_matrices(random, cases % 2 ? 0.01 : 0.05);
    const auto& m = p.dynamics;
    if (m[0] + m[3] > -0.6 || m[0] * m[3] - m[1] * m[2] < 0.5) continue;  // decays within the 30 periods below
    double w = 0.5;
    for (double trial = 0.5; trial < 5; trial *= 1.1) w = real_part(p, trial) < real_part(p, w) ? trial : w;
    const double expected = (real_part(p, w) + p.direct_force) / 2;
    if (!(real_part(p, w) < -2 * p.direct_force)) continue;
    ++cases;
    constexpr int cells = 400;
    const double cell = 2 * std::numbers::pi / w / cells;
    Travelled<SpaceInvariant> now;
    double before_last = 0;
    for (int period = 0; period < 30; ++period) {
      before_last = now.energy;
      for (int k = 0; k < cells; ++k) {  // + in the middle of the cell, - on both sides
        const double forward = cell * (1 + std::cos(2 * std::numbers::pi * (k + 0.5) / cells)) / 2;
        now = slide(p, p, now, -1.0, (cell - forward) / 2);
        now = slide(p, p, now, 1.0, forward);
        now = slide(p, p, now, -1.0, (cell - forward) / 2);
      }
    }
    const double mean = (now.energy - before_last) / (cell * cells);
    EXPECT_NEAR(mean, expected, 0.02 * std::abs(expected));
    gains += mean < 0;
  }
  EXPECT_EQ(gains, 20);
}

// Routh: p^3 + a p^2 + b p + c has all roots on the left iff a, c > 0 and a b > c.
TEST(IsHurwitz, AgreesWithRouthForThirdOrder) {
  std::mt19937_64 random(15);
  int stable = 0;
  for (int k = 0; k < 2000; ++k) {
    const double a = uniform(random, -1, 4), b = uniform(random, -1, 4), c = uniform(random, -1, 4);
    const bool by_routh = a > 0 && c > 0 && a * b > c;
    const std::array<double, 9> companion{0, 1, 0, 0, 0, 1, -c, -b, -a};
    EXPECT_EQ(is_hurwitz<3>(companion), by_routh) << a << " " << b << " " << c;
    stable += by_routh;
  }
  EXPECT_GT(stable, 500);
}

// Each rule is reported alone when it alone is broken.
TEST(SpaceInvariant, EveryBrokenRuleIsReported) {
  EXPECT_TRUE(violations(P{}).empty());
  const auto saddle = violations(matrices({-1, 3, 1, -1}, {-1, -1}, {1, 1}, 0));
  ASSERT_EQ(saddle.size(), 1u);
  EXPECT_NE(saddle[0].text.find("dynamics is Hurwitz"), std::string::npos);
  EXPECT_FALSE(violations(matrices({1, 2, -2, 0}, {1, 1}, {1, 1}, 9)).empty());  // spiral outwards: trace > 0
  const auto helps_motion = violations(matrices({-1, 0, 0, -1}, {1, -1.5}, {1, 1}, 0.4));
  ASSERT_EQ(helps_motion.size(), 1u);
  EXPECT_NE(helps_motion[0].text.find("friction resists steady sliding"), std::string::npos);
  EXPECT_EQ(violations(matrices({-1, 0, 0, -1}, {1, 1}, {1, 1}, -0.1)).size(), 1u);  // D < 0
}

// Multiplying the force-level parameters by a load ratio multiplies every force by it, once.
TEST(SpaceInvariant, ForceLevelsScaleTheForceOnce) {
  P p = matrices({-3, 4, -5, -0.5}, {2, 7}, {1, 0.5}, 0.3);
  const State z{{0.4, 0.7}};
  const double before = SpaceInvariant::force(p, z, z, contact(1.0)), level = SpaceInvariant::coulomb_level(p);
  for_each_field(p, [](const auto& row, double& x, std::size_t) { x *= row.role == Role::force_level ? 3.0 : 1.0; });
  EXPECT_DOUBLE_EQ(SpaceInvariant::force(p, z, z, contact(1.0)), 3 * before);
  EXPECT_DOUBLE_EQ(SpaceInvariant::coulomb_level(p), 3 * level);
}

// A diagonal matrix gives what the full matrix with the same diagonal gives, for products, solutions and steps.
TEST(DiagonalMatrix, AgreesWithTheFullMatrix) {
  const DiagonalMatrix<double, 2> d{{-3.0, -0.5}};
  const std::array<double, 4> full = diagonal_matrix(d.entries);
  const std::array<double, 2> x{0.7, -1.1}, b{2.0, 0.3};
  for (const double path : {0.0, 1e-9, 0.4, 300.0}) {
    const auto one = linear_step(scaled(path, d), x, b), other = linear_step(scaled(path, full), x, b);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(one[i], other[i], 1e-14) << "path " << path;
  }
  EXPECT_EQ(times(d, x), times(full, x));
  EXPECT_EQ(solve(d, b), solve(full, b));
}

}  // namespace
}  // namespace stiction::space_invariant_test
