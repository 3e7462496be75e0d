// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/sturm_sequence.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing::sturm_sequence_test {
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
TEST(SturmSequence, CountsDistinctRealRoots) {
  const Polynomial p = Polynomial({-1, 1}) * Polynomial({4, -4, 1}) * Polynomial({1, 0, 1});
  const SturmSequence sturm(p);
  EXPECT_EQ(sturm.count_roots(-infinity, infinity), 2);
  EXPECT_EQ(sturm.count_roots(-infinity, 0), 0);
  EXPECT_EQ(sturm.count_roots(0, 1.5), 1);
  EXPECT_EQ(sturm.count_roots(1, 1.5), 0);
  EXPECT_EQ(sturm.count_roots(1.5, infinity), 1);
  EXPECT_THROW(SturmSequence(Polynomial(0)), InvalidInput);
}

// Counts and places agree with the roots a polynomial was made of, in any unit.
TEST(SturmSequence, FindsTheRootsAPolynomialWasMadeOf) {
  RandomCases cases(11);
  for (int n = 0; n < 500; ++n) {
    const auto made_of = random_roots(cases);
    const double unit = cases.log_uniform(1e-6, 1e6), low = unit * cases.uniform(-50, 50);
    const Polynomial p = cases.sign() * polynomial_from_roots(made_of).stretched(1 / unit);
    std::vector<double> expected;
    for (const Complex& s : made_of)
      if (s.imag() == 0 && s.real() * unit > low) expected.push_back(s.real() * unit);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(SturmSequence(p).count_roots(low, infinity), static_cast<int>(expected.size())) << "case " << n;
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

}  // namespace
}  // namespace stiction::testing::sturm_sequence_test
