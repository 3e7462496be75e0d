// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/half_cycle_map.hpp"

#include "stiction/schema/violation.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

// PID hunting with stiction, Fig. 8 of CanudasDeWit1995: period 24.013 s, amplitude 0.06565 m, and the cycle attracts.
TEST(HalfCycleMap, PidHuntsAsTheReferenceSays) {
  const auto& table = ReferenceTable::of("static_models_pid");
  const HuntingReport report = find_hunting({}, {1.5, 1, 0.4});
  ASSERT_EQ(report.cycles.size(), 1U) << report.sentence;
  const HuntingCycle& cycle = report.cycles[0];
  EXPECT_NEAR(cycle.period / table.at("coulomb_stiction/period").value, 1, 1e-12);
  EXPECT_NEAR(cycle.amplitude / table.at("coulomb_stiction/x_amplitude").value, 1, 1e-12);
  EXPECT_LT(std::abs(cycle.multiplier), 1);
  EXPECT_TRUE(report.hunts);
}

// Lengths scale with the forces, for the loop is linear between events: all forces doubled, all errors doubled.
TEST(HalfCycleMap, ScalesWithTheForces) {
  RandomCases cases(61);
  for (int n = 0; n < 50; ++n) {
    const PidLoop loop{cases.log_uniform(0.1, 10), cases.log_uniform(1, 30), cases.log_uniform(1, 30),
                       cases.log_uniform(0.1, 3)};
    const double error = cases.sign() * cases.log_uniform(1e-3, 1);
    const auto one = half_cycle(loop, {1.5, 1, 0.4}, error), two = half_cycle(loop, {3, 2, 0.4}, 2 * error);
    const auto mirrored = half_cycle(loop, {1.5, 1, 0.4}, -error);
    ASSERT_EQ(one.has_value(), two.has_value());
    if (!one) continue;
    EXPECT_NEAR(two->end_error, 2 * one->end_error, 1e-9 * std::abs(error));
    EXPECT_NEAR(mirrored->end_error, -one->end_error, 1e-9 * std::abs(error));
    EXPECT_NEAR(two->slip_time, one->slip_time, 1e-9 * one->slip_time);
    EXPECT_GE(one->stick_time, 0);
  }
}

// Without stiction above Coulomb friction nothing makes the mass jump; wrong input is refused.
TEST(HalfCycleMap, NeedsStiction) {
  EXPECT_FALSE(half_cycle({}, {1, 1, 0}, 0.1).has_value());
  EXPECT_FALSE(find_hunting({}, {1, 1, 0}).hunts);
  EXPECT_THROW(half_cycle({}, {1.5, 1, 0}, 0), InvalidInput);
  EXPECT_THROW(half_cycle({.integral_gain = 0}, {1.5, 1, 0}, 0.1), InvalidInput);
}

// A mass on a pulled spring: Fig. 6 of CanudasDeWit1995 with and without drag, and Fig. 4 of Astrom2008.
TEST(HalfCycleMap, StickSlipIsThatOfTheReference) {
  const auto expect = [](const std::string& experiment, const std::string& name, const StickSlipCycle& cycle) {
    const auto& table = ReferenceTable::of(experiment);
    ASSERT_TRUE(cycle.exists) << cycle.sentence;
    EXPECT_NEAR(cycle.period / table.at(name + "/period").value, 1, 1e-11);
    EXPECT_NEAR(cycle.largest_speed / table.at(name + "/v_max").value, 1, 1e-11);
    EXPECT_NEAR(cycle.longest_spring, table.at(name + "/l_max").value, 1e-11);
    EXPECT_NEAR(cycle.shortest_spring, table.at(name + "/l_min").value, 1e-11);
  };
  expect("static_models_on_1995_fig6", "coulomb_stiction_sigma2=0.4", stick_slip_cycle({}, {1.5, 1, 0.4}));
  expect("static_models_on_1995_fig6", "coulomb_stiction_sigma2=0", stick_slip_cycle({}, {1.5, 1, 0}));
  expect("static_models_on_2008_fig4", "hybrid_sigma2=0", stick_slip_cycle({1, 2, 2}, {5.88, 2.94, 0}));
}

// With too much drag the mass does not stop again: the lowest speed of the arc, and the drag at which the cycle ends.
TEST(HalfCycleMap, DragEndsStickSlip) {
  const auto& table = ReferenceTable::of("static_models_on_2008_fig4");
  for (const std::string drag : {"0.2", "0.5"}) {
    const StickSlipCycle cycle = stick_slip_cycle({1, 2, 2}, {5.88, 2.94, std::stod(drag)});
    EXPECT_FALSE(cycle.exists);
    EXPECT_NEAR(cycle.lowest_speed, table.at("hybrid_sigma2=" + drag + "/v_min_on_arc(>0: no limit cycle)").value,
                1e-11);
  }
  double low = 0, high = 0.5;
  for (int i = 0; i < 60; ++i) {
    const double drag = 0.5 * (low + high);
    (stick_slip_cycle({1, 2, 2}, {5.88, 2.94, drag}).exists ? low : high) = drag;
  }
  EXPECT_NEAR(low, table.at("hybrid_sigma2_crit_k2_vp2").value, 1e-9);
}

}  // namespace
}  // namespace stiction::testing
