// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/column_quantiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr std::uint64_t interval_parts = 512, few_numbers = 512;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Whole numbers in the order of the numbers they stand for: as many between 1e-9 and 1e-8 as between 1 and 10.
std::uint64_t order_key(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x);
  return bits & sign_bit ? ~bits : bits | sign_bit;
}
double number_of_key(std::uint64_t key) { return std::bit_cast<double>(key & sign_bit ? key ^ sign_bit : ~key); }

}  // namespace

std::uint64_t ColumnQuantiles::Interval::part_width() const { return (high - low) / interval_parts + 1; }

ColumnQuantiles::ColumnQuantiles(std::uint64_t count, double smallest, double largest, std::vector<double> levels)
    : count_(count), levels_(std::move(levels)) {
  if (count_ == 0) return;
  Interval all{.low = order_key(smallest), .high = order_key(largest), .inside = count_};
  for (const double level : levels_) {
    const auto lower = static_cast<std::uint64_t>(level * static_cast<double>(count_ - 1));
    for (const std::uint64_t rank : {lower, std::min(lower + 1, count_ - 1)}) {
      all.wanted.push_back(ranks_.size());
      ranks_.push_back(rank);
    }
  }
  found_.resize(ranks_.size());
  open(std::move(all));
}

/// Of one number only it holds what is wanted already.
void ColumnQuantiles::open(Interval interval) {
  if (interval.low == interval.high) {
    for (const std::size_t k : interval.wanted) found_[k] = number_of_key(interval.low);
    return;
  }
  if (interval.inside > few_numbers) interval.counts.assign(interval_parts, 0);
  open_.push_back(std::move(interval));
}

void ColumnQuantiles::add(double x) {
  const std::uint64_t key = order_key(x);
  for (Interval& one : open_) {
    if (key < one.low || key > one.high) continue;
    if (one.counts.empty())
      one.kept.push_back(x);
    else
      ++one.counts[(key - one.low) / one.part_width()];
  }
}

void ColumnQuantiles::close(Interval& interval) {
  if (interval.counts.empty()) {
    std::sort(interval.kept.begin(), interval.kept.end());
    for (const std::size_t k : interval.wanted) found_[k] = interval.kept[ranks_[k] - interval.below];
    return;
  }
  const std::uint64_t width = interval.part_width();
  std::uint64_t below = interval.below;
  for (std::uint64_t part = 0; part < interval_parts; ++part) {
    Interval finer{.low = interval.low + part * width, .below = below, .inside = interval.counts[part]};
    below += finer.inside;
    finer.high = std::min(interval.high, finer.low + (width - 1));
    for (const std::size_t k : interval.wanted)
      if (ranks_[k] >= finer.below && ranks_[k] < below) finer.wanted.push_back(k);
    if (!finer.wanted.empty()) open(std::move(finer));
  }
}

void ColumnQuantiles::end_reading() {
  std::vector<Interval> read = std::exchange(open_, {});
  for (Interval& one : read) close(one);
}

std::vector<double> ColumnQuantiles::quantiles() const {
  std::vector<double> all(levels_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t q = 0; q < found_.size() / 2; ++q) {
    const double place = levels_[q] * static_cast<double>(count_ - 1);
    all[q] = std::lerp(found_[2 * q], found_[2 * q + 1], place - std::floor(place));
  }
  return all;
}

}  // namespace stiction
