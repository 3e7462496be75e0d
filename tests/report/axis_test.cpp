// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/report/axis_label.hpp"

namespace stiction {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> all;
  for (const Tick& tick : axis.ticks()) all.push_back(tick.label);
  return all;
}
Axis across(std::string_view label, double low, double high, Scale scale = Scale::linear) {
  return Axis(label, scale, {low, high}, 0, Direction::across, 360);
}

// Known by hand.
TEST(RoundTicks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_EQ(round_ticks(0.0, 1.0, 5), (std::vector{0.0, 0.2, 0.4, 0.6, 0.8, 1.0}));
  EXPECT_EQ(round_ticks(-0.11, 0.31, 4), (std::vector{-0.1, 0.0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(round_ticks(2e6, 3e6, 2), (std::vector{2e6, 2.5e6, 3e6}));
}

// For any range: inside it, evenly spaced, a step of 1, 2 or 5 times a power of ten, and neither crowded nor missing.
TEST(RoundTicks, AreRoundInAnyRange) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> share(-1, 1), decade(-200, 200);
  for (int k = 0; k < 2000; ++k) {
    const double size = std::pow(10.0, decade(random)), a = size * share(random), b = size * share(random);
    const double low = std::min(a, b), high = std::max(a, b);
    if ((high - low) < 1e-3 * size) continue;
    const std::vector<double> ticks = round_ticks(low, high, 5);
    ASSERT_GE(ticks.size(), 3u) << low << " " << high;
    ASSERT_LE(ticks.size(), 9u);
    const double step = ticks[1] - ticks[0], mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    EXPECT_LT(std::min({std::abs(mantissa - 1), std::abs(mantissa - 2), std::abs(mantissa - 5)}), 1e-6) << mantissa;
    EXPECT_GE(ticks.front(), low - 1e-6 * step);
    EXPECT_LE(ticks.back(), high + 1e-6 * step);
    EXPECT_NEAR(std::remainder(ticks.front() / step, 1.0), 0.0, 1e-6);
  }
}

// A span of no width or beyond the doubles has no ticks, and does not hang.
TEST(RoundTicks, AnswersImpossibleRangesWithNothing) {
  EXPECT_TRUE(round_ticks(1, 1, 5).empty());
  EXPECT_TRUE(round_ticks(1e17, 1e17 + 16, 500).empty());
  EXPECT_TRUE(round_ticks(0, 1e-320, 5).empty());
  EXPECT_TRUE(round_ticks(0, INFINITY, 5).empty());
}

// 20 micrometres are 20, with the prefix in the label; and so on for units that take a prefix.
TEST(Axis, MovesPowersOfTenIntoTheUnit) {
  EXPECT_EQ(across("displacement [m]", 0, 2e-5).label(), "displacement [µm]");
  EXPECT_EQ(labels(across("displacement [m]", 0, 2e-5)), (std::vector<std::string>{"0", "5", "10", "15", "20"}));
  EXPECT_EQ(across("force [N]", -3e6, 1e6).label(), "force [MN]");
  EXPECT_EQ(across("torque [N.m]", 0, 3e-3).label(), "torque [mN·m]");
  EXPECT_EQ(across("speed [m/s]", 0, 1e-7).label(), "speed [nm/s]");
}

// mm2 is a millionth of m2, not a thousandth, and kg has a prefix already: the power itself is written.
TEST(Axis, WritesThePowerWhereTheUnitTakesNoPrefix) {
  EXPECT_EQ(across("area [m2]", 0, 2e-3).label(), "area [10⁻³ m²]");
  EXPECT_EQ(across("inertia [kg.m2]", 0, 2e-6).label(), "inertia [10⁻⁶ kg·m²]");
  EXPECT_EQ(across("rate [1/s]", 0, 2e6).label(), "rate [10⁶ 1/s]");
  EXPECT_EQ(across("error", 0, 2e-9).label(), "error [10⁻⁹]");
  EXPECT_EQ(across("rate [N/m.s]", 0, 2).label(), "rate [N/(m·s)]");  // all behind the slash divides
}

// Handy numbers are left alone.
TEST(Axis, KeepsNumbersOfEverydaySize) {
  EXPECT_EQ(across("time [s]", 0, 20).label(), "time [s]");
  EXPECT_EQ(across("force [N]", 0, 20000).label(), "force [N]");
  EXPECT_EQ(across("displacement [m]", 0, 0.1).label(), "displacement [m]");
  EXPECT_EQ(across("what is [this", 0, 1).label(), "what is [this");
}

// Small changes of a large number are counted from a round number that the label names.
TEST(Axis, CountsSmallChangesFromARoundNumber) {
  const Axis axis = across("position [m]", 5.0000001, 5.0000002);
  EXPECT_EQ(axis.label(), "position − 5 m [nm]");
  EXPECT_EQ(labels(axis).front(), "100");
  EXPECT_EQ(across("time [s]", -1000.0003, -1000.0001).label().substr(0, 8), "time + 1");
}

// What a label says times the factor in it is the value of the tick.
TEST(Axis, LabelsSayTheValueOfTheTick) {
  const Axis axis = across("force [N]", -2.5e-4, 1e-4);
  ASSERT_EQ(axis.label(), "force [µN]");
  for (const Tick& tick : axis.ticks()) {
    std::string text = tick.label;
    if (text.starts_with("−")) text.replace(0, 3, "-");
    EXPECT_NEAR(std::stod(text) * 1e-6, tick.value, 1e-12);
  }
}

// Decades are named, all of them when there is room, and minor ticks stand between.
TEST(Axis, NamesDecades) {
  EXPECT_EQ(labels(across("v [m/s]", 1e-5, 1, Scale::logarithmic)),
            (std::vector<std::string>{"10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
  EXPECT_EQ(labels(across("f [Hz]", 0.1, 100, Scale::logarithmic)),
            (std::vector<std::string>{"0.1", "1", "10", "100"}));
  EXPECT_EQ(across("f [Hz]", 0.1, 100, Scale::logarithmic).minor_ticks().size(), 24u);
  EXPECT_LE(across("f [Hz]", 1e-200, 1e200, Scale::logarithmic).ticks().size(), 10u);
}

// Less than a decade shows no power of ten, so round numbers stand on it.
TEST(Axis, HasRoundNumbersOnAShortLogarithmicAxis) {
  const Axis axis = across("f [Hz]", 20, 60, Scale::logarithmic);
  EXPECT_GE(axis.ticks().size(), 3u);
  EXPECT_EQ(labels(axis).front(), "20");
}

// The ends are 0 and 1; logarithmic in between; what has no logarithm has no place.
TEST(Axis, PlacesNumbers) {
  const Axis linear = across("", 2, 4), log = across("", 1, 100, Scale::logarithmic);
  EXPECT_DOUBLE_EQ(linear.place(2), 0);
  EXPECT_DOUBLE_EQ(linear.place(3), 0.5);
  EXPECT_DOUBLE_EQ(linear.place(4), 1);
  EXPECT_DOUBLE_EQ(log.place(10), 0.5);
  EXPECT_TRUE(std::isnan(log.place(-1)));
  EXPECT_TRUE(std::isnan(log.place(0)));
}

// Constants, nothing at all and the largest doubles give an axis with finite places and at least two ticks.
TEST(Axis, SurvivesConstantEmptyAndHugeData) {
  for (const Span span : {Span{5, 5}, Span{}, Span{0, 0}, Span{-1.7e308, 1.7e308}, Span{1e-310, 2e-310},
                          Span{-3e-5, -3e-5}, Span{1, std::nextafter(1.0, 2.0)}}) {
    const Axis axis("y [N]", Scale::linear, span, 0.05, Direction::upward, 214);
    EXPECT_GE(axis.ticks().size(), 2u) << span.low;
    if (!span.empty()) {
      EXPECT_GE(axis.place(span.low), 0);
      EXPECT_LE(axis.place(span.high), 1);
    }
    for (const Tick& tick : axis.ticks()) EXPECT_EQ(tick.label.find_first_of("ni"), std::string::npos) << tick.label;
  }
}

// Labels never touch: neighbours are further apart than they are wide.
TEST(Axis, LabelsDoNotTouch) {
  for (const double length : {80.0, 150.0, 360.0, 900.0})
    for (const double high : {1.0, 12345.0, 0.00123, 99999.0}) {
      const Axis axis("x [m]", Scale::linear, {-high, high}, 0, Direction::across, length);
      if (axis.ticks().size() < 2) continue;
      const double distance = length * (axis.place(axis.ticks()[1].value) - axis.place(axis.ticks()[0].value));
      EXPECT_GT(distance, axis.widest_label()) << length << " " << high;
    }
}

}  // namespace
}  // namespace stiction
