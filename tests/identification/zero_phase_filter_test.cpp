// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/zero_phase_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace stiction::zero_phase_filter_test {

/// Gain of a filter, run once, at a fraction of the Nyquist frequency.
double gain(const FilterSections& filter, double frequency) {
  const std::complex<double> back = std::polar(1.0, -std::numbers::pi * frequency);
  std::complex<double> product = 1;
  for (const auto& s : filter.sections)
    product *= (s.b0 + back * (s.b1 + back * s.b2)) / (1.0 + back * (s.a1 + back * s.a2));
  return std::abs(product);
}

// The closed form of Butterworth's gain, 1/sqrt(1 + (tan w / tan w_c)^2n), at every order and frequency.
TEST(ZeroPhaseFilter, ButterworthHasItsClosedForm) {
  for (const std::size_t order : {1, 2, 3, 4, 7})
    for (const double f : {0.01, 0.1, 0.2, 0.35, 0.6, 0.9}) {
      const double ratio = std::tan(std::numbers::pi * f / 2) / std::tan(std::numbers::pi * 0.2 / 2);
      EXPECT_NEAR(gain(butterworth_low_pass(order, 0.2), f),
                  1 / std::sqrt(1 + std::pow(ratio, 2.0 * static_cast<double>(order))), 1e-12);
    }
}

// The same of Chebyshev's, 1/sqrt(1 + e^2 T_n(x)^2): even orders begin at the bottom of the ripple.
TEST(ZeroPhaseFilter, ChebyshevHasItsClosedForm) {
  const double epsilon2 = std::pow(10.0, 0.005) - 1;
  for (const std::size_t order : {3, 8})
    for (const double f : {0.0, 0.01, 0.05, 0.079, 0.08, 0.12, 0.3}) {
      const double x = std::tan(std::numbers::pi * f / 2) / std::tan(std::numbers::pi * 0.08 / 2),
                   n = static_cast<double>(order);
      const double t = x <= 1 ? std::cos(n * std::acos(x)) : std::cosh(n * std::acosh(x));
      EXPECT_NEAR(gain(chebyshev_low_pass(order, 0.05, 0.08), f), 1 / std::sqrt(1 + epsilon2 * t * t), 1e-9);
    }
}

// Forwards and backwards: a slow sine comes out in phase, with the gain squared; a straight line stays as it is, up to
// what the start of a pass does near the ends.
TEST(ZeroPhaseFilter, DelaysNothingAndKeepsStraightLines) {
  std::vector<double> line, sine;
  for (int i = 0; i < 400; ++i) line.push_back(3 + 0.25 * i), sine.push_back(std::sin(0.05 * i));
  const FilterSections filter = butterworth_low_pass(4, 0.2);
  const auto same = filtered_zero_phase(filter, line);
  for (std::size_t i = 100; i < 300; ++i) EXPECT_NEAR(same[i], line[i], 1e-9);
  EXPECT_NEAR(same.front(), line.front(), 0.01 * 0.25 * 4);
  const auto smooth = filtered_zero_phase(filter, sine);
  const double squared = std::pow(gain(filter, 0.05 / std::numbers::pi), 2);
  for (std::size_t i = 100; i < 300; ++i) EXPECT_NEAR(smooth[i], squared * sine[i], 1e-6);
}

// 24 792 samples thinned by ten are 2480, from the second one on, as the published EMPS recipe counts them.
TEST(ZeroPhaseFilter, DecimationKeepsTheLastSample) {
  const auto kept = kept_by_decimation(24792, 10);
  EXPECT_EQ(kept.size(), 2480U);
  EXPECT_EQ(kept.front(), 1U);
  EXPECT_EQ(kept.back(), 24791U);
}

// Records shorter than the padding are filtered without reading beyond their ends.
TEST(ZeroPhaseFilter, ShortRecordsSurvive) {
  for (std::size_t n = 0; n < 8; ++n)
    EXPECT_EQ(decimated(std::vector<double>(n, 2.0), 3).size(), kept_by_decimation(n, 3).size());
}

}  // namespace stiction::zero_phase_filter_test
