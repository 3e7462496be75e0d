// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/polynomial.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

using Complex = std::complex<double>;

// (2 + 3 s + s^2)(s - 1) = s^3 + 2 s^2 - s - 2, by hand.
TEST(Polynomial, SumsProductsAndDerivativesAreThoseOfTheCoefficients) {
  const Polynomial p({2, 3, 1}), q({-1, 1});
  EXPECT_EQ(p * q, Polynomial({-2, -1, 2, 1}));
  EXPECT_EQ(p + q, Polynomial({1, 4, 1}));
  EXPECT_EQ(p - p, Polynomial(0));
  EXPECT_EQ((p * q).derivative(), Polynomial({-1, 4, 3}));
  EXPECT_EQ(p.stretched(2), Polynomial({2, 6, 4}));
  EXPECT_EQ(p(-3.0), 2.0);
  EXPECT_EQ(p(Complex(0, 1)), Complex(1, 3));
}

// Leading zeros do not count: the degree is that of the largest power that is there.
TEST(Polynomial, LeadingZerosAreDropped) {
  EXPECT_EQ(Polynomial({1, 2, 0, 0}).degree(), 1U);
  EXPECT_TRUE(Polynomial({0, 0}).is_zero());
  EXPECT_TRUE(Polynomial(std::vector<double>{}).is_zero());
}

// A coefficient that is no number is named by its power.
TEST(Polynomial, CoefficientsMustBeFinite) {
  try {
    Polynomial({1, std::nan(""), 2});
    FAIL() << "accepted nan";
  } catch (const InvalidInput& e) {
    EXPECT_STREQ(e.what(), "polynomial: the coefficient of power 1 is nan and must be finite");
  }
  EXPECT_THROW(roots(Polynomial(0)), InvalidInput);
}

// Wilkinson's polynomial of degree 10, and roots that lie twelve decades apart.
TEST(Polynomial, RootsAreFoundWhateverTheirSize) {
  std::vector<Complex> whole, distant;
  for (int k = 1; k <= 10; ++k) whole.emplace_back(-k);
  for (const double s : {-1e6, -1.0, -1e-6}) distant.emplace_back(s);
  for (const auto& expected : {whole, distant}) {
    auto found = roots(polynomial_from_roots(expected));
    auto sorted = expected;
    std::sort(sorted.begin(), sorted.end(), [](Complex a, Complex b) { return a.real() < b.real(); });
    ASSERT_EQ(found.size(), sorted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_LT(std::abs(found[i] - sorted[i]), 1e-8 * std::abs(sorted[i])) << sorted[i];
  }
}

// s^2 (s^2 + 1): roots at zero are exact, a pair on the axis is a conjugate pair.
TEST(Polynomial, RootsAtZeroAndOnTheImaginaryAxisAreExact) {
  const auto found = roots(Polynomial({0, 0, 1, 0, 1}));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_NEAR(found[0].imag(), -1, 1e-15);
  EXPECT_EQ(found[1], Complex(0));
  EXPECT_EQ(found[2], Complex(0));
  EXPECT_NEAR(found[3].imag(), 1, 1e-15);
}

// A polynomial is known by its roots: random real and complex ones, over four decades, come back.
TEST(Polynomial, RandomRootsComeBack) {
  RandomCases cases(1);
  for (int n = 0; n < 300; ++n) {
    std::vector<Complex> expected;
    while (expected.size() < 6) {
      const double size = cases.log_uniform(1e-2, 1e2);
      if (cases.sign() > 0) {
        expected.emplace_back(cases.sign() * size);
      } else {
        const Complex s = std::polar(size, cases.uniform(0.1, 3.0));
        expected.insert(expected.end(), {s, std::conj(s)});
      }
    }
    const Polynomial p = cases.log_uniform(1e-3, 1e3) * polynomial_from_roots(expected);
    auto found = roots(p);
    ASSERT_EQ(found.size(), expected.size());
    for (const Complex& s : expected) {
      double distance = 1e300, condition = p.rounding_at(std::abs(s)) / std::abs(p.derivative()(s));
      for (const Complex& f : found) distance = std::min(distance, std::abs(f - s));
      EXPECT_LT(distance, 1e-9 * std::abs(s) + 50 * condition) << s << " in case " << n;
    }
  }
}

}  // namespace
}  // namespace stiction::testing
