// SPDX-License-Identifier: BSD-3-Clause
// Studies: every case is the run it stands for.
#include "stiction/ensemble/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/ensemble/parallel.hpp"

namespace stiction::sweep_test {
namespace {

/// A block thrown over a rough table stops at x = m v^2 / (2 F_C), after m v / F_C.
NamedExperiment thrown() {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.plant.initial.emplace("velocity", NamedValue({1.0}, ""));
  e.friction = {NamedPart{.model = "coulomb"}};
  e.run.duration = 20;
  return e;
}
SweepPlan random_plan(std::uint64_t count) {
  return {.method = SweepMethod::random,
          .count = count,
          .axes = {{.path = "plant.mass", .spread = Spread::logarithmic, .low = 0.1, .high = 10},
                   {.path = "friction.coulomb_force", .low = 0.5, .high = 2},
                   {.path = "plant.initial.velocity", .low = -1, .high = 1}}};
}

TEST(Sweep, CasesAreTheRunsTheyStandFor) {
  const Sweep sweep(thrown(), random_plan(200),
                    {{.key = "end", .what = "final", .signal = "position"},
                     {.key = "stopped", .what = "rest_fraction", .signal = "velocity"},
                     {.key = "never", .what = "crossing", .signal = "position", .level = 1e6}});
  ASSERT_EQ(sweep.columns().size(), 7U);
  EXPECT_EQ(sweep.columns()[0].unit, "kg");
  EXPECT_EQ(sweep.columns()[3].unit, "m");
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) {
    double row[7];
    ASSERT_TRUE(sweep.compute(i, 1, row));
    const double m = row[0], force = row[1], v = row[2];
    ASSERT_TRUE(case_finished(row[6]));
    const double stops = m * std::abs(v) / force;
    const double x = stops < 20 ? m * v * std::abs(v) / (2 * force) : v * 20 - std::copysign(force / m, v) * 200;
    EXPECT_NEAR(row[3], x, 1e-7 * (1 + std::abs(x))) << i;
    EXPECT_NEAR(row[4], std::max(0.0, 1 - stops / 20), 1e-6) << i;
    EXPECT_TRUE(std::isnan(row[5])) << "a number that is not there is not a number";
  }
  EXPECT_NE(sweep.reason(0).find("did not cross"), std::string::npos);
}

TEST(Sweep, DoesNotDependOnWhoComputesIt) {
  const Sweep sweep(thrown(), random_plan(300));
  const std::size_t width = sweep.columns().size();
  std::vector<double> one(sweep.cases() * width), other(one.size());
  for (std::uint64_t i = sweep.cases(); i-- > 0;) ASSERT_TRUE(sweep.compute(i, 1, &one[i * width]));
  const Sweep again(thrown(), random_plan(300));
  for_each_parallel(sweep.cases(), 4, [&](std::size_t i) { again.compute(i, 1, &other[i * width]); });
  EXPECT_EQ(one, other);
}

TEST(Sweep, NumbersThatAreNotAllowedAreACaseWithAReason) {
  const Sweep sweep(thrown(), {.axes = {{.path = "plant.mass", .spread = Spread::listed, .values = {-1, 1}}}});
  std::vector<double> row(sweep.columns().size());
  ASSERT_TRUE(sweep.compute(0, 1, row.data()));
  EXPECT_EQ(row.back(), case_not_allowed);
  EXPECT_NE(sweep.reason(0).find("mass"), std::string::npos);
  ASSERT_TRUE(sweep.compute(1, 1, row.data()));
  EXPECT_TRUE(case_finished(row.back()));
}

// v(t) = v - F/m t until it stops: in every case, at every time of the band.
TEST(Sweep, KeepsSignalsOverTime) {
  SweepPlan plan = random_plan(20);
  plan.bands = {{.signal = "velocity", .points = 21}, {.signal = "position", .points = 3}};
  const Sweep sweep(thrown(), plan, {{.key = "end", .what = "final", .signal = "position"}});
  ASSERT_EQ(sweep.columns().size(), 3 + 1 + 21 + 3 + 1U);
  ASSERT_EQ(sweep.band_column(1), 25U);
  std::vector<double> row(sweep.columns().size());
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) {
    ASSERT_TRUE(sweep.compute(i, 1, row.data()));
    for (std::uint64_t k = 0; k < 21; ++k) {
      const double t = sweep.band_time(0, k), speed = std::abs(row[2]) - row[1] / row[0] * t;
      EXPECT_NEAR(row[sweep.band_column(0) + k], std::copysign(std::max(0.0, speed), row[2]), 1e-7) << t;
    }
    EXPECT_EQ(row[sweep.band_column(1) + 2], row[3]) << "the last point is the end";
  }
  plan.bands = {{.signal = "velocity", .points = 1}};
  EXPECT_THROW(Sweep(thrown(), plan), InvalidInput);
}

TEST(Sweep, AsksForWorkWhereItIsMeasured) {
  const Sweep sweep(thrown(), {.axes = {{.path = "plant.mass", .low = 1, .high = 2, .count = 2}}},
                    {{.key = "lost", .what = "final", .signal = "friction_work"}});
  double row[3];
  for (std::uint64_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(sweep.compute(i, 1, row));
    EXPECT_NEAR(row[1], 0.5 * row[0], 1e-7) << "friction took what it had";
  }
}

TEST(Sweep, CanBeInterruptedWithinACase) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.friction = {NamedPart{.model = "lugre"}};
  e.run.duration = 1e6;
  const Sweep sweep(e, {.axes = {{.path = "plant.mass", .low = 1, .high = 2}}});
  std::vector<double> row(sweep.columns().size());
  EXPECT_FALSE(sweep.compute(0, 1, row.data(), [] { return true; }));
}

TEST(Sweep, UnknownNamesAreRefused) {
  EXPECT_THROW(Sweep(thrown(), {.axes = {{.path = "plant.mas"}}}), InvalidInput);
  EXPECT_THROW(Sweep(thrown(), random_plan(1), {{.key = "x", .what = "final", .signal = "positon"}}), InvalidInput);
  EXPECT_THROW(Sweep(thrown(), random_plan(1), {{.key = "x", .what = "finale", .signal = "position"}}), InvalidInput);
}

}  // namespace
}  // namespace stiction::sweep_test
