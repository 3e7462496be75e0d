// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/table_curve.hpp"

#include <gtest/gtest.h>

#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

using Curve = TableCurve<6>;

Curve::Parameters<double> measured() {
  Curve::Parameters<double> p;
  p.table_speed = {0.0, 0.01, 0.02, 0.05, 0.1, 0.3};
  p.table_force = {5.0, 3.0, 2.0, 2.5, 2.5, 4.0};
  return p;
}
double level(const Curve::Parameters<double>& p, double v) { return Curve::level(p, contact(v)); }

TEST(TableCurve, GoesThroughEveryPointAndIsConstantBeyondTheEnds) {
  const auto p = measured();
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(level(p, p.table_speed[i]), p.table_force[i], 1e-14);
  EXPECT_NEAR(level(p, 77.0), 4.0, 1e-14);
}

// Between two points the curve stays between their forces: no overshoot, never negative, whatever the data.
TEST(TableCurve, NeverOvershoots) {
  testing::RandomCases random(81);
  for (int round = 0; round < 2000; ++round) {
    auto p = measured();
    for (double& f : p.table_force) f = random.log_uniform(1e-3, 1e3);
    for (int i = 0; i < 5; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double v = random.uniform(p.table_speed[k], p.table_speed[k + 1]);
      const double low = std::min(p.table_force[k], p.table_force[k + 1]),
                   high = std::max(p.table_force[k], p.table_force[k + 1]);
      EXPECT_GE(level(p, v), low * (1 - 1e-12));
      EXPECT_LE(level(p, v), high * (1 + 1e-12));
    }
  }
}

TEST(TableCurve, HasAContinuousSlope) {
  using D = Dual<double, 1>;
  const auto p = convert<Curve::Parameters<D>>(measured());
  const auto slope = [&](double v) { return Curve::level(p, contact(D::variable(v, 0))).slope[0]; };
  for (const double v : measured().table_speed) EXPECT_NEAR(slope(v - 1e-12), slope(v + 1e-12), 1e-6) << "at " << v;
  EXPECT_NEAR(slope(0.01), -400.0 / 3.0, 1e-6) << "harmonic mean of the secants -200 and -100 N.s/m";
}

TEST(TableCurve, LeavesRepeatedLastPointsUnused) {
  auto p = measured();
  for (std::size_t i = 4; i < 6; ++i) p.table_speed[i] = p.table_speed[3], p.table_force[i] = p.table_force[3];
  EXPECT_TRUE(violations(p).empty());
  EXPECT_NEAR(level(p, 0.05), 2.5, 1e-14);
  EXPECT_NEAR(level(p, 0.2), 2.5, 1e-14);
  EXPECT_NEAR(level(p, 0.01), 3.0, 1e-14);
}

TEST(TableCurve, RefusesSpeedsThatDoNotRise) {
  auto p = measured();
  std::swap(p.table_speed[2], p.table_speed[3]);
  EXPECT_EQ(violations(p).size(), 1u);
}

}  // namespace
}  // namespace stiction
