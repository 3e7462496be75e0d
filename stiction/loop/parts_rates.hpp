// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"
#include "stiction/loop/slope_table.hpp"

namespace stiction {

namespace detail {
template <class T>
using VectorRow = std::vector<T>;
}  // namespace detail

/// The rates of a run by parts in packed dual numbers, for `carry_slopes`: four columns at a time.
class PartsRates : public VariationNumbers<Slopes, detail::VectorRow> {
 public:
  explicit PartsRates(const LoopRun& run) : run_(run), plain_(run.loop()), moving_(run.loop()) {
    const std::size_t n = run.loop().state_count;
    state.resize(n), y.resize(n), dy.resize(n), moving_y.resize(n), moving_dy.resize(n), s.resize(n), carried.resize(n);
  }

  /// The parameters at places [first, first + count) get the slopes of the columns.
  void choose_columns(const std::vector<std::size_t>& places, std::size_t first, std::size_t count) {
    if (chosen_ == places.data() + first) return;
    chosen_ = places.data() + first;
    p_.assign(run_.parameters().begin(), run_.parameters().end());
    for (std::size_t k = 0; k < count; ++k) set_slope(p_[places[first + k]], k, 1);
    moving_p_.assign(p_.begin(), p_.end());
  }

  void evaluate(const Slopes& t) {
    run_.read_signals(t, plain_.now);
    coupled_rates(PartsKernel(run_.loop()), t, std::as_const(y).data(), std::as_const(p_).data(), run_.branch().data(),
                  dy.data(), plain_.now);
  }
  void evaluate(const MovingSlopes& t) {
    run_.read_signals(t, moving_.now);
    coupled_rates(PartsKernel(run_.loop()), t, std::as_const(moving_y).data(), std::as_const(moving_p_).data(),
                  run_.branch().data(), moving_dy.data(), moving_.now);
  }

 private:
  const LoopRun& run_;
  PartsScratch<Slopes> plain_;
  PartsScratch<MovingSlopes> moving_;
  std::vector<Slopes> p_;
  std::vector<MovingSlopes> moving_p_;
  const std::size_t* chosen_ = nullptr;
};

}  // namespace stiction
