// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/polyline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace stiction {
namespace {

double distance(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double s = square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}
double distance(Point p, const Polyline& line) {
  double least = 1e300;
  for (std::size_t i = 1; i < line.size(); ++i) least = std::min(least, distance(p, line[i - 1], line[i]));
  return least;
}

// Every column keeps its lowest and its highest value, whatever the points in between.
TEST(ExtremesPerColumn, KeepEveryPeak) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> height;
  Polyline line;
  std::vector<double> low(100, 1e9), high(100, -1e9);
  for (int i = 0; i < 100000; ++i) {
    const Point p{i * 1e-3, height(random)};
    line.push_back(p);
    const auto column = static_cast<std::size_t>(p.x);
    low[column] = std::min(low[column], p.y), high[column] = std::max(high[column], p.y);
  }
  const Polyline few = extremes_per_column(line, 1);
  EXPECT_LE(few.size(), 400u);
  for (std::size_t c = 0; c < 100; ++c) {
    double kept_low = 1e9, kept_high = -1e9;
    for (const Point& p : few)
      if (static_cast<std::size_t>(p.x) == c) kept_low = std::min(kept_low, p.y), kept_high = std::max(kept_high, p.y);
    EXPECT_EQ(kept_low, low[c]);
    EXPECT_EQ(kept_high, high[c]);
  }
}

// No point that was left out is further from the new line than the tolerance, on a loop as on a random walk.
TEST(Simplified, StaysWithinItsTolerance) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> step;
  Polyline loop, walk{{0, 0}};
  for (int i = 0; i <= 3000; ++i) {
    const double a = 2 * std::numbers::pi * i / 3000;
    loop.push_back({100 * std::cos(a), 50 * std::sin(2 * a)});
    walk.push_back({walk.back().x + step(random), walk.back().y + step(random)});
  }
  for (const Polyline& line : {loop, walk}) {
    const Polyline few = simplified(line, 0.2);
    EXPECT_LT(few.size(), line.size());
    for (const Point& p : line) EXPECT_LE(distance(p, few), 0.2 + 1e-9);
    EXPECT_EQ(few.front().x, line.front().x);
    EXPECT_EQ(few.back().y, line.back().y);
  }
  EXPECT_LT(simplified(loop, 0.2).size(), 150u);
}

// A straight line needs its ends only; nothing and a point stay what they are.
TEST(Simplified, NeedsTwoPointsForAStraightLine) {
  EXPECT_EQ(simplified({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 0.01).size(), 2u);
  EXPECT_TRUE(simplified({}, 0.01).empty());
  EXPECT_EQ(simplified({{1, 2}}, 0.01).size(), 1u);
}

// By hand: the line y = x through the unit square, from far outside to far outside.
TEST(Clipped, CutsAtTheBorders) {
  const std::vector<Polyline> pieces = clipped({{-5, -5}, {5, 5}}, {0, 0, 1, 1});
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_NEAR(pieces[0].front().x, 0, 1e-12);
  EXPECT_NEAR(pieces[0].back().y, 1, 1e-12);
}

// Leaving and coming back makes two pieces, and so does a NaN; a line beside the box leaves nothing.
TEST(Clipped, MakesPieces) {
  const Box box{0, 0, 10, 10};
  EXPECT_EQ(clipped({{1, 1}, {1, 20}, {2, 20}, {2, 1}}, box).size(), 2u);
  EXPECT_EQ(clipped({{1, 1}, {2, 2}, {3, NAN}, {4, 4}, {5, 5}}, box).size(), 2u);
  EXPECT_TRUE(clipped({{11, 0}, {11, 10}}, box).empty());
  const std::vector<Polyline> lone = clipped({{NAN, 1}, {5, 5}, {6, NAN}}, box);
  ASSERT_EQ(lone.size(), 1u);
  EXPECT_EQ(lone[0].size(), 1u);
}

}  // namespace
}  // namespace stiction
