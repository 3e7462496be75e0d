// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_kernel.hpp"
#include "stiction/loop/loop_run.hpp"
#include "stiction/loop/slope_table.hpp"

namespace stiction {

namespace detail {
template <std::size_t N>
struct ArrayOf {
  template <class T>
  using Row = std::array<T, N>;
};
}  // namespace detail

/// The rates of a run whose parts are types in packed dual numbers, for `carry_slopes`: eight columns at a time.
template <class Kernel>
class FixedRates : public VariationNumbers<PackedDual<8>, detail::ArrayOf<Kernel::size>::template Row> {
 public:
  using Base = VariationNumbers<PackedDual<8>, detail::ArrayOf<Kernel::size>::template Row>;
  using Number = typename Base::Number;
  using Moving = typename Base::Moving;

  explicit FixedRates(const LoopRun& run) : run_(run) {}

  void choose_columns(const std::vector<std::size_t>& places, std::size_t first, std::size_t count) {
    if (chosen_ == places.data() + first) return;
    chosen_ = places.data() + first;
    p_.assign(run_.parameters().begin(), run_.parameters().end());
    for (std::size_t k = 0; k < count; ++k) set_slope(p_[places[first + k]], k, 1);
  }
  STICTION_FLATTEN void evaluate(const Number& t) { evaluate_in(t, this->y, this->dy); }
  STICTION_FLATTEN void evaluate(const Moving& t) { evaluate_in(t, this->moving_y, this->moving_dy); }

 private:
  template <class Real>
  void evaluate_in(const Real& t, const std::array<Real, Kernel::size>& y, std::array<Real, Kernel::size>& dy) {
    typename Kernel::template Instant<Real> now;
    run_.read_signals(t, now);
    coupled_rates(Kernel{}, t, y.data(), std::as_const(p_).data(), run_.branch().data(), dy.data(), now);
  }

  const LoopRun& run_;
  std::vector<Number> p_;
  const std::size_t* chosen_ = nullptr;
};

}  // namespace stiction
