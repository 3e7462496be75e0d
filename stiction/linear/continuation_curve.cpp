// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/continuation_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/linear/dense_algebra.hpp"

namespace stiction::detail {
namespace {

/// a + factor b.
std::vector<double> sum(std::vector<double> a, double factor, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  return a;
}
double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
double length(const std::vector<double>& a) { return std::sqrt(product(a, a)); }

DenseMatrix bordered(const std::vector<double>& slopes, const std::vector<double>& across) {
  const std::size_t n = across.size();
  DenseMatrix all(n, n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i + 1 < n; ++i) all(i, k) = slopes[i + k * (n - 1)];
    all(n - 1, k) = across[k];
  }
  return all;
}

}  // namespace

bool SolutionCurve::start(const std::vector<double>& x, double sense) {
  const auto at_x = equations_.residual(x);
  if (!at_x) return false;
  const auto slopes = equations_.slopes(x, *at_x);
  if (!slopes) return false;
  x_ = x, slopes_ = *slopes;
  std::vector<double> t = kernel_direction({x.size() - 1, x.size(), *slopes});
  const bool goes_on = tangent_.size() == x.size();
  const double forward = goes_on ? product(t, tangent_) / length(tangent_) : sense * t.back();
  if (forward < 0)
    for (double& component : t) component = -component;
  bend_ = goes_on ? std::acos(std::min(1.0, std::abs(forward))) : 0;
  tangent_ = std::move(t);
  return true;
}

void SolutionCurve::change_units(const std::vector<double>& factors) {
  for (std::size_t i = 0; i < tangent_.size(); ++i) tangent_[i] *= factors[i];
}

std::optional<std::vector<double>> SolutionCurve::at(double step) const {
  const std::vector<double> guess = sum(x_, step, tangent_);
  auto x = corrected(guess, tangent_);
  // A solution far from where the tangent points belongs to another branch, or the step was too long for this one.
  if (x && length(sum(*x, -1, guess)) > 0.3 * step) return std::nullopt;
  return x;
}

std::optional<std::vector<double>> SolutionCurve::at_parameter(double value) const {
  std::vector<double> across(x_.size(), 0.0);
  across.back() = 1;
  const double along = tangent_.back() != 0 ? (value - x_.back()) / tangent_.back() : 0;
  std::vector<double> x = sum(x_, along, tangent_);
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
    double size = 0;
    for (const double r : *at_x) size = std::max(size, std::abs(r));
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
    std::vector<double> right = *at_x;
    right.push_back(0.0);
    x = sum(std::move(x), -1, least_squares(bordered(slopes, across), right));
    if (!std::all_of(x.begin(), x.end(), [](double component) { return std::isfinite(component); }))
      return std::nullopt;
    last = size;
  }
  return std::nullopt;
}

}  // namespace stiction::detail
