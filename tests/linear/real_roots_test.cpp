// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/real_roots.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing::real_roots_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Complex = std::complex<double>;

/// Six random roots, real or in pairs, over four decades.
std::vector<Complex> random_roots(RandomCases& cases) {
  std::vector<Complex> all;
  while (all.size() < 6) {
    const double size = cases.log_uniform(1e-2, 1e2);
    if (cases.sign() > 0 || all.size() == 5) {
      all.emplace_back(cases.sign() * size);
    } else {
      const Complex s = std::polar(size, cases.uniform(0.05, 3.1));
      all.insert(all.end(), {s, std::conj(s)});
    }
  }
  return all;
}

// (x - 1)(x - 2)^2 (x^2 + 1): a double root counts once, a complex pair not at all, and the left end is left out.
TEST(RealRoots, CountsMultipleRootsOnce) {
  const Polynomial p = Polynomial({-1, 1}) * Polynomial({4, -4, 1}) * Polynomial({1, 0, 1});
  EXPECT_EQ(real_roots(p, -infinity, infinity).size(), 2U);
  EXPECT_EQ(real_roots(p, -infinity, 0).size(), 0U);
  EXPECT_EQ(real_roots(p, 0, 1.5).size(), 1U);
  EXPECT_EQ(real_roots(p, 1, 1.5).size(), 0U);
  EXPECT_EQ(real_roots(p, 1.5, infinity).size(), 1U);
  EXPECT_TRUE(real_roots(Polynomial(1), -infinity, infinity).empty());
}

// Number and places agree with the roots a polynomial was made of, in any unit.
TEST(RealRoots, FindsTheRootsAPolynomialWasMadeOf) {
  RandomCases cases(11);
  for (int n = 0; n < 500; ++n) {
    const auto made_of = random_roots(cases);
    const double unit = cases.log_uniform(1e-6, 1e6), low = unit * cases.uniform(-50, 50);
    const Polynomial p = cases.sign() * polynomial_from_roots(made_of).stretched(1 / unit);
    std::vector<double> expected;
    for (const Complex& s : made_of)
      if (s.imag() == 0 && s.real() * unit > low) expected.push_back(s.real() * unit);
    std::sort(expected.begin(), expected.end());
    const auto found = real_roots(p, low, infinity);
    ASSERT_EQ(found.size(), expected.size()) << "case " << n;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double condition = p.rounding_at(std::abs(expected[i])) / std::abs(p.derivative()(expected[i]));
      EXPECT_NEAR(found[i], expected[i], 1e-9 * std::abs(expected[i]) + 50 * condition) << "case " << n;
    }
  }
}

// x^2 - 2 x + c is positive beyond zero for c > 1 only, with its minimum c - 1 at 1; at c = 1 it touches zero.
TEST(Positivity, IsStrictAndKnowsTheMinimum) {
  for (const double c : {1.001, 1.0, 0.999}) {
    const Positivity answer = positivity_on_half_line(Polynomial({c, -2, 1}));
    EXPECT_EQ(answer.positive, c > 1);
    EXPECT_NEAR(answer.lowest.value, c - 1, 1e-12);
    EXPECT_NEAR(answer.lowest.at, 1, 1e-6);
  }
  EXPECT_TRUE(positivity_on_half_line(Polynomial({0, 1})).positive);  // zero itself is not inside
  EXPECT_FALSE(positivity_on_half_line(Polynomial({1, -1})).positive);
  EXPECT_EQ(positivity_on_half_line(Polynomial({1, -1})).lowest.value, -infinity);
  EXPECT_FALSE(positivity_on_half_line(Polynomial(0)).positive);
}

// The verdict is that of a dense grid wherever the grid can tell.
TEST(Positivity, AgreesWithADenseGrid) {
  RandomCases cases(12);
  int positive = 0;
  for (int n = 0; n < 300; ++n) {
    auto made_of = random_roots(cases);
    if (n % 2 == 0)  // make positive ones common enough
      for (Complex& s : made_of)
        if (s.imag() == 0) s = -std::abs(s);
    const Polynomial p = polynomial_from_roots(made_of);
    bool below = false;
    for (int k = 0; k <= 20000; ++k) below = below || p(std::pow(10, -4 + 8.0 * k / 20000)) < 0;
    const bool answer = positivity_on_half_line(p).positive;
    if (below) {
      EXPECT_FALSE(answer) << "case " << n;
    }
    positive += answer ? 1 : 0;
    EXPECT_TRUE(answer || below) << "case " << n;
  }
  EXPECT_GT(positive, 100);
  EXPECT_LT(positive, 280);
}

// (x^2 - 4 x + 5) / (x^2 + 1) has its smallest value 3 - 2 sqrt(2) at 1 + sqrt(2).
TEST(LowestRatio, IsFoundWhereItsSlopeVanishes) {
  const LowestValue lowest = lowest_ratio(uncertain(Polynomial({5, -4, 1})), uncertain(Polynomial({1, 0, 1})));
  EXPECT_NEAR(lowest.at, 1 + std::sqrt(2), 1e-9);
  EXPECT_NEAR(lowest.value, 3 - 2 * std::sqrt(2), 1e-12);
  EXPECT_EQ(lowest_ratio(uncertain(1), uncertain(Polynomial({1, 1}))).at, infinity);
}

// Re G of a resonance with damping ratio d over a broad zero: a dip of depth ~1/d that is as narrow, next to a maximum
// as high. Its bottom lies below the value at either side of the resonance, however sharp.
TEST(LowestRatio, SeesTheDipOfASharpResonance) {
  for (const double d : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    // G = 1 / (s^2 + 2 d s + 1): with x = w^2, Re G = (1 - x) / ((1 - x)^2 + 4 d^2 x).
    const Polynomial above({1, -1}), below({1, -2 + 4 * d * d, 1});
    const LowestValue lowest = lowest_ratio(uncertain(above), uncertain(below));
    const double rounding = 1e-15 / (d * d);               // the coefficients hold d^2 beside 1
    EXPECT_NEAR(lowest.at, 1 + 2 * d, rounding * d) << d;  // (1 - x)^2 = 4 d^2
    EXPECT_NEAR(lowest.value * 4 * d * (1 + d), -1, rounding) << d;
  }
}

}  // namespace
}  // namespace stiction::testing::real_roots_test
