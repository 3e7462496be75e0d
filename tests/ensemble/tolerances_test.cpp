// SPDX-License-Identifier: BSD-3-Clause
// Where the spread of a measurement comes from: against closed forms.
#include "stiction/ensemble/tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/ensemble/sobol_indices.hpp"

namespace stiction::testing::tolerances_test {
namespace {

SweepPlan indices_over(std::vector<SweepAxis> axes, std::uint64_t points) {
  return {.method = SweepMethod::sobol_indices, .count = points, .seed = 3, .axes = std::move(axes)};
}

/// Of a function of the axes, case by case.
template <class Function>
VarianceFractions fractions_of(const SweepPlan& plan, Function&& f) {
  SobolIndices indices(plan.axes.size(), 1);
  std::vector<double> x(plan.axes.size());
  for (std::uint64_t i = 0; i < plan.cases(); ++i) {
    plan.values(i, x.data());
    const double y = f(x);
    indices.add(i, {&y, 1});
  }
  return indices.fractions(0);
}

// Ishigami's function sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 on (-pi, pi): x3 acts through x1 alone.
TEST(SobolIndices, AreThoseOfIshigamisFunction) {
  const double pi = std::numbers::pi;
  const SweepAxis axis{.low = -pi, .high = pi};
  std::vector<SweepAxis> axes(3, axis);
  for (std::size_t k = 0; k < 3; ++k) axes[k].path = std::string(1, static_cast<char>('a' + k));
  const VarianceFractions s = fractions_of(indices_over(axes, 1 << 14), [](const std::vector<double>& x) {
    return std::sin(x[0]) * (1 + 0.1 * std::pow(x[2], 4)) + 7 * std::pow(std::sin(x[1]), 2);
  });
  const double v1 = 0.5 * std::pow(1 + 0.1 * std::pow(pi, 4) / 5, 2), v2 = 49.0 / 8;
  const double v13 = 0.01 * std::pow(pi, 8) * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  EXPECT_NEAR(s.mean, 3.5, 1e-2);
  EXPECT_NEAR(s.variance, v, 2e-3 * v);
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(s.first[k].value, first[k], 5e-3) << k;
    EXPECT_NEAR(s.total[k].value, total[k], 5e-3) << k;
    EXPECT_LT(s.first[k].error, 0.05);
  }
}

// Twelve axes are more than the sequence has coordinates for; random numbers take its place. Their errors are honest.
TEST(SobolIndices, OfManyAxesComeWithHonestErrors) {
  std::vector<SweepAxis> axes;
  double variance = 0;
  for (std::size_t k = 0; k < 12; ++k) {
    axes.push_back({.path = std::to_string(k),
                    .spread = Spread::normal,
                    .centre = 100,
                    .deviation = 1.0 + 0.1 * static_cast<double>(k)});
    variance += std::pow(axes[k].standard_deviation(), 2);
  }
  const VarianceFractions s = fractions_of(indices_over(axes, 20000), [](const std::vector<double>& x) {
    double sum = 0;
    for (const double one : x) sum += one;
    return sum;
  });
  for (std::size_t k = 0; k < 12; ++k) {
    const double fraction = std::pow(axes[k].standard_deviation(), 2) / variance;
    EXPECT_NEAR(s.first[k].value, fraction, 5 * s.first[k].error + 1e-9) << k;
    EXPECT_NEAR(s.total[k].value, fraction, 5 * s.total[k].error + 1e-9) << k;
    EXPECT_LT(s.total[k].error, 0.1 * fraction);
  }
}

TEST(SobolIndices, LeaveOutPointsWithoutANumber) {
  const auto plan = indices_over({{.path = "a"}, {.path = "b"}}, 4096);
  std::uint64_t asked = 0;
  const VarianceFractions s = fractions_of(
      plan, [&](const std::vector<double>& x) { return ++asked % 400 == 7 ? std::nan("") : 2 * x[0] + x[1]; });
  EXPECT_LT(s.points, 4096U);
  EXPECT_NEAR(s.first[0].value, 0.8, 0.01);
  EXPECT_NEAR(s.first[1].value, 0.2, 0.01);
}

// Deviations against their integrals over the quantiles.
TEST(SweepAxis, KnowsItsStandardDeviation) {
  for (const SweepAxis& axis :
       {SweepAxis{.low = -1, .high = 3}, SweepAxis{.spread = Spread::logarithmic, .low = 0.1, .high = 20},
        SweepAxis{.spread = Spread::normal, .centre = 5, .deviation = 0.3},
        SweepAxis{.spread = Spread::log_normal, .centre = 2, .deviation = 0.4},
        SweepAxis{.spread = Spread::listed, .values = {1, 2, 5, 9}}}) {
    constexpr int points = 200000;
    double mean = 0, squares = 0;
    for (int k = 0; k < points; ++k) mean += axis.quantile((k + 0.5) / points) / points;
    for (int k = 0; k < points; ++k) squares += std::pow(axis.quantile((k + 0.5) / points) - mean, 2) / points;
    EXPECT_NEAR(axis.standard_deviation(), std::sqrt(squares), 1e-4 * std::sqrt(squares)) << spread_word(axis.spread);
  }
}

// A block thrown over a rough table stops at x = m v^2 / (2 F_C).
TEST(FirstOrderSpread, FollowsTheClosedForm) {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.plant.initial.emplace("velocity", NamedValue({1.0}, ""));
  e.friction = {NamedPart{.model = "coulomb"}};
  e.run.duration = 20;
  const Sweep sweep(
      e,
      {.method = SweepMethod::random,
       .count = 4000,
       .axes = {{.path = "plant.mass", .spread = Spread::normal, .centre = 2, .deviation = 0.02},
                {.path = "friction.coulomb_force", .low = 1.45, .high = 1.55},
                {.path = "plant.initial.velocity", .spread = Spread::log_normal, .centre = 1, .deviation = 0.01}}},
      {{.key = "x", .what = "final", .signal = "position"}});
  const auto spread = first_order_spread(e, sweep);
  ASSERT_EQ(spread.size(), 1U);
  const double m = 2, force = 1.5, v = 1, x = m * v * v / (2 * force);
  EXPECT_NEAR(spread[0].nominal, x, 1e-8);
  const double slopes[] = {x / m, -x / force, 2 * x / v};
  double variance = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(spread[0].slopes[k], slopes[k], 1e-5 * std::abs(slopes[k])) << k;
    variance += std::pow(slopes[k] * sweep.plan().axes[k].standard_deviation(), 2);
  }
  EXPECT_NEAR(spread[0].deviation, std::sqrt(variance), 1e-5 * std::sqrt(variance));
  // All cases say the same where spreads are small: within what 4000 of them can tell.
  std::vector<double> rows(sweep.cases() * sweep.columns().size());
  ASSERT_TRUE(sweep.compute(0, sweep.cases(), rows.data()));
  double mean = 0, squares = 0;
  const double n = static_cast<double>(sweep.cases());
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) mean += rows[i * 5 + 3] / n;
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) squares += std::pow(rows[i * 5 + 3] - mean, 2) / n;
  EXPECT_NEAR(std::sqrt(squares), spread[0].deviation, 0.05 * spread[0].deviation);
}

TEST(FirstOrderSpread, IsNotForGrids) {
  NamedExperiment e;
  const Sweep sweep(e, {.axes = {{.path = "plant.mass", .low = 1, .high = 2, .count = 3}}});
  EXPECT_TRUE(first_order_spread(e, sweep).empty());
}

}  // namespace
}  // namespace stiction::testing::tolerances_test
