// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/continuation_curve.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace stiction::detail {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Index;

VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
}
std::vector<double> numbers(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

MatrixXd bordered(const std::vector<double>& slopes, const std::vector<double>& across) {
  const auto n = static_cast<Index>(across.size());
  MatrixXd all(n, n);
  all.topRows(n - 1) = Eigen::Map<const MatrixXd>(slopes.data(), n - 1, n);
  all.row(n - 1) = vector(across).transpose();
  return all;
}

}  // namespace

bool SolutionCurve::start(const std::vector<double>& x, double sense) {
  const auto at_x = equations_.residual(x);
  if (!at_x) return false;
  const auto slopes = equations_.slopes(x, *at_x);
  if (!slopes) return false;
  x_ = x, slopes_ = *slopes;
  const auto n = static_cast<Index>(x.size());
  const MatrixXd j = Eigen::Map<const MatrixXd>(slopes->data(), n - 1, n);
  VectorXd t = Eigen::JacobiSVD<MatrixXd>(j, Eigen::ComputeFullV).matrixV().col(n - 1);
  const bool goes_on = tangent_.size() == x.size();
  const double forward = goes_on ? t.dot(vector(tangent_)) / vector(tangent_).norm() : sense * t(n - 1);
  if (forward < 0) t = -t;
  bend_ = goes_on ? std::acos(std::min(1.0, std::abs(forward))) : 0;
  tangent_ = numbers(t);
  return true;
}

void SolutionCurve::change_units(const std::vector<double>& factors) {
  for (std::size_t i = 0; i < tangent_.size(); ++i) tangent_[i] *= factors[i];
}

std::optional<std::vector<double>> SolutionCurve::at(double step) const {
  const std::vector<double> guess = numbers(vector(x_) + step * vector(tangent_));
  auto x = corrected(guess, tangent_);
  // A solution far from where the tangent points belongs to another branch, or the step was too long for this one.
  if (x && (vector(*x) - vector(guess)).norm() > 0.3 * step) return std::nullopt;
  return x;
}

std::optional<std::vector<double>> SolutionCurve::at_parameter(double value) const {
  std::vector<double> across(x_.size(), 0.0);
  across.back() = 1;
  const double along = tangent_.back() != 0 ? (value - x_.back()) / tangent_.back() : 0;
  std::vector<double> x = numbers(vector(x_) + along * vector(tangent_));
  x.back() = value;
  return corrected(std::move(x), across);
}

std::optional<std::vector<double>> SolutionCurve::corrected(std::vector<double> x,
                                                            const std::vector<double>& across) const {
  std::vector<double> slopes = slopes_;
  bool fresh = false;
  double last = 1e300;
  for (int k = 0; k < 12; ++k) {
    const auto at_x = equations_.residual(x);
    if (!at_x) return std::nullopt;
    const double size = vector(*at_x).cwiseAbs().maxCoeff();
    if (size < equations_.tolerance) return x;
    // Rounding, or the error of a lap, may end it a little above what was asked for.
    if (!(size < 0.9 * last) && fresh) return size < 10 * equations_.tolerance ? std::optional(x) : std::nullopt;
    // Slopes from the last point of the curve serve as long as they bring it closer quickly.
    fresh = size > 0.2 * last;
    if (fresh) {
      const auto here = equations_.slopes(x, *at_x);
      if (!here) return std::nullopt;
      slopes = *here;
    }
    VectorXd right(static_cast<Index>(x.size()));
    right << vector(*at_x), 0.0;
    const VectorXd step = bordered(slopes, across).completeOrthogonalDecomposition().solve(-right);
    if (!step.allFinite()) return std::nullopt;
    x = numbers(vector(x) + step);
    last = size;
  }
  return std::nullopt;
}

}  // namespace stiction::detail
