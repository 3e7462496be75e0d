// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "stiction/identification/residual_tests.hpp"

namespace stiction::independent_rows_test {
namespace {

std::vector<double> noise(std::size_t count, std::size_t each) {
  std::mt19937_64 chance(7);
  std::normal_distribution<double> spread(0, 1);
  std::vector<double> all;
  while (all.size() < count) all.insert(all.end(), each, spread(chance));
  return all;
}

// White residuals are all independent.
TEST(IndependentRows, OfWhiteNoise) { EXPECT_EQ(independent_rows({noise(5000, 1)}), 5000); }

// Numbers that stand ten times each remember themselves over nine rows to either side at least. There are 500 of them,
// which look alike by chance more often than 5000 rows would: fewer are counted, but a tenth of them at least.
TEST(IndependentRows, OfNumbersThatStandTenTimes) {
  const double rows = independent_rows({noise(5000, 10)});
  EXPECT_LE(rows, 5000.0 / 19);
  EXPECT_GE(rows, 500.0 / 10);
}

// Recordings add up, and the longest memory counts for all of them.
TEST(IndependentRows, OfSeveralRecordings) {
  const double alone = independent_rows({noise(5000, 10)});
  EXPECT_DOUBLE_EQ(independent_rows({noise(5000, 10), noise(5000, 1)}), 2 * alone);
}

}  // namespace
}  // namespace stiction::independent_rows_test
