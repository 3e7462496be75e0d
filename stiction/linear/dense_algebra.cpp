// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace stiction {
namespace {

using Eigen::Index, Eigen::MatrixXd;

std::span<const double> column(const DenseMatrix& a, std::size_t k) {
  return std::span(a.numbers).subspan(k * a.rows, a.rows);
}
double dot(std::span<const double> x, std::span<const double> y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

/// a v = w, where v is orthogonal and so are the columns of w: their lengths are the singular values of a. One-sided
/// Jacobi: turn two columns until all are at right angles; small singular values keep their digits.
struct Rotated {
  DenseMatrix w, v;
  std::vector<double> lengths;

  explicit Rotated(const DenseMatrix& a) : w(a), v(a.columns, a.columns), lengths(a.columns) {
    for (std::size_t k = 0; k < a.columns; ++k) v(k, k) = 1;
    for (int sweep = 0; sweep < 60 && turn_all_pairs(); ++sweep) {
    }
    for (std::size_t k = 0; k < a.columns; ++k) lengths[k] = std::sqrt(dot(column(w, k), column(w, k)));
  }

 private:
  /// False when every pair was at right angles already.
  bool turn_all_pairs() {
    bool turned = false;
    for (std::size_t i = 0; i + 1 < w.columns; ++i)
      for (std::size_t k = i + 1; k < w.columns; ++k) {
        const double ii = dot(column(w, i), column(w, i)), kk = dot(column(w, k), column(w, k));
        const double ik = dot(column(w, i), column(w, k));
        if (std::abs(ik) <= 1e-15 * std::sqrt(ii) * std::sqrt(kk)) continue;
        const double zeta = (kk - ii) / (2 * ik);
        const double tangent = std::copysign(1 / (std::abs(zeta) + std::hypot(1, zeta)), zeta);
        const double cosine = 1 / std::hypot(1, tangent), sine = cosine * tangent;
        turn(w, i, k, cosine, sine);
        turn(v, i, k, cosine, sine);
        turned = true;
      }
    return turned;
  }
  static void turn(DenseMatrix& m, std::size_t i, std::size_t k, double cosine, double sine) {
    for (std::size_t row = 0; row < m.rows; ++row) {
      const double x = m(row, i), y = m(row, k);
      m(row, i) = cosine * x - sine * y;
      m(row, k) = sine * x + cosine * y;
    }
  }
};

}  // namespace

DenseMatrix balanced(DenseMatrix a) {
  bool changed = true;
  for (int sweep = 0; changed && sweep < 50; ++sweep) {  // what couples one way only could be made ever smaller
    changed = false;
    for (std::size_t i = 0; i < a.rows; ++i) {
      double row = 0, column = 0;
      for (std::size_t k = 0; k < a.rows; ++k)
        if (k != i) row += std::abs(a(i, k)), column += std::abs(a(k, i));
      if (!(row > 0 && column > 0 && std::isfinite(row / column))) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));  // of two: nothing is rounded
      if (!(column * factor + row / factor < 0.95 * (row + column))) continue;
      for (std::size_t k = 0; k < a.rows; ++k) a(k, i) *= factor, a(i, k) /= factor;
      changed = true;
    }
  }
  return a;
}

std::vector<std::complex<double>> eigenvalues(const DenseMatrix& given) {
  if (given.rows == 0) return {};
  const DenseMatrix a = balanced(given);
  // Step by step what Eigen::EigenSolver does without vectors, which takes twice as long to compile.
  const Eigen::HessenbergDecomposition<MatrixXd> reduced(
      Eigen::Map<const MatrixXd>(a.numbers.data(), static_cast<Index>(a.rows), static_cast<Index>(a.columns)));
  MatrixXd h = reduced.packedMatrix(), none;
  for (Index k = 0; k + 2 < h.cols(); ++k) h.col(k).tail(h.rows() - k - 2).setZero();
  Eigen::RealSchur<MatrixXd> schur(h.rows());
  const MatrixXd& t = schur.computeFromHessenberg(h, none, false).matrixT();
  std::vector<std::complex<double>> values;
  for (Index k = 0; k < t.rows(); ++k) {
    if (k + 1 == t.rows() || t(k + 1, k) == 0) {
      values.emplace_back(t(k, k));
      continue;
    }
    // A block of two, already brought to a form where only a pair of conjugates is left.
    const double half = 0.5 * (t(k, k) - t(k + 1, k + 1));
    const double height = std::sqrt(std::abs(half * half + t(k + 1, k) * t(k, k + 1)));
    values.emplace_back(t(k + 1, k + 1) + half, height);
    values.emplace_back(t(k + 1, k + 1) + half, -height);
    ++k;
  }
  return values;
}

double determinant(const DenseMatrix& a) {
  DenseMatrix u = a;  // Gauss, the largest number of each column as its pivot
  double product = 1;
  for (std::size_t k = 0; k < u.columns && product != 0; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < u.rows; ++i)
      if (std::abs(u(i, k)) > std::abs(u(pivot, k))) pivot = i;
    product *= pivot == k ? u(k, k) : -u(pivot, k);
    for (std::size_t j = k; j < u.columns; ++j) std::swap(u(k, j), u(pivot, j));
    for (std::size_t i = k + 1; i < u.rows && product != 0; ++i)
      for (std::size_t j = k + 1; j < u.columns; ++j) u(i, j) -= u(i, k) / u(k, k) * u(k, j);
  }
  return product;
}

std::vector<double> least_squares(const DenseMatrix& a, const std::vector<double>& b, double threshold) {
  if (a.columns == 0) return {};
  const Rotated r(a);
  const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(a.rows, a.columns));
  const double largest = *std::max_element(r.lengths.begin(), r.lengths.end());
  std::vector<double> x(a.columns);
  for (std::size_t k = 0; k < a.columns; ++k) {
    if (r.lengths[k] <= largest * std::max(threshold, rounding)) continue;
    const double part = dot(column(r.w, k), b) / (r.lengths[k] * r.lengths[k]);
    for (std::size_t i = 0; i < a.columns; ++i) x[i] += part * r.v(i, k);
  }
  return x;
}

std::vector<double> kernel_direction(const DenseMatrix& a) {
  const Rotated r(a);
  const auto shortest = std::min_element(r.lengths.begin(), r.lengths.end()) - r.lengths.begin();
  const auto direction = column(r.v, static_cast<std::size_t>(shortest));
  return {direction.begin(), direction.end()};
}

}  // namespace stiction
