// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/tall_triangle.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/tile_program.hpp"

namespace stiction {
namespace {

constexpr std::size_t block_rows = 256;

}  // namespace

std::vector<double> tall_triangle(const std::vector<const double*>& columns, std::size_t rows) {
  const std::size_t n = columns.size();
  const detail::TileKernel& kernel = detail::best_tile_kernel();
  const auto product_of_columns = [&](const double* a, const double* b) { return kernel.product(a, b, block_rows); };
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
        kernel.add_multiple(along, v, other, block_rows);
      }
      corner = length;
    }
  }
  return r;
}

}  // namespace stiction
