// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/golden_section.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

// sin x is largest at pi/2; |x - 0.3| upside down has a corner there, which is met to rounding of x.
TEST(GoldenSection, FindsTheTop) {
  const PlaceAndValue sine = highest_by_golden_section([](double x) { return std::sin(x); }, 0.5, 3.0, 40);
  EXPECT_NEAR(sine.place, std::acos(-1.0) / 2, 3e-8);
  EXPECT_NEAR(sine.value, 1.0, 1e-15);
  const PlaceAndValue corner = highest_by_golden_section([](double x) { return -std::abs(x - 0.3); }, 0.0, 1.0, 70);
  EXPECT_NEAR(corner.place, 0.3, 1e-14);
}

// A function that rises all the way is largest at the end; each section costs one evaluation.
TEST(GoldenSection, GoesToAnEndWhereThereIsNoTopInside) {
  int calls = 0;
  const auto rising = [&](double x) { return ++calls, x; };
  EXPECT_NEAR(highest_by_golden_section(rising, 2.0, 5.0, 60).place, 5.0, 1e-11);
  EXPECT_EQ(calls, 62);
}

}  // namespace
}  // namespace stiction
