// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "stiction/solvers/sparse_matrix.hpp"

namespace stiction {

/// The factors of  a I - J  for a J whose size and sparsity are known at run time only. Elimination is planned on the
/// entries of J that have ever differed from zero, and planned anew when another one does.
class RunTimeMatrix {
 public:
  /// J row by row.
  void factor(std::size_t n, const double* j, double a) {
    if (n != size_ || has_new_entry(j)) plan(n, j);
    double* m = m_.data();
    for (std::size_t k = 0; k < n * n; ++k) m[k] = -j[k];
    for (std::size_t i = 0; i < n; ++i) m[i * n + i] += a;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t p = plan_.order[k];
      const double inverse = inverse_pivot_[p] = 1 / m[p * n + p];
      const double* pivot_row = m + p * n;
      for (std::size_t r = first_row_[k]; r < first_row_[k + 1]; ++r) {
        double* row = m + rows_[r] * n;
        const double factor = row[p] *= inverse;
        for (std::size_t c = first_column_[k]; c < first_column_[k + 1]; ++c)
          row[columns_[c]] -= factor * pivot_row[columns_[c]];
      }
    }
  }
  /// x with (a I - J) x = b, in place; b in plain numbers or in batches of columns.
  template <class Number>
  void solve(Number* b) const {
    const std::size_t n = size_;
    const double* m = m_.data();
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t p = plan_.order[k];
      for (std::size_t r = first_row_[k]; r < first_row_[k + 1]; ++r) b[rows_[r]] -= m[rows_[r] * n + p] * b[p];
    }
    for (std::size_t k = n; k-- > 0;) {
      const std::size_t p = plan_.order[k];
      Number sum = b[p];
      for (std::size_t c = first_column_[k]; c < first_column_[k + 1]; ++c)
        sum -= m[p * n + columns_[c]] * b[columns_[c]];
      b[p] = sum * inverse_pivot_[p];
    }
  }

 private:
  struct Plan {
    std::vector<std::size_t> order, place;
    std::vector<std::vector<char>> entry;
    std::vector<char> plain_pivot;
  };

  bool has_new_entry(const double* j) const {
    for (const std::size_t zero : zeros_)
      if (j[zero] != 0) return true;
    return false;
  }
  void plan(std::size_t n, const double* j) {
    if (n != size_) pattern_.assign(n, std::vector<char>(n, 0));
    size_ = n;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c)
        if (j[r * n + c] != 0) pattern_[r][c] = 1;
    plan_.order.assign(n, 0), plan_.place.assign(n, 0), plan_.plain_pivot.assign(n, 0);
    plan_elimination(n, pattern_, plan_);
    m_.resize(n * n), inverse_pivot_.resize(n);
    rows_.clear(), columns_.clear(), zeros_.clear();
    first_row_.assign(1, 0), first_column_.assign(1, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t p = plan_.order[k];
      for (std::size_t i = 0; i < n; ++i) {
        if (plan_.place[i] > k && plan_.entry[i][p]) rows_.push_back(i);
        if (plan_.place[i] > k && plan_.entry[p][i]) columns_.push_back(i);
        if (!pattern_[k][i]) zeros_.push_back(k * n + i);
      }
      first_row_.push_back(rows_.size()), first_column_.push_back(columns_.size());
    }
  }

  std::size_t size_ = 0;
  std::vector<std::vector<char>> pattern_;
  Plan plan_;
  std::vector<std::size_t> rows_, columns_, first_row_, first_column_;  ///< by pivot: rows below it, columns behind it
  std::vector<std::size_t> zeros_;                                      ///< entries of J that were zero so far
  std::vector<double> m_, inverse_pivot_;
};

}  // namespace stiction
