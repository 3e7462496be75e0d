// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_extrapolation.hpp"

#include <cmath>

#include "stiction/linear/dense_algebra.hpp"

namespace stiction::detail {

void Extrapolation::add(const std::vector<double>& point, const std::vector<double>& image) {
  constexpr std::size_t memory = 6;
  points_.push_back(point), images_.push_back(image);
  if (points_.size() > memory) points_.erase(points_.begin()), images_.erase(images_.begin());
}

std::optional<std::vector<double>> Extrapolation::fixed_point() const {
  if (points_.size() < 2) return std::nullopt;
  const std::vector<double>& s = points_.back();
  const std::size_t size = s.size(), before = points_.size() - 1;
  std::vector<double> move(size);
  for (std::size_t i = 0; i < size; ++i) move[i] = images_.back()[i] - s[i];
  DenseMatrix in(size, before), out(size, before);
  for (std::size_t k = 0; k < before; ++k)
    for (std::size_t i = 0; i < size; ++i) {
      in(i, k) = s[i] - points_[k][i];
      out(i, k) = move[i] - (images_[k][i] - points_[k][i]);
    }
  const std::vector<double> weight = least_squares(out, move, 1e-6);
  std::vector<double> found = images_.back();
  double step = 0, last = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < before; ++k) found[i] -= (in(i, k) + out(i, k)) * weight[k];
    step = std::hypot(step, found[i] - s[i]), last = std::hypot(last, move[i]);
  }
  if (!(step <= 3 * last)) return std::nullopt;
  return found;
}

}  // namespace stiction::detail
