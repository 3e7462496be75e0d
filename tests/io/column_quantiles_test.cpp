// SPDX-License-Identifier: BSD-3-Clause
// Quantiles of columns that are read again and again: against a sorted copy.
#include "stiction/io/column_quantiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "stiction/io/sweep_table.hpp"

namespace stiction::column_quantiles_test {
namespace {

const std::vector<double> wanted = {0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0};

std::vector<double> searched(const std::vector<double>& column, int& readings) {
  const auto [smallest, largest] = std::minmax_element(column.begin(), column.end());
  ColumnQuantiles search(column.size(), *smallest, *largest, wanted);
  for (readings = 0; search.wants_more(); ++readings) {
    for (const double x : column) search.add(x);
    search.end_reading();
  }
  return search.quantiles();
}

/// On the straight line between the two nearest of a sorted copy.
double by_sorting(std::vector<double> column, double level) {
  std::sort(column.begin(), column.end());
  const double place = level * static_cast<double>(column.size() - 1);
  const auto lower = static_cast<std::size_t>(place);
  const double next = column[std::min(lower + 1, column.size() - 1)];
  return std::lerp(column[lower], next, place - std::floor(place));
}

// Normal, over sixty decades, of two values, of one, of both signs with an outlier: to the last bit.
TEST(ColumnQuantiles, AreThoseOfTheSortedColumn) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const auto columns = {
      +[](double x, std::size_t) { return 1 + 1e-3 * x; },
      +[](double x, std::size_t) { return std::exp(20 * x); },
      +[](double x, std::size_t) { return x < 0.3 ? 1.0 : 2.0; },
      +[](double, std::size_t) { return -4.0; },
      +[](double x, std::size_t i) { return i == 7 ? 1e300 : x; },
      +[](double x, std::size_t i) { return i % 3 == 0   ? -0.0
                                            : i % 3 == 1 ? 0.0
                                                         : 1e-310 * x; },
  };
  for (const std::size_t count : {1U, 2U, 5U, 20U, 511U, 4096U, 100003U})
    for (const auto& value : columns) {
      std::vector<double> column(count);
      for (std::size_t i = 0; i < count; ++i) column[i] = value(normal(random), i);
      int readings = 0;
      const std::vector<double> found = searched(column, readings);
      for (std::size_t q = 0; q < wanted.size(); ++q)
        EXPECT_EQ(found[q], by_sorting(column, wanted[q])) << count << " numbers, level " << wanted[q];
      EXPECT_LE(readings, 8) << count;
    }
}

// Nine numbers and one that is a billion times as large; a case that did not finish and one without a number count not.
TEST(ColumnQuantiles, OfAStudyDoNotMindAnOutlier) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> rows;
  for (const double x : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1e9}) rows.insert(rows.end(), {x, missing, 0.0});
  rows.insert(rows.end(), {-5.0, 1.0, case_not_allowed, missing, missing, 0.0});
  const SweepSummary s = summarised({{"x", "m"}, {"y", "m"}, {"status", "1"}},
                                    [&](const auto& visit) { visit(0, std::span<const double>(rows)); });
  EXPECT_EQ(s.finished, 11U);
  EXPECT_EQ(s.columns[0].count, 10U);
  EXPECT_DOUBLE_EQ(s.columns[0].quantile[0], 1.45);
  EXPECT_EQ(s.columns[0].quantile[2], 5.5);
  EXPECT_EQ(s.columns[0].smallest, 1);
  EXPECT_EQ(s.columns[1].count, 0U);
  EXPECT_TRUE(std::isnan(s.columns[1].mean));
  EXPECT_TRUE(std::isnan(s.columns[1].quantile[2]));
}

}  // namespace
}  // namespace stiction::column_quantiles_test
