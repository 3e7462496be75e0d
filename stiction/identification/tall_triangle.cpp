// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/tall_triangle.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/tile_program.hpp"

namespace stiction {
namespace {

constexpr std::size_t block_rows = 256;

/// Columns are alike where less than this is left of one, squared, beside those before it: R by products is then known
/// to fewer than half of the digits.
constexpr double alike = 1e-7;

/// Cholesky's factor of all products of columns, a quarter of the work of reflections; empty where columns are alike.
std::vector<double> triangle_by_products(const std::vector<const double*>& columns, std::size_t rows) {
  const std::size_t n = columns.size(), whole = rows / detail::most_lanes * detail::most_lanes;
  const detail::TileKernel& kernel = detail::best_tile_kernel();
  std::vector<double> r(n * n, 0.0);
  for (std::size_t from = 0; from < whole; from += block_rows)  // which all pairs find in the first cache
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = j; k < n; ++k)
        r[j * n + k] += kernel.product(columns[j] + from, columns[k] + from, std::min(block_rows, whole - from));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = j; k < n; ++k)
      for (std::size_t i = whole; i < rows; ++i) r[j * n + k] += columns[j][i] * columns[k][i];
  for (std::size_t j = 0; j < n; ++j) {
    const double all = r[j * n + j];
    for (std::size_t i = 0; i < j; ++i)
      for (std::size_t k = j; k < n; ++k) r[j * n + k] -= r[i * n + j] * r[i * n + k];
    if (!(r[j * n + j] > alike * all)) return {};
    const double corner = std::sqrt(r[j * n + j]);
    for (std::size_t k = j; k < n; ++k) r[j * n + k] /= corner;
  }
  return r;
}

}  // namespace

std::vector<double> tall_triangle(const std::vector<const double*>& columns, std::size_t rows) {
  if (std::vector<double> found = triangle_by_products(columns, rows); !found.empty()) return found;
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
