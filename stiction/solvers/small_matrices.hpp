// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <type_traits>

#include "stiction/scalar/simd_batch.hpp"
#include "stiction/solvers/sparse_matrix.hpp"

/// Dense algebra of a few states, four numbers of a row at a time.
namespace stiction::detail {

using Columns = Batch<double, 4>;

/// Calls use(k) for k below `count`; without a loop where that is an integral constant.
template <class Count, class Use>
inline void each_below(Count count, Use&& use) {
  if constexpr (std::is_same_v<Count, std::size_t>)
    for (std::size_t k = 0; k < count; ++k) use(k);
  else
    unroll<Count::value>(use);
}

/// Small matrices whose sizes are numbers or integral constants: n rows; rows of square matrices are padded to whole
/// batches of four, those of others hold `wide` batches of columns.
template <class Rows, class Wide, class Square>
struct SmallMatrices {
  Rows n;
  Wide wide;
  Square batches;  ///< in a row of a square matrix

  constexpr std::size_t square() const { return 4 * batches; }

  /// The part of row k of the unit matrix that stands in batch c. Numbers are never set one by one: reading the whole
  /// batch right afterwards would have to wait for the memory.
  static Columns unit(std::size_t k, std::size_t c) {
    static constexpr double rows[7] = {0, 0, 0, 1, 0, 0, 0};
    return k / 4 == c ? Columns::load(rows + 3 - k % 4) : Columns(0);
  }

  /// The inverse in its own place. No rows are exchanged: the result then does not depend on the units of the states.
  /// False where a pivot is too small.
  bool invert(double* m) const {
    bool possible = true;
    each_below(n, [&](std::size_t k) {
      double* const own = m + k * square();
      possible = possible && std::abs(own[k]) > 1e-10;
      const Columns inverse(1 / own[k]);
      each_below(batches, [&](std::size_t c) {
        const Columns one = unit(k, c), row = Columns::load(own + 4 * c);
        ((row - row * one + one) * inverse).store(own + 4 * c);
      });
      each_below(n, [&](std::size_t r) {
        if (r == k) return;
        double* const other = m + r * square();
        const Columns factor(other[k]);
        each_below(batches, [&](std::size_t c) {
          const Columns one = unit(k, c), row = Columns::load(other + 4 * c);
          (row - row * one - factor * Columns::load(own + 4 * c)).store(other + 4 * c);
        });
      });
    });
    return possible;
  }
  /// to = m x: rows of m are `stride` numbers apart, those of x have `count` batches.
  template <class Count>
  void multiply(const double* m, std::size_t stride, const double* x, Count count, double* to) const {
    each_below(n, [&](std::size_t r) {
      each_below(count, [&](std::size_t k) {
        Columns sum = Columns(m[r * stride]) * Columns::load(x + 4 * k);
        each_below(n, [&](std::size_t c) {
          if (c > 0) sum += Columns(m[r * stride + c]) * Columns::load(x + 4 * (c * count + k));
        });
        sum.store(to + 4 * (r * count + k));
      });
    });
  }
  void apply(const double* m, const double* x, double* to) const { multiply(m, square(), x, wide, to); }
  /// Calls use(k) with the place of every batch of a table of columns.
  template <class Use>
  void each(Use&& use) const {
    each_below(n, [&](std::size_t r) { each_below(wide, [&](std::size_t k) { use(4 * (r * wide + k)); }); });
  }
};

}  // namespace stiction::detail
