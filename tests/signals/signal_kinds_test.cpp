// SPDX-License-Identifier: BSD-3-Clause
// Kinds of signals against their definitions, and what holds for every kind: exact derivatives, corners ahead, slopes.
#include <gtest/gtest.h>

#include <complex>

#include "stiction/signals/all_signals.hpp"
#include "stiction/signals/signal_cursor.hpp"
#include "stiction/signals/signal_part.hpp"

namespace stiction::testing::signal_kinds_test {
namespace {

constexpr double pi = std::numbers::pi;

double value_at(const Signal& signal, double t) { return SignalCursor(signal, t).value(t); }
std::vector<double> corners(const Signal& signal, double from, double until) {
  std::vector<double> all;
  for (SignalCursor c(signal, from); c.next_corner() <= until; c.move_to(c.next_corner()))
    all.push_back(c.next_corner());
  return all;
}

TEST(SquareSignal, SpendsItsDutyAbove) {
  const Signal s = SquareSignal<>{.amplitude = 2, .frequency = 4, .duty = 0.25, .bias = 1}.signal();
  for (const double k : {-3.0, 0.0, 5.0}) {
    EXPECT_EQ(value_at(s, 0.25 * k + 0.06), 3);
    EXPECT_EQ(value_at(s, 0.25 * k + 0.07), -1);
    EXPECT_EQ(value_at(s, 0.25 * k + 0.24), -1);
  }
  const auto found = corners(s, 0.01, 0.6);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_DOUBLE_EQ(found[0], 0.0625);
  EXPECT_DOUBLE_EQ(found[3], 0.5);
}

TEST(PulsesSignal, BeginWithTheFirst) {
  const Signal s = PulsesSignal<>{.height = 5, .width = 0.2, .period = 1, .start = 0.5, .base = -1}.signal();
  EXPECT_EQ(value_at(s, -0.4), -1);  // a period before the first
  EXPECT_EQ(value_at(s, 0.49), -1);
  EXPECT_EQ(value_at(s, 0.5), 4);
  EXPECT_EQ(value_at(s, 0.71), -1);
  EXPECT_EQ(value_at(s, 12.6), 4);
  EXPECT_EQ(corners(s, 0, 2), (std::vector{0.5, 0.7, 1.5, 1.7}));
}

// Its area is height sqrt(2 pi) sigma; a walk from corner to corner in steps it allows cannot miss it.
TEST(GaussianPulseSignal, HasTheAreaOfABell) {
  const Signal s = GaussianPulseSignal<>{.height = 3, .time = 50, .width = 1e-3}.signal();
  double area = 0, t = 0;
  int steps = 0;
  for (SignalCursor c(s, 0); t < 100; ++steps) {
    const double end = std::min({100.0, c.next_corner(), t + c.largest_step(t)});
    area += (end - t) * (c.value(t) + 4 * c.value(0.5 * (t + end)) + c.value(end)) / 6;
    t = end;
    c.move_to(t);
  }
  EXPECT_NEAR(area, 3 * std::sqrt(2 * pi) * 1e-3, 1e-3 * area);
  EXPECT_LT(steps, 100);
  EXPECT_NEAR(value_at(s, 50.002), 3 * std::exp(-2.0), 1e-10);  // 50.002 is known to 1e-14
}

// What it is made for: mean, mean square, and half the power at the bandwidth.
TEST(NoiseSignal, HasItsDeviationAndBandwidth) {
  const NoiseSignal<> noise{.deviation = 2, .bandwidth = 5, .seed = 7, .bias = 0.5};
  const Signal s = noise.signal();
  constexpr int blocks = 400, count = 1024;
  const double dt = 0.01;
  double sum = 0, squares = 0, low = 0, at_bandwidth = 0, above = 0;
  SignalCursor c(s, 0);
  for (int b = 0; b < blocks; ++b) {
    std::complex<double> at_low = 0, at_band = 0, at_above = 0;
    for (int i = 0; i < count; ++i) {
      const double t = dt * (b * count + i);
      while (c.next_corner() <= t) c.move_to(c.next_corner());
      const double x = c.value(t) - 0.5, window = 1 - std::cos(2 * pi * i / count);
      sum += x, squares += x * x;
      at_low += window * x * std::polar(1.0, 2 * pi * 0.5 * t);
      at_band += window * x * std::polar(1.0, 2 * pi * 5.0 * t);
      at_above += window * x * std::polar(1.0, 2 * pi * 20.0 * t);
    }
    low += std::norm(at_low), at_bandwidth += std::norm(at_band), above += std::norm(at_above);
  }
  const double n = blocks * count;
  EXPECT_NEAR(sum / n, 0, 0.03);
  EXPECT_NEAR(std::sqrt(squares / n), 2, 0.02);
  EXPECT_NEAR(at_bandwidth / low, 0.5, 0.1);  // 400 blocks: 7 % of standard deviation
  EXPECT_LT(above / low, 1e-3);
}

TEST(NoiseSignal, IsSmoothAndTheSameForTheSameSeed) {
  const NoiseSignal<> noise{.bandwidth = 3, .seed = 42};
  const Signal s = noise.signal();
  SignalCursor c(s, -2);
  for (int k = 0; k < 100; ++k) {
    const double corner = c.next_corner(), x = c.value(corner), v = c.rate(corner), a = c.acceleration(corner);
    c.move_to(corner);
    ASSERT_NEAR(c.value(corner), x, 1e-12);
    ASSERT_NEAR(c.rate(corner), v, 1e-10);
    ASSERT_NEAR(c.acceleration(corner), a, 1e-8);
  }
  EXPECT_EQ(value_at(s, 3.7), value_at(NoiseSignal<>{.bandwidth = 3, .seed = 42}.signal(), 3.7));
  EXPECT_NE(value_at(s, 3.7), value_at(NoiseSignal<>{.bandwidth = 3, .seed = 43}.signal(), 3.7));
}

// A sequence of greatest length: 2^n - 1 bits, one more 1 than 0, and its cyclic autocorrelation is -1 at every shift.
TEST(PrbsSignal, IsOfGreatestLength) {
  for (unsigned order = 2; order <= 10; ++order) {
    const std::uint64_t length = (1U << order) - 1;
    std::vector<int> bits;
    for (std::uint64_t k = 0; k < length; ++k) bits.push_back(detail::prbs_bit(order, k) ? 1 : -1);
    for (std::uint64_t shift = 1; shift < length; ++shift) {
      int sum = 0;
      for (std::uint64_t k = 0; k < length; ++k) sum += bits[k] * bits[(k + shift) % length];
      ASSERT_EQ(sum, -1) << order << " " << shift;
    }
    EXPECT_EQ(std::count(bits.begin(), bits.end(), 1), static_cast<int>(length + 1) / 2);
  }
  // The longest ones: every state of the register comes once.
  for (const unsigned order : {11U, 16U, 20U}) {
    const std::uint64_t length = (1U << order) - 1;
    std::vector<bool> seen(length + 1);
    std::uint64_t window = 0;
    for (std::uint64_t k = 0; k + 1 < length + order; ++k) {
      window = ((window << 1U) | (detail::prbs_bit(order, k) ? 1U : 0U)) & length;
      if (k + 1 < order) continue;
      ASSERT_FALSE(seen[window]) << order << " " << k;
      seen[window] = true;
    }
  }
  const Signal s = PrbsSignal<>{.amplitude = 2, .bit_time = 0.1, .order = 5, .bias = 1}.signal();
  for (int k = 0; k < 40; ++k) {
    EXPECT_EQ(value_at(s, 0.1 * k + 0.05), detail::prbs_bit(5, static_cast<unsigned>(k)) ? 3 : -1);
    EXPECT_EQ(value_at(s, 0.1 * k + 0.05), value_at(s, 0.1 * k + 0.05 - 31 * 0.1));
  }
}

// Mean square by Parseval; peaks below those of sines in phase.
TEST(MultisineSignal, HasItsDeviationAndLowPeaks) {
  const Signal s = MultisineSignal<>{.deviation = 2, .frequency = 0.5, .first = 3, .last = 22}.signal();
  const SignalCursor c(s, 0);
  double squares = 0, peak = 0;
  for (int i = 0; i < 4000; ++i) {
    const double x = c.value(i * 2.0 / 4000);
    squares += x * x, peak = std::max(peak, std::abs(x));
  }
  EXPECT_NEAR(squares / 4000, 4, 1e-9);
  EXPECT_LT(peak, 2 * 2.0);  // in phase: 2 sqrt(40)
  EXPECT_NEAR(c.value(0.3), c.value(2.3), 1e-12);
}

// Position, rate and acceleration are continuous and within their limits, one of which is always reached; it arrives.
TEST(SCurveSignal, KeepsItsLimitsAndArrives) {
  for (const double d : {1e-9, 1e-4, 0.03, 0.3, 2.0, -2.0, 50.0})
    for (const double v : {0.05, 1.0, 30.0})
      for (const double a : {0.3, 5.0})
        for (const double j : {0.5, 200.0}) {
          SCOPED_TRACE(::testing::Message() << d << " " << v << " " << a << " " << j);
          const SCurveSignal<> move{.start = 1, .from = 0.2, .distance = d, .speed = v, .acceleration = a, .jerk = j};
          SignalCursor c(move.signal(), 0);
          double fastest = 0, hardest = 0, end = 0;
          int pieces = 0;
          while (std::isfinite(c.next_corner())) {
            const double corner = c.next_corner(), x = c.value(corner), rate = c.rate(corner),
                         bend = c.acceleration(corner);
            c.move_to(corner);
            ASSERT_NEAR(c.value(corner), x, 1e-13 * (1 + std::abs(d)));
            ASSERT_NEAR(c.rate(corner), rate, 1e-7 * v + 1e-12);
            ASSERT_NEAR(c.acceleration(corner), bend, 1e-7 * a);
            fastest = std::max(fastest, std::abs(rate)), hardest = std::max(hardest, std::abs(bend));
            end = corner, ++pieces;
          }
          EXPECT_LE(fastest, v * (1 + 1e-9));
          EXPECT_LE(hardest, a * (1 + 1e-9));
          EXPECT_LE(pieces, 8);
          EXPECT_DOUBLE_EQ(c.value(end), 0.2 + d);
          // The quickest: at a limit of rate or acceleration, or with full jerk all the time.
          const double full = 4 * std::cbrt(std::abs(d) / (2 * j));
          EXPECT_TRUE(fastest > v * (1 - 1e-9) || hardest > a * (1 - 1e-9) || std::abs(end - 1 - full) < 1e-9 * full);
        }
}

// Windows and repetitions of any signal.
TEST(SignalTiming, WindowsAndRepeats) {
  const Signal ramp = Signal::ramp(2, 1);
  const Signal window = ramp.timed({.active_from = 0.5, .active_until = 1.5});
  EXPECT_EQ(value_at(window, 0.4), 0);
  EXPECT_DOUBLE_EQ(value_at(window, 0.5), 2);
  EXPECT_DOUBLE_EQ(value_at(window, 1.4), 3.8);
  EXPECT_EQ(value_at(window, 1.5), 0);
  EXPECT_EQ(corners(window, 0, 9), (std::vector{0.5, 1.5}));

  const Signal saw = ramp.timed({.repeat_every = 2, .repeat_count = 3});
  EXPECT_DOUBLE_EQ(value_at(saw, -1), -1);
  EXPECT_DOUBLE_EQ(value_at(saw, 1.5), 4);
  EXPECT_DOUBLE_EQ(value_at(saw, 3.5), 4);
  EXPECT_DOUBLE_EQ(value_at(saw, 10), 1 + 2 * 6);  // the third time it goes on
  EXPECT_EQ(corners(saw, 0, 100), (std::vector{2.0, 4.0}));

  // A burst of a sine: a window that comes again, late or not.
  const Signal burst = Signal::sine(1, 10).timed({.active_from = 0.2, .active_until = 0.4, .repeat_every = 1});
  for (const double late : {0.0, 0.37}) {
    const Signal s = burst.delayed(late);
    for (const double k : {0.0, 1.0, 1000.0}) {
      EXPECT_NEAR(value_at(s, late + k + 0.325), std::sin(2 * pi * 3.25), 1e-10);
      EXPECT_EQ(value_at(s, late + k + 0.1), 0);
      EXPECT_EQ(value_at(s, late + k + 0.5), 0);
    }
    EXPECT_EQ(corners(s, late + 0.01, late + 1.5).size(), 5U);
  }
}

/// A signal of each kind at its defaults, plain and with timing.
std::vector<std::pair<std::string, Signal>> every_kind() {
  std::vector<std::pair<std::string, Signal>> all;
  AllSignals::for_each([&]<class S>() {
    all.emplace_back(S::name, S{}.signal());
    all.emplace_back(std::string(S::name) + " again",
                     S{}.signal().timed({.active_from = 0.3, .active_until = 2.1, .repeat_every = 2.7}));
  });
  return all;
}

// Rates and accelerations of every kind are those of differences; a cursor holds its piece from corner to corner, and a
// new one placed anywhere gives the same bits as one that has walked there.
TEST(EverySignal, HasExactDerivativesAndCornersAhead) {
  for (const auto& [name, signal] : every_kind()) {
    SCOPED_TRACE(name);
    SignalCursor c(signal, -1);
    double t = -1;
    for (int k = 0; k < 60 && t < 20; ++k) {
      const double end = std::min({c.next_corner(), t + c.largest_step(t), t + 1.0});
      ASSERT_GT(end, t);
      const double m = 0.5 * (t + end), h = 1e-4 * (end - t);
      const double size = std::abs(c.value(m)) + std::abs(c.rate(m)) * (end - t);
      const double bend = size / (end - t) / (end - t) + std::abs(c.acceleration(m));
      ASSERT_NEAR((c.value(m + h) - c.value(m - h)) / (2 * h), c.rate(m),
                  1e-6 * size / (end - t) + 1e-7 * bend * (end - t) + 1e-12);
      ASSERT_NEAR((c.rate(m + h) - c.rate(m - h)) / (2 * h), c.acceleration(m), 1e-5 * bend + 1e-12);
      ASSERT_NEAR(SignalCursor(signal, m).value(m), c.value(m), 1e-12 * (1 + size));
      t = end;
      c.move_to(t);
      ASSERT_EQ(SignalCursor(signal, t).value(t), c.value(t));
    }
  }
}

}  // namespace
}  // namespace stiction::testing::signal_kinds_test
