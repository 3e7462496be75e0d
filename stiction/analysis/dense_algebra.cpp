// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace stiction {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

Eigen::Map<const MatrixXd> view(const DenseMatrix& a) {
  return {a.numbers.data(), static_cast<Index>(a.rows), static_cast<Index>(a.columns)};
}
std::vector<double> numbers(const VectorXd& x) { return {x.begin(), x.end()}; }

}  // namespace

std::vector<std::complex<double>> eigenvalues(const DenseMatrix& a) {
  if (a.rows == 0) return {};
  const Eigen::VectorXcd values = Eigen::EigenSolver<MatrixXd>(view(a), false).eigenvalues();
  return {values.begin(), values.end()};
}

double determinant(const DenseMatrix& a) { return view(a).determinant(); }

std::vector<double> least_squares(const DenseMatrix& a, const std::vector<double>& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factors(static_cast<Index>(a.rows), static_cast<Index>(a.columns));
  if (threshold > 0) factors.setThreshold(threshold);
  factors.compute(view(a));
  return numbers(factors.solve(Eigen::Map<const VectorXd>(b.data(), static_cast<Index>(b.size()))));
}

std::vector<double> kernel_direction(const DenseMatrix& a) {
  // The last column of Q in the factors of a's transpose is orthogonal to every row of a.
  const auto n = static_cast<Index>(a.columns);
  const MatrixXd rows = view(a).transpose();
  VectorXd last = VectorXd::Unit(n, n - 1);
  last.applyOnTheLeft(Eigen::HouseholderQR<MatrixXd>(rows).householderQ());
  return numbers(last);
}

}  // namespace stiction
