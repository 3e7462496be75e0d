// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_kernel.hpp"
#include "stiction/solvers/sparse_matrix.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

using LanePattern = Pattern<LaneLayout::most_states>;

/// Which rates of a loop depend on which states, from the text of its equations: on any branch. Laws ask whether the
/// contact rests; all else of a branch are numbers to them, which no comparison decides.
STICTION_FLATTEN inline void find_lane_pattern(const LaneKernel& kernel, const LaneLayout& l, LanePattern& pattern) {
  LaneScratch<Dependence> s(l);
  const LaneRow<double> p(l.parameters);
  LaneRow<double> branch(l.branch_numbers);
  for (std::size_t n = 0; n < l.states; ++n) s.y[n] = Dependence::variable(static_cast<unsigned>(n));
  for (std::size_t moving = 0; moving < std::size_t{1} << l.contacts; ++moving) {
    for (std::size_t i = 0; i < l.contacts; ++i) branch[l.laws[i].branch] = (moving >> i) & 1U ? 1 : 0;
    for (std::size_t i = 0; i < l.inputs; ++i) s.now.driven[i] = Dependence();
    coupled_rates(kernel, Dependence(), static_cast<const Dependence*>(s.y.data()), p.data(), branch.data(),
                  s.dy.data(), s.now);
    for (std::size_t r = 0; r < l.states; ++r)
      for (std::size_t c = 0; c < l.states; ++c)
        pattern[r][c] = pattern[r][c] || s.dy[r].depends_on(static_cast<unsigned>(c));
  }
}

/// The factors of  a I - J  of several runs side by side, for a pattern of J known at run time; see `FactoredMatrix`.
/// Numbers that are zero by the equations are not touched. Beside the pivots entries have the sign of J.
class LaneFactors {
 public:
  explicit LaneFactors(std::size_t n)
      : n_(n),
        places_(3 * n * n),
        counts_(3 * n),
        order_(n),
        plain_pivot_(n),
        entries_(2 * n * n),
        m_(n * n),
        inverse_pivot_(n) {}

  STICTION_FLATTEN void plan(const LanePattern& pattern) {
    EliminationPlan<LaneLayout::most_states> made;
    plan_elimination(n_, pattern, made);
    for (std::size_t k = 0; k < n_; ++k) {
      const std::size_t p = order_[k] = made.order[k];
      plain_pivot_[p] = made.plain_pivot[p] ? char{1} : char{0};
      for (std::size_t i = 0; i < n_; ++i) {
        if (made.entry[p][i] && made.place[i] < k) add(before, k, i);
        if (made.entry[p][i] && made.place[i] > k) add(after, k, i);
        if (made.entry[i][p] && made.place[i] > k) add(below, k, i);
        if (made.entry[p][i]) entries_[2 * count_] = p, entries_[2 * count_ + 1] = i, ++count_;
      }
    }
  }

  /// J row by row; entries outside of the pattern must be zero. `inverse_a` is 1/a, which the caller has.
  void factor(const LaneNumber* j, const LaneNumber& a, const LaneNumber& inverse_a) {
    for (std::size_t e = 0; e < count_; ++e) {
      const std::size_t r = entries_[2 * e], c = entries_[2 * e + 1];
      m_[r * n_ + c] = r == c ? LaneNumber(a - j[r * n_ + c]) : j[r * n_ + c];
    }
    for (std::size_t k = 0; k < n_; ++k) {
      const std::size_t p = order_[k];
      const LaneNumber inverse = plain_pivot_[p] ? inverse_a : LaneNumber(LaneNumber(1) / m_[p * n_ + p]);
      inverse_pivot_[p] = inverse;
      each(below, k, [&](std::size_t r) {
        const LaneNumber factor = m_[r * n_ + p] * inverse;
        m_[r * n_ + p] = factor;
        each(after, k, [&](std::size_t c) {
          LaneNumber& m = m_[r * n_ + c];
          m = r == c ? LaneNumber(m - factor * m_[p * n_ + c]) : multiply_add(factor, m_[p * n_ + c], m);
        });
      });
    }
  }
  /// x with (a I - J) x = b, in place.
  void solve(LaneNumber* b) const {
    for (std::size_t k = 0; k < n_; ++k) {
      const std::size_t p = order_[k];
      LaneNumber sum = b[p];
      each(before, k, [&](std::size_t c) { sum = multiply_add(m_[p * n_ + c], b[c], sum); });
      b[p] = sum;
    }
    for (std::size_t k = n_; k-- > 0;) {
      const std::size_t p = order_[k];
      LaneNumber sum = b[p];
      each(after, k, [&](std::size_t c) { sum = multiply_add(m_[p * n_ + c], b[c], sum); });
      b[p] = sum * inverse_pivot_[p];
    }
  }

 private:
  /// Columns of a pivot's row that were eliminated before it, and after it; rows below it.
  enum List : std::size_t { before, after, below };

  void add(List list, std::size_t k, std::size_t place) {
    places_[(list * n_ + k) * n_ + counts_[list * n_ + k]++] = place;
  }
  template <class Visitor>
  void each(List list, std::size_t k, Visitor&& visit) const {
    const std::size_t* place = places_.data() + (list * n_ + k) * n_;
    for (const std::size_t* const end = place + counts_[list * n_ + k]; place != end; ++place) visit(*place);
  }

  std::size_t n_, count_ = 0;
  LaneRow<std::size_t> places_, counts_, order_;
  LaneRow<char> plain_pivot_;
  LaneRow<std::size_t> entries_;  ///< rows and columns of those that the factors have
  LaneRow<LaneNumber> m_, inverse_pivot_;
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
