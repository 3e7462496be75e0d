// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/tall_triangle.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/scalar/simd_batch.hpp"

namespace stiction {
namespace {

constexpr std::size_t block_rows = 128;
using Lanes = Batch<double, 8>;

double product_of_columns(const double* a, const double* b) {
  Lanes sum(0.0);
  for (std::size_t i = 0; i < block_rows; i += Lanes::size())
    sum = multiply_add(Lanes::load(a + i), Lanes::load(b + i), sum);
  double all = 0;
  for (std::size_t i = 0; i < Lanes::size(); ++i) all += sum[i];
  return all;
}
void add_multiple(double factor, const double* a, double* to) {
  for (std::size_t i = 0; i < block_rows; i += Lanes::size())
    multiply_add(Lanes(factor), Lanes::load(a + i), Lanes::load(to + i)).store(to + i);
}

}  // namespace

std::vector<double> tall_triangle(const std::vector<const double*>& columns, std::size_t rows) {
  const std::size_t n = columns.size();
  std::vector<double> r(n * n, 0.0), block(n * block_rows);
  for (std::size_t from = 0; from < rows; from += block_rows) {
    const std::size_t count = std::min(block_rows, rows - from);
    for (std::size_t j = 0; j < n; ++j) {
      std::copy_n(columns[j] + from, count, block.data() + j * block_rows);
      std::fill_n(block.data() + j * block_rows + count, block_rows - count, 0.0);
    }
    for (std::size_t j = 0; j < n; ++j) {
      // The reflection that turns (r_jj, column j of the block) into (r_jj', 0), applied to the columns after it.
      double* const v = block.data() + j * block_rows;
      const double below = product_of_columns(v, v);
      if (!(below > 0)) continue;
      double& corner = r[j * n + j];
      const double length = -std::copysign(std::sqrt(corner * corner + below), corner);
      const double head = corner - length, factor = 1 / (length * head);
      for (std::size_t k = j + 1; k < n; ++k) {
        double* const other = block.data() + k * block_rows;
        const double along = (r[j * n + k] * head + product_of_columns(v, other)) * factor;
        r[j * n + k] += along * head;
        add_multiple(along, v, other);
      }
      corner = length;
    }
  }
  return r;
}

}  // namespace stiction
