// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/positive_real.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing::positive_real_test {
namespace {

using Complex = std::complex<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

// (s + a) / ((s + 1)(s + 2)): Re G = (2 a + (3 - a) w^2) / |.|^2, strictly positive real iff 0 < a < 3.
TEST(PositiveReal, FollowsTheClosedFormOfASecondOrderSystem) {
  for (const double a : {-0.5, 0.0, 0.5, 2.9, 3.0, 3.5}) {
    const PositiveRealReport r = positive_real(TransferFunction(Polynomial({a, 1}), Polynomial({2, 3, 1})));
    EXPECT_EQ(r.strictly_positive_real, a > 0 && a < 3) << a << ": " << r.sentence;
    EXPECT_EQ(r.positive_real, a >= 0 && a <= 3) << a;
    EXPECT_NEAR(r.high_frequency_limit, 3 - a, 1e-14);
    if (a == 3.5) {
      ASSERT_EQ(r.negative.size(), 1U);
      EXPECT_NEAR(r.negative[0].from, std::sqrt(14), 1e-12);
      EXPECT_EQ(r.negative[0].to, infinity);
    }
    // Re(1/G) = (2 a + (3 - a) w^2) / (a^2 + w^2) runs from 2/a to 3 - a.
    if (a > 0) {
      EXPECT_NEAR(r.margin.value, std::min(2 / a, 3 - a), 1e-12) << a;
    }
  }
}

// Integrators, 1/s, are positive real but not strictly; -1/s and 1/s^2 are not; s is.
TEST(PositiveReal, PolesOnTheAxisNeedAPositiveResidue) {
  EXPECT_TRUE(positive_real(TransferFunction(1, Polynomial({0, 1}))).positive_real);
  EXPECT_FALSE(positive_real(TransferFunction(1, Polynomial({0, 1}))).strictly_positive_real);
  EXPECT_FALSE(positive_real(TransferFunction(-1, Polynomial({0, 1}))).positive_real);
  EXPECT_FALSE(positive_real(TransferFunction(1, Polynomial({0, 0, 1}))).positive_real);
  EXPECT_TRUE(positive_real(TransferFunction(Polynomial({0, 1}), Polynomial({4, 0, 1}))).positive_real);
  EXPECT_TRUE(positive_real(TransferFunction(Polynomial({0, 1}), 1)).positive_real);
  EXPECT_TRUE(positive_real(TransferFunction(Polynomial({1, 1}), 1)).strictly_positive_real);
  EXPECT_TRUE(positive_real(TransferFunction(2.0)).strictly_positive_real);
  EXPECT_FALSE(positive_real(TransferFunction(0.0)).positive_real);
}

// (s^2 + 1)/(s + 1)^2 touches zero at w = 1: positive real, not strictly.
TEST(PositiveReal, TouchingZeroIsNotStrict) {
  const PositiveRealReport r = positive_real(TransferFunction(Polynomial({1, 0, 1}), Polynomial({1, 2, 1})));
  EXPECT_TRUE(r.positive_real);
  EXPECT_FALSE(r.strictly_positive_real);
  EXPECT_NEAR(r.lowest_real_part.value, 0, 1e-12);
  EXPECT_NEAR(r.lowest_real_part.at, 1, 1e-6);
}

/// Random stable denominator of the order given.
Polynomial random_denominator(RandomCases& cases, std::size_t order) {
  std::vector<Complex> poles;
  while (poles.size() + 1 < order) {
    const Complex s = std::polar(cases.log_uniform(0.1, 10), cases.uniform(1.7, 3.1));
    poles.insert(poles.end(), {s, std::conj(s)});
  }
  if (poles.size() < order) poles.emplace_back(-cases.log_uniform(0.1, 10));
  return polynomial_from_roots(poles);
}

// Verdict, minimum and bands are those of a dense grid, for random functions of relative degree 0 and 1.
TEST(PositiveReal, AgreesWithADenseGridOfFrequencies) {
  RandomCases cases(31);
  int strict = 0;
  for (int n = 0; n < 200; ++n) {
    const std::size_t order = 2 + static_cast<std::size_t>(n % 4);
    // Zeros near the poles make positive real functions common.
    std::vector<double> numerator = random_denominator(cases, order - static_cast<std::size_t>(n % 2)).coefficients();
    const TransferFunction g(Polynomial(numerator), random_denominator(cases, order));
    const PositiveRealReport r = positive_real(g);
    double lowest = infinity;
    bool below = false;
    for (int k = 0; k <= 8000; ++k) {
      const double w = std::pow(10, -4 + 8.0 * k / 8000), real = g.at_frequency(w).real();
      lowest = std::min(lowest, real);
      below = below || real < -1e-13;
      bool in_band = false;
      for (const FrequencyBand& band : r.negative) in_band = in_band || (w > band.from && w < band.to);
      if (std::abs(real) > 1e-11) {
        EXPECT_EQ(real < 0, in_band) << "case " << n << " at " << w;
      }
    }
    EXPECT_EQ(r.positive_real, !below) << "case " << n << ": " << r.sentence;
    EXPECT_LE(r.lowest_real_part.value, lowest + 1e-9 * std::abs(lowest));
    if (std::isfinite(r.lowest_real_part.at)) {
      EXPECT_NEAR(r.lowest_real_part.value, g.at_frequency(r.lowest_real_part.at).real(), 1e-8);
    }
    strict += r.strictly_positive_real ? 1 : 0;
  }
  EXPECT_GT(strict, 20);
  EXPECT_LT(strict, 180);
}

// With a direct term a sampled function can be positive real; the verdict is that of a dense grid on the circle.
TEST(PositiveReal, SampledAgreesWithADenseGridOnTheCircle) {
  RandomCases cases(32);
  int strict = 0;
  for (int n = 0; n < 200; ++n) {
    const Polynomial d = random_denominator(cases, 3);
    const TransferFunction g(random_denominator(cases, 3), d);
    const double t = cases.log_uniform(0.01, 1);
    const auto sampled = sample_with_zero_order_hold(g, t);
    const PositiveRealReport r = positive_real(sampled);
    double lowest = infinity;
    for (int k = 0; k <= 4000; ++k)
      lowest = std::min(lowest, sampled.at_frequency(std::numbers::pi / t * k / 4000).real());
    EXPECT_EQ(r.strictly_positive_real, lowest > 0) << "case " << n << ": lowest " << lowest << ", " << r.sentence;
    EXPECT_LE(r.lowest_real_part.value, lowest + 1e-7);
    strict += r.strictly_positive_real ? 1 : 0;
  }
  EXPECT_GT(strict, 20);
  EXPECT_LT(strict, 180);
}

// Without a direct term the mean of Re G over the circle is zero: a held system is never positive real.
TEST(PositiveReal, AHeldSystemWithoutDirectTermNeverIs) {
  const TransferFunction lag(1, Polynomial({1, 1}));
  EXPECT_TRUE(positive_real(lag).strictly_positive_real);
  for (const double t : {1e-3, 0.1, 10.0}) {
    const auto held = sample_with_zero_order_hold(lag, t);
    double mean = 0;
    for (int k = 0; k < 4096; ++k) mean += held.at_frequency(2 * std::numbers::pi / t * k / 4096).real() / 4096;
    EXPECT_NEAR(mean, 0, 1e-3);
    const PositiveRealReport r = positive_real(held);
    EXPECT_FALSE(r.positive_real);
    ASSERT_EQ(r.negative.size(), 1U);
    EXPECT_NE(r.sentence.find("one sample late"), std::string::npos);
    EXPECT_TRUE(positive_real(sample_bilinearly(lag, t)).positive_real);  // Tustin's rule keeps it
  }
}

}  // namespace
}  // namespace stiction::testing::positive_real_test
