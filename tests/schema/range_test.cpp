// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/range.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stiction::range_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();

// NaN and infinity are never admissible, not even where no bound is given.
TEST(Range, RefusesWhatIsNotFinite) {
  for (const Range& r : {any_finite, positive, non_negative, between(-1, 1), above(-1), at_least(-1), Range{.high = 1}})
    for (const double x : {nan, -nan, infinity, -infinity}) EXPECT_FALSE(r.contains(x));
}

// The bound itself counts or not, as the range says.
TEST(Range, KnowsWhetherItsBoundsCount) {
  EXPECT_FALSE(positive.contains(0.0));
  EXPECT_FALSE(positive.contains(-0.0));
  EXPECT_TRUE(positive.contains(tiny));
  EXPECT_TRUE(non_negative.contains(0.0));
  EXPECT_FALSE(non_negative.contains(-tiny));
  EXPECT_TRUE(between(0.1, 10).contains(0.1));
  EXPECT_TRUE(between(0.1, 10).contains(10));
  EXPECT_FALSE(between(0.1, 10).contains(10.000001));
  EXPECT_FALSE(above(2).contains(2));
  EXPECT_TRUE(at_least(2).contains(2));
  constexpr Range open{0.0, 1.0, false, false};
  EXPECT_FALSE(open.contains(0.0) || open.contains(1.0));
  EXPECT_TRUE(open.contains(0.5));
}

// Every finite double is a number.
TEST(Range, FiniteHoldsTheLargestNumbers) { EXPECT_TRUE(any_finite.contains(huge) && any_finite.contains(-huge)); }

}  // namespace
}  // namespace stiction::range_test
