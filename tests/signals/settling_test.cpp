// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/signals/settling.hpp"

#include <gtest/gtest.h>

#include "stiction/signals/all_signals.hpp"

namespace stiction {
namespace {

constexpr double for_ever = std::numeric_limits<double>::infinity();

/// When it is constant; infinite where it never is.
double constant_from(const Signal& signal) {
  const Settling found = settling(signal);
  return found.constant ? found.from : for_ever;
}

TEST(Settling, IsTheLastCornerOfWhatEnds) {
  EXPECT_EQ(constant_from(Signal(3.0)), -for_ever);
  EXPECT_EQ(constant_from(Signal::step(2, 0, 1)), 2);
  EXPECT_EQ(constant_from(Signal::polyline({{1, 0}, {4, 2}})), 4);
  EXPECT_EQ(constant_from(Signal::step(2, 0, 1) + Signal::step(5, 0, 1)), 5);
  EXPECT_EQ(constant_from(Signal::step(2, 0, 1).delayed(3)), 5);
  // 2 m at 1 m/s with 1 m/s2: a second up, one at speed, one down.
  EXPECT_DOUBLE_EQ(constant_from(Signal::trapezoidal_move(0.5, 0, 2, 1, 1)), 3.5);
  // d/v + v/a + a/j
  const SCurveSignal<> curve{.start = 0.25, .distance = 3, .speed = 1, .acceleration = 2, .jerk = 8};
  EXPECT_NEAR(constant_from(curve.signal()), 0.25 + 3 + 0.5 + 0.25, 1e-12);
  EXPECT_EQ(constant_from(GaussianPulseSignal<>{.time = 1, .width = 0.1}.signal()), 1 + 8.6 * 0.1);
}

TEST(Settling, IsNeverForWhatGoesOn) {
  EXPECT_EQ(constant_from(Signal::ramp(1)), for_ever);
  EXPECT_EQ(constant_from(Signal::sine(1, 1)), for_ever);
  EXPECT_EQ(constant_from(Signal::sine(0, 1)), -for_ever) << "nothing swings";
  EXPECT_EQ(constant_from(Signal::triangle(1, 1)), for_ever);
  EXPECT_EQ(constant_from(NoiseSignal<>{}.signal()), for_ever);
  EXPECT_EQ(constant_from(PulsesSignal<>{.start = 100}.signal()), for_ever) << "they only begin late";
}

// The part that goes on may be periodic; what matters then is when the others have ended.
TEST(Settling, TellsWhenTheRestHasEnded) {
  const Settling found = settling(Signal::sine(1, 1) + Signal::step(7, 0, 1) + Signal::step(2, 0, 1));
  EXPECT_EQ(found.from, 7);
  EXPECT_FALSE(found.constant);
}

TEST(Settling, KnowsWindowsAndRepetitions) {
  const auto timed = [](const Signal& s, double from, double until, double every = 1e30, double count = 1e30) {
    return constant_from(s.timed({from, until, every, count}));
  };
  EXPECT_EQ(timed(Signal::sine(1, 1), 1, 3), 3);
  EXPECT_EQ(timed(Signal(1.0), 7, 1e30), 7);
  EXPECT_EQ(timed(Signal::sine(1, 1), -1e30, 0.2, 1), for_ever);
  EXPECT_EQ(timed(Signal::sine(1, 1), -1e30, 0.2, 1, 4), 3.2);
  EXPECT_EQ(timed(Signal::polyline({{0, 0}, {1, 1}, {2, 0}}), -1e30, 1e30, 2, 3), 6);
  EXPECT_EQ(timed(Signal(1.0), -1e30, 1e30, 2, 3), -for_ever);
}

}  // namespace
}  // namespace stiction
