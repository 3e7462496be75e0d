// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "stiction/signals/signal_cursor.hpp"

namespace stiction {
namespace {

/// Signals of random parts, corners and periods.
class RandomSignals {
 public:
  explicit RandomSignals(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }

  Signal polyline(double span) {
    std::vector<std::pair<double, double>> points;
    double t = uniform(-0.1, 0.1) * span;
    const int count = static_cast<int>(uniform(1, 30));
    for (int i = 0; i < count; ++i) {
      points.emplace_back(t, uniform(-1, 1));
      if (uniform(0, 1) < 0.7) t += log_uniform(1e-6, 0.2) * span;  // else a jump
    }
    return Signal::polyline(points);
  }
  Signal any() {
    Signal sum = polyline(log_uniform(1e-3, 1e6));
    for (int parts = static_cast<int>(uniform(0, 4)); parts > 0; --parts) {
      if (uniform(0, 1) < 0.5) sum = sum + Signal::triangle(uniform(0, 2), log_uniform(1e-5, 1e3));
      if (uniform(0, 1) < 0.5) sum = sum + Signal::step(uniform(0, 10), 0, uniform(-1, 1));
      if (uniform(0, 1) < 0.5) sum = sum + Signal::sine(1, log_uniform(0.1, 10));
      if (uniform(0, 1) < 0.3) sum = sum.delayed(uniform(-3, 3));
    }
    return sum;
  }

 private:
  std::mt19937_64 engine_;
};

// Walking from corner to corner always leads forward, from anywhere up to a million seconds: a solver that ends its
// steps there never stands still.
TEST(Corners, LieAlwaysAhead) {
  RandomSignals random(11);
  int walked = 0;
  for (int i = 0; i < 400; ++i) {
    const Signal signal = random.any();
    double t = i % 4 == 0 ? 0.0 : random.log_uniform(1e-3, 1e6);
    SignalCursor cursor(signal, t);
    for (int k = 0; k < 300 && std::isfinite(cursor.next_corner()) && t < 1e6; ++k, ++walked) {
      const double next = cursor.next_corner();
      ASSERT_GT(next, t) << "signal " << i << ", corner " << k;
      t = next;
      cursor.move_to(t);
    }
    ASSERT_GT(cursor.next_corner(), t);
  }
  EXPECT_GT(walked, 10'000);
}

// No corner is lost or met twice: three pieces per period of a triangle, over all periods up to a million seconds.
TEST(Corners, AreMetOnceEach) {
  for (const double frequency : {1.0 / 3, 0.1, 0.0123}) {
    SignalCursor cursor(Signal::triangle(1, frequency), 0);
    const int periods = static_cast<int>(std::min(1e6 * frequency, 2e4));
    const double end = 1e6 - 0.1 / frequency, start = std::floor(end * frequency - periods) / frequency;
    cursor.move_to(start);
    for (int k = 1; k <= 3 * periods; ++k) {
      const int place = k % 3;
      const double share = place == 0 ? 0 : place == 1 ? 0.25 : 0.75;
      const double expected = start + (k / 3 + share) / frequency;  // NOLINT(bugprone-integer-division)
      ASSERT_NEAR(cursor.next_corner(), expected, 1e-8) << k;
      cursor.move_to(cursor.next_corner());
    }
  }
}

// Between two corners a cursor gives what one moved to that instant gives: it holds the right piece all the way, and a
// signal without jumps has none at its corners.
TEST(Corners, PiecesHoldFromCornerToCorner) {
  RandomSignals random(12);
  for (int i = 0; i < 200; ++i) {
    const Signal signal = random.any();
    SignalCursor cursor(signal, 0);
    double t = 0;
    for (int k = 0; k < 20; ++k) {
      const double next = std::min(cursor.next_corner(), t + 10);
      const double inside = t + random.uniform(0.01, 0.99) * (next - t);
      const double steepest = std::abs(cursor.rate(inside)) + 1;
      ASSERT_NEAR(cursor.value(inside), SignalCursor(signal, inside).value(inside), 1e-9 * steepest) << i << " " << t;
      t = next;
      cursor.move_to(t);
    }
  }
  SignalCursor triangle(Signal::triangle(1, 0.3), 9e5);
  for (int k = 0; k < 1000; ++k) {
    const double corner = triangle.next_corner(), before = triangle.value(corner);
    triangle.move_to(corner);
    ASSERT_NEAR(triangle.value(corner), before, 1e-8);
  }
}

}  // namespace
}  // namespace stiction
