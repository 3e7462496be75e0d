// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/parameter_map.hpp"

#include <gtest/gtest.h>

#include "stiction/analysis/half_cycle_map.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"

namespace stiction::testing {
namespace {

NamedExperiment pulled_with_stiction() {
  NamedExperiment e = stick_slip_2008();
  e.friction = {stiction_law(5.88, 2.94, 0.1)};
  return e;
}

// Axes have both ends exactly; logarithmic ones equal ratios.
TEST(ParameterMap, AxesAreEven) {
  const auto linear = MapAxis{"", -1, 0.3, 5}.values();
  EXPECT_EQ(linear.back(), 0.3);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(linear[i], -1 + 1.3 * static_cast<double>(i) / 4, 1e-15);
  const auto ratios = MapAxis{"", 0.01, 10, 4, true}.values();
  EXPECT_EQ(ratios.front(), 0.01);
  EXPECT_EQ(ratios.back(), 10);
  EXPECT_NEAR(ratios[1], 0.1, 1e-15);
  EXPECT_EQ((MapAxis{"", 2, 3, 1}.values()), std::vector<double>{2});
}

// Over speed and drag: stick-slip exactly where the exact solution has it, with its period; steady sliding elsewhere.
TEST(ParameterMap, StickSlipIsWhereTheExactSolutionHasIt) {
  const ParameterMap map = map_parameters(
      pulled_with_stiction(), {{"input.pull_speed", 0.3, 4, 5, true}, {"friction.viscous_damping", 0.02, 0.9, 4}});
  ASSERT_TRUE(map.complete);
  ASSERT_EQ(map.points.size(), 20U);
  EXPECT_EQ(map.units, (std::vector<std::string>{"m/s", "N.s/m"}));
  for (const MapPoint& p : map.points) {
    const StickSlipCycle exact = stick_slip_cycle({1, 2, p.values[0]}, {5.88, 2.94, p.values[1]});
    EXPECT_EQ(p.kind, exact.exists ? MotionKind::limit_cycle : MotionKind::steady)
        << p.values[0] << " m/s, " << p.values[1] << " N.s/m: " << p.sentence;
    ASSERT_EQ(p.signals.size(), 2U);
    EXPECT_EQ(p.signals[1].name, "velocity");
    EXPECT_NEAR(p.signals[1].mean, p.values[0], 1e-3 * p.values[0]);
    if (!exact.exists) continue;
    EXPECT_NEAR(p.period, exact.period, 1e-6 * exact.period);
    EXPECT_NEAR(p.signals[1].highest, exact.largest_speed, 1e-6 * exact.largest_speed);
  }
  EXPECT_GT(map.count(MotionKind::limit_cycle), 4U);
  EXPECT_GT(map.count(MotionKind::steady), 4U);
}

// One thread or five, bit for bit the same.
TEST(ParameterMap, DoesNotDependOnTheNumberOfThreads) {
  const std::vector<MapAxis> axes{{"input.pull_speed", 0.5, 3, 7}};
  const ParameterMap one = map_parameters(stick_slip_2008(0.2), axes, {.threads = 1});
  const ParameterMap five = map_parameters(stick_slip_2008(0.2), axes, {.threads = 5});
  ASSERT_EQ(one.points.size(), five.points.size());
  for (std::size_t i = 0; i < one.points.size(); ++i) {
    EXPECT_EQ(one.points[i].sentence, five.points[i].sentence);
    EXPECT_EQ(one.points[i].period, five.points[i].period);
    EXPECT_EQ(one.points[i].largest_multiplier, five.points[i].largest_multiplier);
    for (std::size_t k = 0; k < one.points[i].signals.size(); ++k)
      EXPECT_EQ(one.points[i].signals[k].highest, five.points[i].signals[k].highest);
  }
}

// A map shows where the start leads to: beyond a period doubling to the doubled cycle, without a word of the unstable
// one that shooting would have closed in on.
TEST(ParameterMap, FollowsTheFlowAlone) {
  NamedExperiment e = stick_slip_2008(0.195);
  const ParameterMap map = map_parameters(e, {{"plant.spring_stiffness", 5, 5, 1}});
  ASSERT_EQ(map.points[0].verdict, CycleVerdict::stable_cycle) << map.points[0].sentence;
  EXPECT_EQ(map.points[0].sentence.find("unstable"), std::string::npos) << map.points[0].sentence;
}

// Points are those of the inputs once they have come to rest: a belt that is brought to its speed carries a block that
// slides, with the friction of that speed, F_C + sigma_2 v, and is not at rest as before.
TEST(ParameterMap, StudiesTheLoopThatInputsSettleTo) {
  NamedExperiment e;
  e.plant = {.model = "block_on_belt", .values = {{"spring_stiffness", 10.0}}};
  e.friction.front() = {.model = "lugre", .values = {{"stribeck_velocity", 0.001}, {"viscous_damping", 3.0}}};
  e.inputs.emplace("belt_speed", NamedSignal({{.kind = "lines", .points = {{0, 0}, {5, 0.1}}}}));
  const ParameterMap map = map_parameters(e, {{"friction.viscous_damping", 3, 4, 2}});
  for (const MapPoint& p : map.points) {
    EXPECT_EQ(p.kind, MotionKind::steady) << p.sentence;
    ASSERT_FALSE(p.signals.empty()) << p.sentence;
    EXPECT_NEAR(p.signals[0].mean, (1 + 0.1 * p.values[0]) / 10, 1e-6);
  }
}

// A point that breaks a rule between numbers carries its reason; the others are computed. Ends outside the range of
// their own number are refused before anything runs.
TEST(ParameterMap, FailingPointsCarryAReason) {
  const ParameterMap map = map_parameters(pulled_with_stiction(), {{"friction.coulomb_force", 6.5, 2.5, 3}});
  EXPECT_TRUE(map.complete);
  EXPECT_EQ(map.points[0].kind, MotionKind::other);
  EXPECT_NE(map.points[0].sentence.find("static_force"), std::string::npos) << map.points[0].sentence;
  EXPECT_EQ(map.points[2].kind, MotionKind::limit_cycle);
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {{"plant.mass", -1, 1, 3}}), InvalidInput);
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {{"plant.mass", 1, 0, 3}}), InvalidInput);
}

// Whoever stops a map keeps what was computed; what does not exist is refused before anything runs.
TEST(ParameterMap, StopsAndRefuses) {
  int calls = 0;
  const MapOptions stops{.threads = 1, .progress = [&](double) { return ++calls == 2; }};
  const ParameterMap map = map_parameters(pulled_with_stiction(), {{"input.pull_speed", 0.5, 1, 4}}, stops);
  EXPECT_FALSE(map.complete);
  EXPECT_EQ(map.count(MotionKind::limit_cycle), 2U);
  EXPECT_EQ(map.count(MotionKind::not_computed), 2U);
  EXPECT_EQ(map.points[3].values, std::vector<double>{1.0});
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {{"input.pull", 0, 1, 2}}), InvalidInput);
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {{"plant.mass", 0, 1, 2, true}}), InvalidInput);
  const MapAxis mass{"plant.mass", 1, 2, 2};
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {mass, mass}), InvalidInput);
  EXPECT_THROW(map_parameters(pulled_with_stiction(), {{"plant.mass", 1, 2, 2}}, {.signals = {"speed"}}), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
