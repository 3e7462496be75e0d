// SPDX-License-Identifier: BSD-3-Clause
// The values that cases of a study take: against published numbers, and against what the methods promise.
#include "stiction/ensemble/sweep_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "stiction/ensemble/sobol.hpp"
#include "stiction/scalar/random_numbers.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::sweep_plan_test {
namespace {

// Known answers of Philox 4x32-10 (Random123, kat_vectors).
TEST(RandomNumbers, AreThoseOfPhilox) {
  using Bits = std::array<std::uint32_t, 4>;
  EXPECT_EQ(random_bits(0, 0, 0), (Bits{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(random_bits(ones, ones, ones), (Bits{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(random_bits(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
            (Bits{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomNumbers, LieBetweenTheirEnds) {
  EXPECT_GT(fraction_of(0), 0);
  EXPECT_LT(fraction_of(~std::uint64_t{0}), 1);
}

TEST(RandomNumbers, ShuffleEveryItemToAPlaceOfItsOwn) {
  for (const std::uint64_t count : {1U, 2U, 3U, 16U, 17U, 1000U, 4097U}) {
    std::set<std::uint64_t> places;
    for (std::uint64_t i = 0; i < count; ++i) places.insert(shuffled(i, count, 5, 2));
    EXPECT_EQ(places.size(), count);
    EXPECT_LT(*places.rbegin(), count);
  }
}

// Every block of 2^m points has one point in each of 2^m equal layers of every axis, and the first two axes form a
// (0, 2)-sequence: one point in each of 2^a x 2^(m - a) equal boxes.
TEST(Sobol, FillsLayersAndBoxesEvenly) {
  constexpr std::uint64_t points = 256;
  for (std::size_t axis = 0; axis < sobol_axes; ++axis) {
    std::set<std::uint32_t> layers;
    for (std::uint64_t i = 0; i < points; ++i) layers.insert(sobol_bits(i, axis) >> 24);
    EXPECT_EQ(layers.size(), points) << axis;
  }
  for (unsigned a = 0; a <= 8; ++a) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> boxes;
    for (std::uint64_t i = 0; i < points; ++i)
      boxes.emplace(std::uint64_t{sobol_bits(i, 0)} >> (32 - a), std::uint64_t{sobol_bits(i, 1)} >> (24 + a));
    EXPECT_EQ(boxes.size(), points) << a;
  }
}

// The sixth point of the sequence in Gray order, as printed by Joe and Kuo's own program.
TEST(Sobol, HasThePublishedNumbers) {
  const double sixth[] = {0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125};
  for (std::size_t axis = 0; axis < 10; ++axis)
    EXPECT_EQ(sobol_bits(5 ^ (5 >> 1), axis) * 0x1p-32, sixth[axis]) << axis;
}

TEST(NormalQuantile, IsTheInverseOfTheDistribution) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-13);
  for (double p = 1e-300; p < 0.5; p = std::min(p * 1e7, 0.93 * p + 0.07 * 0.5001)) {
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / p, 1, 1e-12) << p;
    EXPECT_EQ(normal_quantile(0.5 + p / 2), -normal_quantile(1 - (0.5 + p / 2)));
    if (p > 0.499) break;
  }
  EXPECT_EQ(normal_quantile(0.5), 0);
}

SweepPlan plan_of(SweepMethod method, std::uint64_t count) {
  return {.method = method,
          .count = count,
          .seed = 3,
          .axes = {{.path = "a", .low = -1, .high = 3},
                   {.path = "b", .spread = Spread::logarithmic, .low = 0.1, .high = 1000},
                   {.path = "c", .spread = Spread::normal, .centre = 5, .deviation = 2},
                   {.path = "d", .spread = Spread::log_normal, .centre = 2, .deviation = 0.5}}};
}

TEST(SweepPlan, MetDistributionsHaveTheirMoments) {
  for (const SweepMethod method : {SweepMethod::random, SweepMethod::sobol, SweepMethod::latin_hypercube}) {
    const SweepPlan plan = plan_of(method, 16384);
    const double n = static_cast<double>(plan.cases());
    double sum[4] = {}, squares[4] = {}, x[4];
    for (std::uint64_t i = 0; i < plan.cases(); ++i) {
      plan.values(i, x);
      ASSERT_TRUE(x[0] > -1 && x[0] < 3 && x[1] > 0.1 && x[1] < 1000 && x[3] > 0);
      const double flat[] = {x[0], std::log10(x[1]), x[2], std::log(x[3])};
      for (int k = 0; k < 4; ++k) sum[k] += flat[k], squares[k] += flat[k] * flat[k];
    }
    const double mean[] = {1, 1, 5, std::log(2.0)}, deviation[] = {4 / std::sqrt(12), 4 / std::sqrt(12), 2, 0.5};
    for (int k = 0; k < 4; ++k) {
      // Five standard errors of independent numbers; spread evenly they do better.
      EXPECT_NEAR(sum[k] / n, mean[k], 5 * deviation[k] / std::sqrt(n)) << k;
      EXPECT_NEAR(std::sqrt(squares[k] / n - std::pow(sum[k] / n, 2)), deviation[k], 5 * deviation[k] / std::sqrt(n));
      if (method != SweepMethod::random) {
        EXPECT_NEAR(sum[k] / n, mean[k], 2e-3 * deviation[k]) << k;
      }
    }
  }
}

TEST(SweepPlan, LatinHypercubeMeetsEveryLayerOnce) {
  SweepPlan plan{.method = SweepMethod::latin_hypercube, .count = 1000, .axes = {{.path = "a"}, {.path = "b"}}};
  std::set<int> layers[2];
  double x[2];
  for (std::uint64_t i = 0; i < plan.cases(); ++i) {
    plan.values(i, x);
    for (int k = 0; k < 2; ++k) layers[k].insert(static_cast<int>(x[k] * 1000));
  }
  EXPECT_EQ(layers[0].size(), 1000U);
  EXPECT_EQ(layers[1].size(), 1000U);
}

TEST(SweepPlan, GridHasItsEndsAndVariesTheFirstAxisFastest) {
  SweepPlan plan{.axes = {{.path = "a", .low = 1, .high = 2, .count = 3},
                          {.path = "b", .spread = Spread::logarithmic, .low = 1, .high = 100, .count = 3},
                          {.path = "c", .spread = Spread::listed, .values = {7, 8}}}};
  ASSERT_EQ(plan.cases(), 18U);
  double x[3];
  const double expected[][3] = {{1, 1, 7}, {1.5, 1, 7}, {2, 1, 7}, {1, 10, 7}};
  for (std::uint64_t i = 0; i < 4; ++i) {
    plan.values(i, x);
    for (int k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(x[k], expected[i][k]) << i;
  }
  plan.values(17, x);
  EXPECT_EQ(x[0], 2);
  EXPECT_EQ(x[1], 100);
  EXPECT_EQ(x[2], 8);
}

TEST(SweepPlan, SaysWhatIsWrong) {
  const auto broken = [](const SweepPlan& plan) {
    try {
      require_valid(plan);
    } catch (const InvalidInput& error) {
      return error.violations().size();
    }
    return std::size_t{0};
  };
  EXPECT_EQ(broken(plan_of(SweepMethod::random, 10)), 0U);
  EXPECT_EQ(broken({}), 1U);
  EXPECT_EQ(broken({.axes = {{.path = "a", .low = 2, .high = 1}}}), 1U);
  EXPECT_EQ(broken({.axes = {{.path = "a"}, {.path = "a"}}}), 1U);
  EXPECT_EQ(broken({.axes = {{.path = "a", .spread = Spread::logarithmic, .low = 0, .high = 1}}}), 1U);
  EXPECT_EQ(broken({.axes = {{.path = "a", .spread = Spread::normal, .deviation = 0}}}), 1U);
  std::vector<SweepAxis> many(6);
  for (std::size_t k = 0; k < many.size(); ++k) many[k].path = std::to_string(k), many[k].count = 1000000;
  EXPECT_EQ(broken({.axes = many}), 1U);
}

}  // namespace
}  // namespace stiction::sweep_plan_test
