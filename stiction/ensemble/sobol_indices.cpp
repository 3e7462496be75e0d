// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

SobolIndices::SobolIndices(std::size_t axes, std::size_t measures)
    : axes_(axes),
      measures_(measures),
      block_((axes + 2) * measures),
      sums_(measures, std::vector<Sums>(parts, Sums{.first = std::vector<double>(axes, 0.0),
                                                    .total = std::vector<double>(axes, 0.0)})),
      offset_(measures, std::numeric_limits<double>::quiet_NaN()) {}

void SobolIndices::add(std::uint64_t index, std::span<const double> measured) {
  const std::uint64_t cases = axes_ + 2, block = index / cases;
  if (block != block_number_) filled_ = 0, block_number_ = block;  // one that was not whole is dropped
  if (index % cases != filled_) return;
  std::copy_n(measured.begin(), measures_, block_.begin() + static_cast<std::ptrdiff_t>(filled_ * measures_));
  if (++filled_ == cases) close_block();
}

void SobolIndices::close_block() {
  for (std::size_t m = 0; m < measures_; ++m) {
    bool whole = true;
    for (std::size_t k = 0; k < axes_ + 2; ++k) whole = whole && std::isfinite(block_[k * measures_ + m]);
    if (!whole) continue;
    const double a = block_[m], b = block_[measures_ + m];
    if (std::isnan(offset_[m])) offset_[m] = a;
    Sums& s = sums_[m][block_number_ % parts];
    s.points += 1;
    for (const double x : {a - offset_[m], b - offset_[m]}) s.sum += x, s.squares += x * x;
    for (std::size_t i = 0; i < axes_; ++i) {
      const double mixed = block_[(2 + i) * measures_ + m];
      s.first[i] += (b - mixed) * (b - mixed), s.total[i] += (a - mixed) * (a - mixed);
    }
  }
}

VarianceFractions SobolIndices::fractions_of(std::span<const Sums> some) const {
  VarianceFractions answer{.first = std::vector<Estimated>(axes_), .total = std::vector<Estimated>(axes_)};
  double points = 0, sum = 0, squares = 0;
  for (const Sums& s : some) points += s.points, sum += s.sum, squares += s.squares;
  answer.points = static_cast<std::uint64_t>(points);
  answer.mean = points > 0 ? sum / (2 * points) : 0;
  answer.variance = points > 0 ? std::max(0.0, squares / (2 * points) - answer.mean * answer.mean) : 0;
  for (std::size_t i = 0; i < axes_ && answer.variance > 0; ++i) {
    double first = 0, total = 0;
    for (const Sums& s : some) first += s.first[i], total += s.total[i];
    answer.first[i].value = 1 - first / (2 * points * answer.variance);
    answer.total[i].value = total / (2 * points * answer.variance);
  }
  return answer;
}

VarianceFractions SobolIndices::fractions(std::size_t measure) const {
  VarianceFractions all = fractions_of(sums_[measure]);
  if (all.points > 0) all.mean += offset_[measure];
  // Standard errors from the spread of the parts' own estimates.
  std::vector<double> first(axes_, 0.0), total(axes_, 0.0);
  double used = 0;
  for (const Sums& s : sums_[measure]) {
    const VarianceFractions part = fractions_of({&s, 1});
    if (!(part.variance > 0)) continue;
    ++used;
    for (std::size_t i = 0; i < axes_; ++i) {
      first[i] += std::pow(part.first[i].value - all.first[i].value, 2);
      total[i] += std::pow(part.total[i].value - all.total[i].value, 2);
    }
  }
  for (std::size_t i = 0; i < axes_; ++i) {
    all.first[i].error = used > 1 ? std::sqrt(first[i] / (used * (used - 1))) : 1;
    all.total[i].error = used > 1 ? std::sqrt(total[i] / (used * (used - 1))) : 1;
  }
  return all;
}

}  // namespace stiction
