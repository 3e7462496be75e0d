// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "stiction/linear/dense_algebra.hpp"

namespace stiction {

inline DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b) {
  DenseMatrix c(a.rows, b.columns);
  for (std::size_t k = 0; k < b.columns; ++k)
    for (std::size_t j = 0; j < a.columns; ++j)
      for (std::size_t i = 0; i < a.rows; ++i) c(i, k) += a(i, j) * b(j, k);
  return c;
}

/// e^A of a square matrix: the series for A / 2^s, whose norm is below 1/2, squared s times. Good to about ten digits
/// where A holds rates from 1 to 1e6 per step and its states are measured by their natural sizes.
inline DenseMatrix exponential(DenseMatrix a) {
  double norm = 0;
  for (std::size_t k = 0; k < a.columns; ++k) {
    double column = 0;
    for (std::size_t i = 0; i < a.rows; ++i) column += std::abs(a(i, k));
    norm = std::fmax(norm, column);
  }
  const int halvings = norm > 0.5 ? static_cast<int>(std::ceil(std::log2(norm / 0.5))) : 0;
  for (double& x : a.numbers) x = std::ldexp(x, -halvings);
  DenseMatrix sum(a.rows, a.columns);
  for (std::size_t i = 0; i < a.rows; ++i) sum(i, i) = 1;
  DenseMatrix term = sum;
  for (int k = 1; k <= 14; ++k) {  // 0.5^15 / 15! is below rounding
    term = product(term, a);
    for (double& x : term.numbers) x /= k;
    for (std::size_t n = 0; n < sum.numbers.size(); ++n) sum.numbers[n] += term.numbers[n];
  }
  for (int k = 0; k < halvings; ++k) sum = product(sum, sum);
  return sum;
}

}  // namespace stiction
