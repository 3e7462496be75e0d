// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/top_search.hpp"

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

// Known tops: of a parabola at once, of smooth functions in a few evaluations, of a corner in more.
TEST(Parabolas, FindTheTopBetweenThreePlaces) {
  int calls = 0;
  const auto search = [&](auto f, double low, double middle, double high) {
    calls = 0;
    const auto counted = [&](double x) { return ++calls, f(x); };
    return highest_by_parabolas(counted, {low, f(low)}, {middle, f(middle)}, {high, f(high)}, 1e-12);
  };
  const PlaceAndValue parabola = search([](double x) { return 3 - 2 * (x - 0.4) * (x - 0.4); }, 0, 0.3, 1);
  EXPECT_NEAR(parabola.value, 3, 1e-15);
  EXPECT_LE(calls, 4);
  const PlaceAndValue sine = search([](double x) { return std::sin(x); }, 0.5, 1.2, 3.0);
  EXPECT_NEAR(sine.value, 1, 2e-12);
  EXPECT_LE(calls, 10);
  const PlaceAndValue skewed = search([](double x) { return x * std::exp(-5 * x); }, 0, 0.5, 2);
  EXPECT_NEAR(skewed.value, 0.2 * std::exp(-1.0), 2e-12);
  const PlaceAndValue corner = search([](double x) { return -std::abs(x - 0.3); }, 0, 0.5, 1);
  EXPECT_NEAR(corner.value, 0, 1e-10);
  EXPECT_EQ(search([](double) { return 7.0; }, 0, 1, 2).value, 7);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace stiction
