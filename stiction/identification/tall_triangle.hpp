// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

/// The upper triangle R of a QR decomposition of a matrix with many rows and few columns: R^T R = A^T A.
///
/// From the products of all columns by Cholesky, unless columns are nearly alike, so that the squared condition of
/// normal equations would cost more than half of the digits. Then rows are taken in blocks that fit into the first
/// cache, each turned into the triangle by Householder reflections: as stable as a QR of the whole. A least-squares
/// problem is the same in R as in all rows.
///
/// `columns`: where each column begins. R is square, row by row.
std::vector<double> tall_triangle(const std::vector<const double*>& columns, std::size_t rows);

}  // namespace stiction
