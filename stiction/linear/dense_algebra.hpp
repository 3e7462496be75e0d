// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

/// The linear algebra of this layer in plain numbers. One file compiles Eigen: it costs ten seconds wherever it is
/// included.
namespace stiction {

struct DenseMatrix {
  std::size_t rows, columns;
  std::vector<double> numbers;  ///< column by column

  DenseMatrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), numbers(row_count * column_count) {}
  DenseMatrix(std::size_t row_count, std::size_t column_count, std::vector<double> column_by_column)
      : rows(row_count), columns(column_count), numbers(std::move(column_by_column)) {}

  double& operator()(std::size_t i, std::size_t k) { return numbers[i + k * rows]; }
  double operator()(std::size_t i, std::size_t k) const { return numbers[i + k * rows]; }
};

/// A matrix with the same eigenvalues and minors, its rows and columns of like size: D^-1 A D with powers of two in D
/// (Osborne 1960). Without it, what couples states measured in units that are decades apart is taken for rounding.
DenseMatrix balanced(DenseMatrix a);

/// Of a square matrix, in no order.
std::vector<std::complex<double>> eigenvalues(const DenseMatrix& given);
double determinant(const DenseMatrix& a);

/// The smallest x of those that bring a x closest to b. Singular values below `threshold` of the largest count as zero;
/// 0: what rounding asks for.
std::vector<double> least_squares(const DenseMatrix& a, const std::vector<double>& b, double threshold = 0);

/// A unit vector that a matrix with one more column than rows takes to zero.
std::vector<double> kernel_direction(const DenseMatrix& a);

}  // namespace stiction
