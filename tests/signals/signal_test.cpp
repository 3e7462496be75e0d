// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/signals/signal.hpp"

#include <gtest/gtest.h>

#include "stiction/scalar/dual_number.hpp"
#include "stiction/signals/signal_cursor.hpp"

namespace stiction::signal_test {
namespace {

constexpr double pi = std::numbers::pi;

double value_at(const Signal& signal, double t) { return SignalCursor(signal, t).value(t); }

// Straight lines between the points, held outside them.
TEST(Signal, APolylineJoinsItsPoints) {
  const Signal s = Signal::polyline({{1, 2}, {3, 6}, {4, 5}});
  EXPECT_EQ(value_at(s, -10), 2);
  EXPECT_EQ(value_at(s, 1), 2);
  EXPECT_DOUBLE_EQ(value_at(s, 1.5), 3);
  EXPECT_DOUBLE_EQ(value_at(s, 3), 6);
  EXPECT_DOUBLE_EQ(value_at(s, 3.25), 5.75);
  EXPECT_EQ(value_at(s, 4), 5);
  EXPECT_EQ(value_at(s, 1e9), 5);
  EXPECT_EQ(value_at(Signal::polyline({}), 1), 0);
  EXPECT_EQ(value_at(Signal::polyline({{1, 7}}), 0), 7);
}

// At a jump a cursor that has come from before still sees the old piece; moved there, the new one.
TEST(Signal, AJumpHasTwoSides) {
  for (const Signal& s : {Signal::polyline({{0, 0}, {1, 1}, {1, 3}, {2, 3}}), Signal::step(1, 1, 3)}) {
    SignalCursor cursor(s, 0.5);
    EXPECT_EQ(cursor.next_corner(), 1);
    EXPECT_DOUBLE_EQ(cursor.value(1.0), 1);
    cursor.move_to(1);
    EXPECT_EQ(cursor.value(1.0), 3);
    EXPECT_NEAR(value_at(s, 1 - 1e-9), 1, 1e-8);
  }
  // A jump at the very first and the very last point.
  const Signal edges = Signal::polyline({{0, 1}, {0, 2}, {1, 4}, {1, 5}});
  EXPECT_EQ(value_at(edges, -1e-9), 1);
  EXPECT_EQ(value_at(edges, 0), 2);
  EXPECT_NEAR(value_at(edges, 1 - 1e-9), 4, 1e-8);
  EXPECT_EQ(value_at(edges, 1), 5);
}

// A triangle is the arc sine of a sine, also before t = 0 and after a million periods.
TEST(Signal, ATriangleRepeatsForEver) {
  const Signal s = Signal::triangle(2, 0.7);
  for (const double from : {-3.0, 0.0, 17.0, 1.4e6})
    for (double t = from; t < from + 3; t += 0.0137)
      ASSERT_NEAR(value_at(s, t), 4 / pi * std::asin(std::sin(2 * pi * 0.7 * t)), 1e-7 + 1e-13 * from) << t;
}

// The frequency of a chirp, read off its phase, grows from the first to the last in proportion to time.
TEST(Signal, AChirpSweepsItsFrequency) {
  const double from = 0.5, to = 8, duration = 20;
  const Signal s = Signal::chirp(3, from, to, duration, 0.25);
  for (double t = 0; t < duration; t += 0.0371) {
    const double turns = from * t + 0.5 * (to - from) / duration * t * t;
    ASSERT_NEAR(value_at(s, t), 0.25 + 3 * std::sin(2 * pi * turns), 1e-11);
  }
  const double before = duration - 1e-4;
  const double speed = SignalCursor(s, before).rate(before);
  EXPECT_LE(std::abs(speed), 3 * 2 * pi * to);
  EXPECT_NEAR(SignalCursor(s, 0).rate(0.0), 3 * 2 * pi * from, 1e-12);
}

// A sum is the sum, whatever its parts are, and has the corners of all of them.
TEST(Signal, ASumAddsValuesAndCorners) {
  const Signal a = Signal::sine(1, 2, 0.3), b = Signal::ramp(0.5, 1), c = Signal::step(0.4, -1, 2);
  const Signal d = Signal::triangle(1, 0.25), sum = a + b + c + d;
  for (const double t : {-0.5, 0.0, 0.39, 0.4, 0.9, 1.1, 7.7})
    EXPECT_NEAR(value_at(sum, t), value_at(a, t) + value_at(b, t) + value_at(c, t) + value_at(d, t), 1e-14);
  SignalCursor cursor(sum, 0.1);
  for (const double corner : {0.4, 1.0, 3.0, 4.0, 5.0}) {
    EXPECT_DOUBLE_EQ(cursor.next_corner(), corner);
    cursor.move_to(cursor.next_corner());
  }
}

// Later by d means: at t what was at t - d, corners too, whether the signal repeats or not.
TEST(Signal, DelayedIsTheSameLater) {
  const double by = 0.37;
  const Signal polyline = Signal::polyline({{0, 1}, {1, 2}, {1, 4}, {2, -1}});
  for (const Signal& s :
       {Signal::constant(3), Signal::ramp(2, 1), Signal::step(1, 2, 3), Signal::sine(1, 2, 0.1, 4),
        Signal::chirp(1, 1, 5, 3), Signal::triangle(2, 0.8), polyline, polyline + Signal::triangle(1, 3)}) {
    const Signal later = s.delayed(by), twice = later.delayed(by);
    for (double t = -0.61; t < 5; t += 0.173) {
      ASSERT_NEAR(value_at(later, t), value_at(s, t - by), 1e-12) << t;
      ASSERT_NEAR(value_at(twice, t), value_at(s, t - 2 * by), 1e-12) << t;
      const double corner = SignalCursor(s, t - by).next_corner() + by;
      const double found = SignalCursor(later, t).next_corner();
      ASSERT_TRUE(found == corner || std::abs(found - corner) < 1e-12) << t;
    }
  }
}

// First and second derivative, by the cursor and by dual numbers, agree with central differences of the value.
TEST(Signal, DerivativesAgreeWithDifferences) {
  using D = Dual<double, 1>;
  const Signal sum = Signal::sine(2, 0.8, 0.4, 1) + Signal::ramp(3) + Signal::chirp(0.5, 0.2, 2, 4).delayed(0.7) +
                     Signal::triangle(1, 0.1);
  for (const double t : {0.0, 0.3, 1.9, 2.4, 6.1}) {
    const SignalCursor cursor(sum, t);
    const double h = 1e-4, before = cursor.value(t - h), here = cursor.value(t), after = cursor.value(t + h);
    EXPECT_NEAR(cursor.rate(t), (after - before) / (2 * h), 1e-5) << t;
    const D value = cursor.value(D::variable(t, 0)), rate = cursor.rate(D::variable(t, 0));
    EXPECT_EQ(value.value, here);
    EXPECT_EQ(value.slope[0], cursor.rate(t));
    EXPECT_EQ(rate.value, cursor.rate(t));
    EXPECT_NEAR(rate.slope[0], (cursor.rate(t + h) - cursor.rate(t - h)) / (2 * h), 1e-4) << t;
    EXPECT_NEAR(rate.slope[0], (after - 2 * here + before) / (h * h), 1e-4) << t;
    // Dual numbers of dual numbers give two derivatives more.
    const Dual<D, 1> twice = Dual<D, 1>::variable(D::variable(t, 0), 0);
    EXPECT_EQ(cursor.value(twice).slope[0].slope[0], cursor.acceleration(t));
    const auto third = [&](double at) { return cursor.acceleration(D::variable(at, 0)).slope[0]; };
    const double fourth = cursor.acceleration(twice).slope[0].slope[0];
    EXPECT_NEAR(fourth, (third(t + h) - third(t - h)) / (2 * h), 1e-3 + 1e-6 * std::abs(fourth)) << t;
  }
}

}  // namespace
}  // namespace stiction::signal_test
