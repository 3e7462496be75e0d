// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/loops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/schema/violation.hpp"

namespace stiction::testing {
namespace {

std::vector<double> over_a_period(std::size_t n, auto f) {
  std::vector<double> all;
  for (std::size_t i = 0; i < n; ++i)
    all.push_back(f(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n)));
  return all;
}

// An ellipse with half axes 2 and 3, run through so that y leads x: area 6 pi, 6 high, 4 wide; backwards it is
// negative.
TEST(Loops, AnEllipseHasItsAreaHeightAndWidth) {
  const auto x = over_a_period(4000, [](double a) { return -2 * std::cos(a); });
  const auto y = over_a_period(4000, [](double a) { return 3 * std::sin(a); });
  const LoopMeasure loop = measure_loop(x, y);
  EXPECT_NEAR(loop.area, 6 * std::numbers::pi, 1e-4);
  EXPECT_NEAR(loop.height, 6, 1e-5);
  EXPECT_NEAR(loop.width, 4, 1e-5);
  const auto back = over_a_period(4000, [](double a) { return -3 * std::sin(a); });
  EXPECT_NEAR(measure_loop(x, back).area, -6 * std::numbers::pi, 1e-4);
  EXPECT_THROW(measure_loop(std::vector<double>{1, 2}, std::vector<double>{1, 2}), InvalidInput);
  EXPECT_THROW(measure_loop(std::vector<double>{1, 2, 3, NAN}, std::vector<double>{1, 2, 3, 4}), InvalidInput);
}

// A signal that comes later by a tenth of the period, with another factor and offset, is found a tenth late.
TEST(Loops, TheTimeShiftOfALateSignalIsFound) {
  const auto shape = [](double a) { return std::sin(a) + 0.3 * std::sin(2 * a + 1); };
  for (const double fraction : {0.1, -0.2, 0.0317}) {
    const auto early = over_a_period(1000, shape);
    const auto late = over_a_period(1000, [&](double a) { return 5 + 3 * shape(a - 2 * std::numbers::pi * fraction); });
    const TimeShift found = time_shift(early, late);
    EXPECT_NEAR(found.fraction_of_period, fraction, 1e-6);
    EXPECT_NEAR(found.correlation, 1, 1e-6);
  }
}

// The same forces differ by nothing; 10 per cent more at the peak is 0.1 / 1.1 of the largest.
TEST(Loops, RateDependenceIsRelativeToTheLargestForce) {
  const std::vector<double> a{0, 1, 0, -1}, b{0, 1.1, 0, -1};
  EXPECT_EQ(rate_dependence({a, a}), 0);
  EXPECT_NEAR(rate_dependence({a, b}), 0.1 / 1.1, 1e-15);
}

}  // namespace
}  // namespace stiction::testing
