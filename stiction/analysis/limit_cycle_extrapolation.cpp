// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_extrapolation.hpp"

#include <Eigen/QR>

namespace stiction::detail {

void Extrapolation::add(const std::vector<double>& point, const std::vector<double>& image) {
  constexpr std::size_t memory = 6;
  points_.push_back(point), images_.push_back(image);
  if (points_.size() > memory) points_.erase(points_.begin()), images_.erase(images_.begin());
}

std::optional<std::vector<double>> Extrapolation::fixed_point() const {
  using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
  if (points_.size() < 2) return std::nullopt;
  const auto vector = [](const std::vector<double>& x) {
    return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
  };
  const auto before = static_cast<Index>(points_.size()) - 1;
  const VectorXd s = vector(points_.back()), move = vector(images_.back()) - s;
  MatrixXd in(s.size(), before), out(s.size(), before);
  for (Index k = 0; k < before; ++k) {
    const auto i = static_cast<std::size_t>(k);
    in.col(k) = s - vector(points_[i]);
    out.col(k) = move - (vector(images_[i]) - vector(points_[i]));
  }
  Eigen::ColPivHouseholderQR<MatrixXd> fit(out);
  fit.setThreshold(1e-6);
  const VectorXd step = move - (in + out) * fit.solve(move);
  if (!step.allFinite() || step.norm() > 3 * move.norm()) return std::nullopt;
  const VectorXd found = s + step;
  return std::vector<double>(found.begin(), found.end());
}

}  // namespace stiction::detail
