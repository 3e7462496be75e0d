// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "stiction/solvers/flatten.hpp"
#include "stiction/solvers/small_matrices.hpp"

namespace stiction {

namespace detail {

/// Radau IIA with three stages \cite HairerWanner1996, section IV.5.
struct Radau {
  static constexpr double root6 = 2.449489742783178;
  static constexpr std::array<double, 3> nodes{(4 - root6) / 10, (4 + root6) / 10, 1};
  static constexpr double coefficients[3][3] = {
      {(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225},
      {(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225},
      {(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9}};
  /// The inverse of the coefficients, by cofactors.
  static constexpr std::array<std::array<double, 3>, 3> inverse = [] {
    const auto& a = coefficients;
    const auto minor = [&](std::size_t r, std::size_t c) {
      const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      return a[r1][c1] * a[r2][c2] - a[r1][c2] * a[r2][c1];
    };
    const double determinant = a[0][0] * minor(0, 0) + a[0][1] * minor(0, 1) + a[0][2] * minor(0, 2);
    std::array<std::array<double, 3>, 3> w{};
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c) w[r][c] = minor(c, r) / determinant;
    return w;
  }();
  /// Slopes at 0 of Lagrange's polynomials of the nodes (and 0).
  static constexpr std::array<double, 3> slope_at_start = [] {
    constexpr double c1 = nodes[0], c2 = nodes[1], c3 = nodes[2];
    return std::array{c2 * c3 / (c1 * (c1 - c2) * (c1 - c3)), c1 * c3 / (c2 * (c2 - c1) * (c2 - c3)),
                      c1 * c2 / (c3 * (c3 - c1) * (c3 - c2))};
  }();
};

}  // namespace detail

/// Steps of a linear system with known coefficients, \f$ \dot S = A(t) S + B(t) \f$, many columns of S at once, by
/// collocation at the nodes of Radau IIA (order 5, L-stable). With w the inverse of the method's coefficients, S at the
/// nodes obeys
///
/// \f[ \sum_j w_{ij} S_j - h A_i S_i = h B_i + \sum_j w_{ij} S_0, \qquad i = 1, 2, 3                        \tag{1} \f]
///
/// which is eliminated block by block: three inverses of the size of A, where a matrix of three times that size would
/// cost nine times as much.
///
/// Numbers stand in rows padded to whole batches of four: A and B of a node side by side, `row` numbers a state; S in
/// rows of `stride`.
class LinearCollocation {
 public:
  static constexpr std::array<double, 3> nodes = detail::Radau::nodes;

  LinearCollocation(std::size_t states, std::size_t columns)
      : n_(states), wide_((columns + 3) / 4), square_((states + 3) / 4 * 4) {
    for (auto& one : coefficients_) one.assign(n_ * row(), 0.0);
    work_.assign(6 * n_ * square_ + 5 * n_ * stride(), 0.0);
  }

  std::size_t stride() const { return 4 * wide_; }
  std::size_t row() const { return square_ + stride(); }
  /// Where the rows (A, B) of node i = 1, 2, 3 are put before a step; those at its start are at i = 0.
  double* coefficients(std::size_t i) { return coefficients_[i].data(); }
  /// The next step begins where this one ended: A and B there are known.
  void advance() { std::swap(coefficients_[0], coefficients_[3]); }

  /// S at the start of a step and at its three nodes, the last of which is its end.
  using Polynomial = std::array<std::vector<double>, 4>;

  /// Takes a step of length h from s[0]. Returns the largest error, every entry relative to its `scale` and its own
  /// size: the defect of the polynomial at the start passed through (I - h A_1 / w_11)^-1, so that stiff parts do not
  /// count. It is of order 4 where that of the result is 6. Infinite when (1) cannot be solved.
  double take(double h, Polynomial& s, const double* scale) {
    const auto sized = [&](auto n, auto wide, auto batches) {
      return take_sized(detail::SmallMatrices<decltype(n), decltype(wide), decltype(batches)>{n, wide, batches}, h, s,
                        scale);
    };
    // Few states and up to eight columns, as most loops have, are worth code of their own: each of these takes the
    // compiler a second.
    const auto with = [&](auto n, auto batches) {
      return wide_ == 1 ? sized(n, Constant<1>{}, batches) : sized(n, Constant<2>{}, batches);
    };
    if (wide_ > 2) return sized(n_, wide_, square_ / 4);
    switch (n_) {
      case 3:
        return with(Constant<3>{}, Constant<1>{});
      case 4:
        return with(Constant<4>{}, Constant<1>{});
      case 5:
        return with(Constant<5>{}, Constant<2>{});
      default:
        return sized(n_, wide_, square_ / 4);
    }
  }

  /// The collocation polynomial at the fraction theta of a step.
  static void at(double theta, const Polynomial& s, double* to) {
    std::array<double, 4> weight;
    constexpr std::array<double, 4> x{0, nodes[0], nodes[1], nodes[2]};
    for (std::size_t i = 0; i < 4; ++i) {
      weight[i] = 1;
      for (std::size_t j = 0; j < 4; ++j)
        if (j != i) weight[i] *= (theta - x[j]) / (x[i] - x[j]);
    }
    for (std::size_t k = 0; k < s[0].size(); ++k)
      to[k] = weight[0] * s[0][k] + weight[1] * s[1][k] + weight[2] * s[2][k] + weight[3] * s[3][k];
  }

 private:
  template <std::size_t N>
  using Constant = std::integral_constant<std::size_t, N>;

  template <class Sizes>
  STICTION_FLATTEN double take_sized(const Sizes& size, double h, Polynomial& s, const double* scale) {
    using detail::Columns, detail::Radau;
    constexpr auto w = Radau::inverse;
    const std::size_t n = size.n, square = size.square(), row = square + 4 * size.wide, wide = size.wide;
    double* next = work_.data();
    const auto take_numbers = [&](std::size_t count) { return std::exchange(next, next + count); };
    double *const x1 = take_numbers(n * square), *const x2 = take_numbers(n * square);
    double *const x3 = take_numbers(n * square), *const f = take_numbers(n * square);
    double *const g = take_numbers(n * square), *const xg = take_numbers(n * square);
    double *const r1 = take_numbers(4 * n * wide), *const r2 = take_numbers(4 * n * wide);
    double *const r3 = take_numbers(4 * n * wide), *const q = take_numbers(4 * n * wide);
    const double* const s0 = s[0].data();
    double *const s1 = s[1].data(), *const s2 = s[2].data(), *const s3 = s[3].data();
    const auto load = [](const double* from) { return Columns::load(from); };
    const std::array<const double*, 4> own{coefficients_[0].data(), coefficients_[1].data(), coefficients_[2].data(),
                                           coefficients_[3].data()};
    const auto a = [&](std::size_t i, std::size_t r) { return own[i] + r * row; };
    const auto b = [&](std::size_t i, std::size_t k) {
      return own[i] + (k / (4 * wide)) * row + square + k % (4 * wide);
    };

    // Right sides of (1).
    size.each([&](std::size_t k) {
      const Columns start = load(s0 + k);
      const auto right = [&](std::size_t i) {
        return Columns(h) * load(b(i + 1, k)) + Columns(w[i][0] + w[i][1] + w[i][2]) * start;
      };
      right(0).store(r1 + k), right(1).store(r2 + k), right(2).store(r3 + k);
    });
    // The matrix, block by block: x1, x2, x3 are the inverses of the pivots.
    const auto each_entry = [&](auto&& use) {
      detail::each_below(size.n, [&](std::size_t r) {
        detail::each_below(size.batches, [&](std::size_t c) { use(r, 4 * c, r * square + 4 * c); });
      });
    };
    const auto times_unit = [&](double value, std::size_t r, std::size_t c) {
      return Columns(value) * Sizes::unit(r, c / 4);
    };
    each_entry([&](std::size_t r, std::size_t c, std::size_t k) {
      (times_unit(w[0][0], r, c) - Columns(h) * load(a(1, r) + c)).store(x1 + k);
    });
    if (!size.invert(x1)) return unsolved;
    each_entry([&](std::size_t r, std::size_t c, std::size_t k) {
      const Columns x = load(x1 + k);
      (times_unit(w[1][1], r, c) - Columns(h) * load(a(2, r) + c) - Columns(w[1][0] * w[0][1]) * x).store(x2 + k);
      (times_unit(w[1][2], r, c) - Columns(w[1][0] * w[0][2]) * x).store(g + k);
      (times_unit(w[2][1], r, c) - Columns(w[2][0] * w[0][1]) * x).store(f + k);
    });
    if (!size.invert(x2)) return unsolved;
    size.multiply(x2, square, g, size.batches, xg);
    size.multiply(f, square, xg, size.batches, x3);
    each_entry([&](std::size_t r, std::size_t c, std::size_t k) {
      (times_unit(w[2][2], r, c) - Columns(h) * load(a(3, r) + c) - Columns(w[2][0] * w[0][2]) * load(x1 + k) -
       load(x3 + k))
          .store(x3 + k);
    });
    if (!size.invert(x3)) return unsolved;
    // Columns, forwards and backwards.
    size.apply(x1, r1, s1);
    size.each([&](std::size_t k) { (load(r2 + k) - Columns(w[1][0]) * load(s1 + k)).store(r2 + k); });
    size.apply(x2, r2, s2);
    size.apply(f, s2, q);
    size.each([&](std::size_t k) { (load(r3 + k) - Columns(w[2][0]) * load(s1 + k) - load(q + k)).store(r3 + k); });
    size.apply(x3, r3, s3);
    size.apply(xg, s3, q);
    size.each([&](std::size_t k) {
      const Columns second = load(s2 + k) - load(q + k);
      second.store(s2 + k);
      (Columns(w[0][1]) * second + Columns(w[0][2]) * load(s3 + k)).store(r1 + k);
    });
    size.apply(x1, r1, q);
    size.each([&](std::size_t k) { (load(s1 + k) - load(q + k)).store(s1 + k); });

    // The defect at the start, filtered.
    size.multiply(a(0, 0), row, s0, size.wide, q);
    constexpr auto d = Radau::slope_at_start;
    size.each([&](std::size_t k) {
      const Columns rate = load(q + k) + load(b(0, k));
      (Columns(d[0]) * load(s1 + k) + Columns(d[1]) * load(s2 + k) + Columns(d[2]) * load(s3 + k) -
       Columns(d[0] + d[1] + d[2]) * load(s0 + k) - Columns(h) * rate)
          .store(r2 + k);
    });
    size.apply(x1, r2, r3);
    Columns worst(0);
    size.each([&](std::size_t k) {
      const auto size_of = [](const Columns& x) { return select(x < Columns(0), -x, x); };
      const Columns from = size_of(load(s0 + k)), to = size_of(load(s3 + k));
      const Columns relative = size_of(load(r3 + k)) / (load(scale + k) + select(from < to, to, from));
      worst = select(worst >= relative, worst, relative);  // keeps what is not a number
    });
    double largest = 0;
    for (std::size_t i = 0; i < 4; ++i) largest = worst[i] <= largest ? largest : worst[i];
    return largest;
  }
  static constexpr double unsolved = std::numeric_limits<double>::infinity();

  std::size_t n_, wide_, square_;  ///< states, batches of columns, length of a row of A
  std::array<std::vector<double>, 4> coefficients_;
  std::vector<double> work_;
};

}  // namespace stiction
