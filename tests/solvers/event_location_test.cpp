// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/solvers/test_problems.hpp"

namespace stiction {
namespace {

using testing::BouncingBall;

// Dropped from 5 m with g = 10 m/s2: first bounce at 1 s with 10 m/s, then flights of 2 e^n s.
TEST(EventLocation, BouncesAreFoundToTenDigits) {
  for (const SolveMethod method : {SolveMethod::rodas4p, SolveMethod::rodas5p, SolveMethod::dormand_prince}) {
    BouncingBall ball{0.5};
    Vector<2> y{5, 0};
    const SolveResult result = solve(ball, y, 0, 2.99, {.tolerance = 1e-12, .method = method});
    ASSERT_TRUE(result.finished()) << result.reason;
    double expected = 1, flight = 2;
    ASSERT_GE(ball.bounces.size(), 6U);
    for (std::size_t n = 0; n < 6; ++n) {
      EXPECT_NEAR(ball.bounces[n], expected, 1e-10) << n;
      expected += flight *= 0.5;
    }
    EXPECT_EQ(result.counters.events, ball.bounces.size());
  }
}

// Infinitely many bounces end at 3 s: soon after, when they are too small to be seen, the run says so, in words.
TEST(EventLocation, InfinitelyManyEventsEndTheRunWithAReason) {
  BouncingBall ball{0.5};
  Vector<2> y{5, 0};
  const SolveResult result = solve(ball, y, 0, 10, {.tolerance = 1e-9});
  EXPECT_EQ(result.status, SolveStatus::chattering);
  EXPECT_NE(result.reason.find("t = 3"), std::string::npos) << result.reason;
  EXPECT_NEAR(result.time, 3, 1e-3);
}

/// x = cos(t) - level, an event each time it falls through zero; two guards that watch the same or another level.
struct Watched {
  static constexpr std::size_t size = 2, guard_count = 2;
  double level = 0, other_level = 0;
  std::vector<double> times{};
  std::vector<std::size_t> how_many{};

  template <class Real>
  Vector<2, Real> rates(const Real&, const Vector<2, Real>& y) const {
    return {y[1], -y[0]};
  }
  Vector<2> scale() const { return {1, 1}; }
  template <class Real>
  std::array<Real, 2> guards(const Real&, const Vector<2, Real>& y) const {
    return {y[0] - Real(level), y[0] - Real(other_level)};
  }
  std::array<double, 2> guard_bands(double tolerance) const { return {0.1 * tolerance, 0.1 * tolerance}; }
  bool transition(const std::bitset<2>& fired, double t, Vector<2>&) {
    times.push_back(t);
    how_many.push_back(fired.count());
    return false;  // ends the run
  }
};

// Two guards that fall at the same instant fire together; of two that do not, the first.
TEST(EventLocation, SimultaneousEventsFireTogetherAndOthersInOrder) {
  Watched together{0.5, 0.5}, apart{0.2, 0.6};
  Vector<2> y{1, 0};
  EXPECT_EQ(solve(together, y, 0, 10, {.tolerance = 1e-11}).status, SolveStatus::ended_by_event);
  ASSERT_EQ(together.how_many, std::vector<std::size_t>{2});
  EXPECT_NEAR(together.times[0], std::acos(0.5), 1e-10);
  y = {1, 0};
  EXPECT_EQ(solve(apart, y, 0, 10, {.tolerance = 1e-11}).status, SolveStatus::ended_by_event);
  EXPECT_EQ(apart.how_many, std::vector<std::size_t>{1});
  EXPECT_NEAR(apart.times[0], std::acos(0.6), 1e-10);
}

// A guard that dips below zero and rises again inside one long step is not missed: cos t + 0.9999 is negative for 28 ms
// around pi, while loose steps are of the order of a second. One that only comes close does not fire.
TEST(EventLocation, GrazingIsSeenInsideAStep) {
  Watched dips{-0.9999, -2}, misses{-1.0001, -2};
  Vector<2> y{1, 0};
  EXPECT_EQ(solve(dips, y, 0, 6, {.tolerance = 1e-5}).status, SolveStatus::ended_by_event);
  ASSERT_EQ(dips.times.size(), 1U);
  EXPECT_NEAR(dips.times[0], std::acos(-0.9999), 1e-2);  // ill-conditioned: a graze
  y = {1, 0};
  EXPECT_EQ(solve(misses, y, 0, 6, {.tolerance = 1e-5}).status, SolveStatus::finished);
}

/// Pressed against a border from both sides: there is no motion along either branch.
struct Chatterer {
  static constexpr std::size_t size = 1, guard_count = 1;
  double side = 1;
  template <class Real>
  Vector<1, Real> rates(const Real&, const Vector<1, Real>&) const {
    return {Real(-side)};
  }
  Vector<1> scale() const { return {1}; }
  template <class Real>
  std::array<Real, 1> guards(const Real&, const Vector<1, Real>& y) const {
    return {Real(side) * y[0]};
  }
  std::array<double, 1> guard_bands(double tolerance) const { return {0.1 * tolerance}; }
  bool transition(const std::bitset<1>&, double, Vector<1>& y) {
    side = -side;
    y[0] = 0;
    return true;
  }
};

// Chattering is noticed and named, not run into the ground.
TEST(EventLocation, ChatteringIsReported) {
  Chatterer system;
  Vector<1> y{1};
  const SolveResult result = solve(system, y, 0, 10);
  EXPECT_EQ(result.status, SolveStatus::chattering);
  EXPECT_NEAR(result.time, 1, 1e-6);
}

/// |y| without help has a corner; on branches joined at a located event it has none.
struct Corner {
  static constexpr std::size_t size = 1, guard_count = 1;
  double side = -1;
  template <class Real>
  Vector<1, Real> rates(const Real&, const Vector<1, Real>& y) const {
    return {Real(1) + Real(0.5 * side) * y[0]};
  }
  Vector<1> scale() const { return {1}; }
  template <class Real>
  std::array<Real, 1> guards(const Real&, const Vector<1, Real>& y) const {
    return {Real(side) * y[0]};
  }
  std::array<double, 1> guard_bands(double tolerance) const { return {0.1 * tolerance}; }
  bool transition(const std::bitset<1>&, double, Vector<1>&) {
    side = -side;
    return true;
  }
};

// y' = 1 + |y|/2 from -1: closed form on both sides of the corner, and the order survives it.
TEST(EventLocation, ACornerDoesNotCostAccuracy) {
  Corner system;
  Vector<1> y{-1};
  const SolveResult result = solve(system, y, 0, 3, {.tolerance = 1e-11});
  ASSERT_TRUE(result.finished());
  const double t0 = 2 * std::log(1.5);  // y = 0
  EXPECT_NEAR(y[0], 2 * std::expm1(0.5 * (3 - t0)), 1e-10);
  EXPECT_EQ(result.counters.events, 1U);
}

}  // namespace
}  // namespace stiction
