// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stiction {

/// Quantiles of one column of a table that is larger than memory and can be read again and again: exact, whatever the
/// numbers are, an outlier among them included. Each reading splits the intervals in which the wanted numbers lie into
/// parts and counts; where few numbers are left, they are kept and sorted.
///
///     ColumnQuantiles search(count, smallest, largest, {{0.05, 0.5, 0.95}});
///     while (search.wants_more()) {
///       for (double x : column) search.add(x);
///       search.end_reading();
///     }
///     search.quantiles();
///
/// Between two numbers on a straight line, as numpy.quantile does.
class ColumnQuantiles {
 public:
  ColumnQuantiles(std::uint64_t count, double smallest, double largest, std::vector<double> levels);

  bool wants_more() const { return !open_.empty(); }
  void add(double x);
  void end_reading();
  /// In the order of the levels; not a number where the column has none.
  std::vector<double> quantiles() const;

 private:
  /// Numbers in their order, as whole numbers between two ends, both included.
  struct Interval {
    std::uint64_t low = 0, high = 0, below = 0, inside = 0;
    std::vector<std::size_t> wanted{};    ///< places in ranks_
    std::vector<std::uint64_t> counts{};  ///< of its parts
    std::vector<double> kept{};
    std::uint64_t part_width() const;
  };
  void open(Interval interval);
  void close(Interval& interval);

  std::uint64_t count_;
  std::vector<double> levels_;
  std::vector<std::uint64_t> ranks_;  ///< from 0: two for each level
  std::vector<double> found_;
  std::vector<Interval> open_;
};

}  // namespace stiction
