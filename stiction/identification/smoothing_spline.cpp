// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/identification/recording.hpp"

namespace stiction {
namespace {

/// Smoothing spline for one weight: minimises sum (y - s)^2 + weight * integral s''^2.
///
/// With second derivatives c at the inner knots, (R + weight Q^T Q) c = Q^T y and s = y - weight Q c; the matrix has
/// five bands and is factored as L D L^T.
class SplineOfWeight {
 public:
  SplineOfWeight(const std::vector<double>& t, const std::vector<double>& y) : y_(y), n_(t.size()), c_(n_, 0.0) {
    for (std::size_t i = 0; i + 1 < n_; ++i) h_.push_back(t[i + 1] - t[i]);
  }

  void solve(double weight) {
    const std::size_t m = n_ - 2;
    std::vector<double> diagonal(m), first(m, 0.0), second(m, 0.0), right(m);
    for (std::size_t i = 0; i < m; ++i) {
      const double a = 1 / h_[i], b = 1 / h_[i + 1];
      diagonal[i] = (h_[i] + h_[i + 1]) / 3 + weight * (a * a + (a + b) * (a + b) + b * b);
      if (i + 1 < m) first[i] = h_[i + 1] / 6 - weight * b * (a + b + b + 1 / h_[i + 2]);
      if (i + 2 < m) second[i] = weight * b / h_[i + 2];
      right[i] = (y_[i + 2] - y_[i + 1]) * b - (y_[i + 1] - y_[i]) * a;
    }
    for (std::size_t i = 0; i < m; ++i) {  // L D L^T in place
      if (i >= 1) diagonal[i] -= diagonal[i - 1] * first[i - 1] * first[i - 1];
      if (i >= 2) diagonal[i] -= diagonal[i - 2] * second[i - 2] * second[i - 2];
      if (i >= 1 && i + 1 < m) first[i] -= diagonal[i - 1] * first[i - 1] * second[i - 1];
      first[i] /= diagonal[i], second[i] /= diagonal[i];
      if (i >= 1) right[i] -= first[i - 1] * right[i - 1];
      if (i >= 2) right[i] -= second[i - 2] * right[i - 2];
    }
    for (std::size_t i = m; i-- > 0;) {
      right[i] /= diagonal[i];
      if (i + 1 < m) right[i] -= first[i] * right[i + 1];
      if (i + 2 < m) right[i] -= second[i] * right[i + 2];
    }
    for (std::size_t i = 0; i < m; ++i) c_[i + 1] = right[i];
    value_ = y_;
    for (std::size_t i = 0; i < n_; ++i) {
      double q = 0;
      if (i + 1 < n_) q += (c_[i + 1] - c_[i]) / h_[i];
      if (i > 0) q -= (c_[i] - c_[i - 1]) / h_[i - 1];
      value_[i] -= weight * q;
    }
  }
  double residual() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += (y_[i] - value_[i]) * (y_[i] - value_[i]);
    return std::sqrt(sum / static_cast<double>(n_));
  }
  SmoothedSignal signal() const {
    SmoothedSignal s{value_, std::vector<double>(n_), c_};
    for (std::size_t i = 0; i + 1 < n_; ++i)
      s.rate[i] = (value_[i + 1] - value_[i]) / h_[i] - h_[i] * (2 * c_[i] + c_[i + 1]) / 6;
    s.rate[n_ - 1] = (value_[n_ - 1] - value_[n_ - 2]) / h_[n_ - 2] + h_[n_ - 2] * (c_[n_ - 2] + 2 * c_[n_ - 1]) / 6;
    return s;
  }

 private:
  const std::vector<double>& y_;
  std::size_t n_;
  std::vector<double> h_, c_, value_;
};

}  // namespace

SmoothedSignal smoothed_by_spline(const std::vector<double>& time, const std::vector<double>& values, double noise) {
  if (values.size() < 5) {
    const std::vector<double> zero(values.size(), 0.0);
    return {values, zero, zero};
  }
  SplineOfWeight spline(time, values);
  const double step = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  double low = 1e-6 * step * step * step, high = low;  // the residual grows with the weight
  spline.solve(low);
  if (noise > 0 && spline.residual() < noise) {
    for (int i = 0; i < 80 && (spline.solve(high), spline.residual() < noise); ++i) low = high, high *= 10;
    for (int i = 0; i < 40; ++i) {
      const double middle = std::sqrt(low * high);
      spline.solve(middle);
      (spline.residual() < noise ? low : high) = middle;
    }
    spline.solve(low);
  }
  return spline.signal();
}

}  // namespace stiction
