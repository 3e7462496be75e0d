// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/radau_step.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double root6 = 2.449489742783178;
constexpr double coefficients[3][3] = {{(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225},
                                       {(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225},
                                       {(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9}};

/// Gauss with row exchange; `right` holds `columns` right-hand sides row by row and becomes the solution.
bool solve_dense(std::size_t n, std::size_t columns, double* m, double* right) {
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < n; ++r)
      if (std::abs(m[r * n + k]) > std::abs(m[pivot * n + k])) pivot = r;
    if (!(std::abs(m[pivot * n + k]) > 0)) return false;
    if (pivot != k) {
      std::swap_ranges(m + k * n + k, m + (k + 1) * n, m + pivot * n + k);
      std::swap_ranges(right + k * columns, right + (k + 1) * columns, right + pivot * columns);
    }
    const double inverse = 1 / m[k * n + k];
    for (std::size_t r = k + 1; r < n; ++r) {
      const double factor = m[r * n + k] * inverse;
      if (factor == 0) continue;
      for (std::size_t c = k + 1; c < n; ++c) m[r * n + c] -= factor * m[k * n + c];
      for (std::size_t c = 0; c < columns; ++c) right[r * columns + c] -= factor * right[k * columns + c];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    const double inverse = 1 / m[k * n + k];
    for (std::size_t c = 0; c < columns; ++c) right[k * columns + c] *= inverse;
    for (std::size_t r = 0; r < k; ++r) {
      const double factor = m[r * n + k];
      if (factor == 0) continue;
      for (std::size_t c = 0; c < columns; ++c) right[r * columns + c] -= factor * right[k * columns + c];
    }
  }
  return true;
}

/// Lagrange's polynomials of the points 0, c1, c2, c3.
std::array<double, 4> lagrange(double theta) {
  const std::array<double, 4> x{0, RadauStep::nodes[0], RadauStep::nodes[1], RadauStep::nodes[2]};
  std::array<double, 4> weight{1, 1, 1, 1};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      if (j != i) weight[i] *= (theta - x[j]) / (x[i] - x[j]);
  return weight;
}

}  // namespace

bool RadauStep::take(std::size_t n, std::size_t columns, double h, const double* s0,
                     const std::array<std::vector<double>, 3>& a, const std::array<std::vector<double>, 3>& b,
                     std::vector<double>& stages) {
  const std::size_t all = 3 * n;
  matrix_.assign(all * all, 0.0);
  stages.resize(all * columns);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t r = 0; r < n; ++r) {
      double* row = &matrix_[(i * n + r) * all];
      double* right = &stages[(i * n + r) * columns];
      row[i * n + r] = 1;
      for (std::size_t c = 0; c < columns; ++c) right[c] = s0[r * columns + c];
      for (std::size_t j = 0; j < 3; ++j) {
        const double weight = h * coefficients[i][j];
        for (std::size_t c = 0; c < n; ++c) row[j * n + c] -= weight * a[j][r * n + c];
        for (std::size_t c = 0; c < columns; ++c) right[c] += weight * b[j][r * columns + c];
      }
    }
  return solve_dense(all, columns, matrix_.data(), stages.data());
}

void RadauStep::inside(std::size_t count, double theta, const double* s0, const double* stages, double* s) {
  const std::array<double, 4> weight = lagrange(theta);
  for (std::size_t k = 0; k < count; ++k)
    s[k] =
        weight[0] * s0[k] + weight[1] * stages[k] + weight[2] * stages[count + k] + weight[3] * stages[2 * count + k];
}

double RadauStep::error(std::size_t n, std::size_t columns, double h, const double* s0, const std::vector<double>& a0,
                        const std::vector<double>& b0, const std::vector<double>& stages, const double* scale) {
  // h u'(0) of the collocation polynomial, by the slopes of Lagrange's polynomials at 0.
  constexpr double c1 = nodes[0], c2 = nodes[1], c3 = nodes[2];
  constexpr double d0 = -(1 / c1 + 1 / c2 + 1 / c3);
  constexpr double d1 = c2 * c3 / (c1 * (c1 - c2) * (c1 - c3)), d2 = c1 * c3 / (c2 * (c2 - c1) * (c2 - c3)),
                   d3 = c1 * c2 / (c3 * (c3 - c1) * (c3 - c2));
  constexpr double gamma = 0.2749;  // one over the real eigenvalue of the inverse of the coefficients
  const std::size_t count = n * columns;
  matrix_.assign(n * n, 0.0);
  right_.assign(count, 0.0);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) matrix_[r * n + c] = (r == c ? 1.0 : 0.0) - h * gamma * a0[r * n + c];
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t k = r * columns + c;
      double rate = b0[k];
      for (std::size_t m = 0; m < n; ++m) rate += a0[r * n + m] * s0[m * columns + c];
      right_[k] =
          gamma * (d0 * s0[k] + d1 * stages[k] + d2 * stages[count + k] + d3 * stages[2 * count + k] - h * rate);
    }
  }
  if (!solve_dense(n, columns, matrix_.data(), right_.data())) return 1e300;
  double worst = 0;
  for (std::size_t k = 0; k < count; ++k)
    worst =
        std::max(worst, std::abs(right_[k]) / (scale[k] + std::max(std::abs(s0[k]), std::abs(stages[2 * count + k]))));
  return worst;
}

}  // namespace stiction
