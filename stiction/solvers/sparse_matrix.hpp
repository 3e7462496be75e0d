// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

/// Linear algebra of small systems whose sparsity is known when the program is compiled.
///
/// Elimination is planned at compile time, without pivoting, and unrolled: what is structurally zero costs nothing, and
/// a servo with a bristle needs one division per pivot and no more multiplications than by hand.
namespace stiction {

template <class Real, std::size_t N>
using Matrix = std::array<std::array<Real, N>, N>;

/// Which entries of a matrix may differ from zero.
template <std::size_t N>
using Pattern = std::array<std::array<bool, N>, N>;

template <std::size_t N>
constexpr Pattern<N> dense_pattern() {
  Pattern<N> all{};
  for (auto& row : all)
    for (bool& entry : row) entry = true;
  return all;
}

/// In which order to eliminate the unknowns of  a I - J, and which entries fill in.
template <std::size_t N>
struct EliminationPlan {
  std::array<std::size_t, N> order{};
  std::array<std::size_t, N> place{};  ///< place[order[k]] = k
  Pattern<N> entry{};                  ///< of the factors
  std::array<bool, N> plain_pivot{};   ///< the pivot is `a` itself, so its inverse is known without a division
};

/// Markowitz's rule: always the unknown whose elimination can fill in least. Among equals first those whose pivot needs
/// no division, then the last: bristles, which stand behind the velocities they act on. Velocities are left to the end,
/// so that little has to wait for a friction force. Fills a plan whose containers have the size n.
template <class Plan, class JacobianPattern>
constexpr void plan_elimination(std::size_t n, const JacobianPattern& jacobian, Plan& plan) {
  plan.entry = jacobian;
  for (std::size_t i = 0; i < n; ++i) {
    plan.place[i] = n;  // not eliminated yet
    plan.plain_pivot[i] = !jacobian[i][i];
    plan.entry[i][i] = true;
  }
  const auto waits = [&](std::size_t i) { return plan.place[i] == n; };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = n, best_fill = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!waits(i)) continue;
      std::size_t in_row = 0, in_column = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (!waits(j) || j == i) continue;
        in_row += plan.entry[i][j] ? 1 : 0;
        in_column += plan.entry[j][i] ? 1 : 0;
      }
      const std::size_t fill = in_row * in_column;
      if (best == n || fill < best_fill || (fill == best_fill && (!plan.plain_pivot[best] || plan.plain_pivot[i])))
        best = i, best_fill = fill;
    }
    plan.order[k] = best;
    plan.place[best] = k;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (waits(i) && waits(j) && plan.entry[i][best] && plan.entry[best][j]) {
          plan.entry[i][j] = true;
          if (i == j) plan.plain_pivot[i] = false;
        }
  }
}
template <std::size_t N>
constexpr EliminationPlan<N> plan_elimination(const Pattern<N>& jacobian) {
  EliminationPlan<N> plan;
  plan_elimination(N, jacobian, plan);
  return plan;
}

namespace detail {

/// Beyond this many unknowns unrolled code is longer than it is fast.
inline constexpr std::size_t largest_unrolled = 12;

/// Calls visit(integral_constant<0>) ... visit(integral_constant<N-1>), unrolled.
template <std::size_t N, class Visitor>
inline constexpr void unroll(Visitor&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit(std::integral_constant<std::size_t, I>{}), ...);
  }(std::make_index_sequence<N>{});
}

/// sum + a b, in one instruction where numbers are SIMD numbers and the processor has it.
template <class Sum, class A, class B>
inline constexpr Sum plus_product(const Sum& sum, const A& a, const B& b) {
  if constexpr (requires { multiply_add(a, b, sum); })
    return multiply_add(a, b, sum);
  else
    return sum + a * b;
}

}  // namespace detail

/// The factors of  a I - J, for one J pattern known at compile time.
template <std::size_t N, Pattern<N> jacobian, class Real = double>
class FactoredMatrix {
 public:
  static constexpr EliminationPlan<N> plan = plan_elimination(jacobian);

  /// `inverse_a` is 1/a, which the caller has.
  inline void factor(const Matrix<Real, N>& j, Real a, Real inverse_a) {
    if constexpr (N > detail::largest_unrolled)
      factor_in_loops(j, a);
    else
      factor_unrolled(j, a, inverse_a);
  }
  /// x with (a I - J) x = b, in place; b is an array of numbers, or a pointer to numbers or batches of them.
  template <class Numbers>
  inline void solve(Numbers& b) const {
    if constexpr (N > detail::largest_unrolled)
      solve_in_loops(b);
    else
      solve_unrolled(b);
  }

 private:
  /// The last pivot depends on the one before it.
  static constexpr bool last_is_known = [] {
    if (N < 2) return false;
    const std::size_t p = plan.order[N < 2 ? 0 : N - 2], q = plan.order[N - 1];
    return plan.entry[p][q] && plan.entry[q][p] && !plan.plain_pivot[p];
  }();

  /// Where a product and a sum are one instruction, entries beside the pivots stand in m_ as in J, so that products are
  /// added and no sign has to be changed; elsewhere as in -J.
  static constexpr bool fused = requires(Real x) { multiply_add(x, x, x); };
  template <class Number>
  static inline Number reduced(const Number& sum, const Real& entry, const Number& by) {
    if constexpr (fused)
      return multiply_add(entry, by, sum);
    else
      return sum - entry * by;
  }

  inline void factor_unrolled(const Matrix<Real, N>& j, Real a, Real inverse_a) {
    detail::unroll<N>([&](auto r) {
      detail::unroll<N>([&](auto c) {
        if constexpr (jacobian[r][c])
          m_[r][c] = r == c ? a - j[r][c] : fused ? j[r][c] : -j[r][c];
        else if constexpr (plan.entry[r][c])
          m_[r][c] = r == c ? a : Real(0);
      });
    });
    detail::unroll<N>([&](auto k) {
      constexpr std::size_t p = plan.order[k];
      if constexpr (!last_is_known || k + 1 < N)
        inverse_pivot_[p] = plan.plain_pivot[p] ? inverse_a : Real(1) / m_[p][p];
      if constexpr (last_is_known && k + 2 == N) {
        // The last two at once, so that their divisions need not wait for one another.
        constexpr std::size_t q = plan.order[N - 1];
        inverse_pivot_[q] = m_[p][p] / (m_[p][p] * m_[q][q] - m_[p][q] * m_[q][p]);
      }
      detail::unroll<N>([&](auto r) {
        if constexpr (plan.place[r] > k && plan.entry[r][p]) {
          m_[r][p] *= inverse_pivot_[p];
          detail::unroll<N>([&](auto c) {
            constexpr bool changes = plan.place[c] > k && plan.entry[p][c];
            if constexpr (changes && r == c)
              m_[r][r] -= m_[r][p] * m_[p][r];
            else if constexpr (changes)
              m_[r][c] = reduced(m_[r][c], m_[r][p], m_[p][c]);
          });
        }
      });
    });
  }
  template <class Numbers>
  inline void solve_unrolled(Numbers& b) const {
    using Number = std::remove_cvref_t<decltype(b[0])>;
    // Row by row, in the order of elimination: a bristle's rate is the last number to arrive.
    detail::unroll<N>([&](auto k) {
      constexpr std::size_t p = plan.order[k];
      Number from_others(0);
      detail::unroll<k>([&](auto before) {
        constexpr std::size_t c = plan.order[before];
        if constexpr (plan.entry[p][c] && fused)
          b[p] = reduced(Number(b[p]), m_[p][c], Number(b[c]));
        else if constexpr (plan.entry[p][c])
          from_others += m_[p][c] * b[c];
      });
      if constexpr (!fused) b[p] -= from_others;
    });
    detail::unroll<N>([&](auto back) {
      constexpr std::size_t k = N - 1 - back, p = plan.order[k];
      detail::unroll<N>([&](auto c) {
        if constexpr (plan.place[c] > k && plan.entry[p][c]) b[p] = reduced(Number(b[p]), m_[p][c], Number(b[c]));
      });
      b[p] *= inverse_pivot_[p];
    });
  }

  void factor_in_loops(const Matrix<Real, N>& j, Real a) {
    for (std::size_t r = 0; r < N; ++r)
      for (std::size_t c = 0; c < N; ++c) m_[r][c] = (r == c ? a : Real(0)) - j[r][c];
    for (std::size_t k = 0; k < N; ++k) {
      const std::size_t p = plan.order[k];
      inverse_pivot_[p] = Real(1) / m_[p][p];
      for (std::size_t i = k + 1; i < N; ++i) {
        const std::size_t r = plan.order[i];
        if (!plan.entry[r][p]) continue;
        m_[r][p] *= inverse_pivot_[p];
        for (std::size_t c = k + 1; c < N; ++c) m_[r][plan.order[c]] -= m_[r][p] * m_[p][plan.order[c]];
      }
    }
  }
  template <class Numbers>
  void solve_in_loops(Numbers& b) const {
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t i = 0; i < k; ++i) b[plan.order[k]] -= m_[plan.order[k]][plan.order[i]] * b[plan.order[i]];
    for (std::size_t k = N; k-- > 0;) {
      const std::size_t p = plan.order[k];
      for (std::size_t i = k + 1; i < N; ++i) b[p] -= m_[p][plan.order[i]] * b[plan.order[i]];
      b[p] *= inverse_pivot_[p];
    }
  }

  Matrix<Real, N> m_;
  std::array<Real, N> inverse_pivot_;
};

}  // namespace stiction
