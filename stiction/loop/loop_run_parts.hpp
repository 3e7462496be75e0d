// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

/// What the files of `LoopRun` share.
namespace stiction {

template <class Number>
const Number* LoopRun::numbers() const {
  if constexpr (std::is_same_v<Number, double>)
    return p_.data();
  else if constexpr (std::is_same_v<Number, Slopes>)
    return p_slopes_.data();
  else
    return p_lanes_.data();
}

template <class Number>
PartsScratch<Number>& LoopRun::scratch() const {
  if constexpr (std::is_same_v<Number, double>)
    return plain_scratch_.get(*loop_);
  else if constexpr (std::is_same_v<Number, Slopes>)
    return slope_scratch_.get(*loop_);
  else
    return lane_scratch_.get(*loop_);
}

/// Signals read, contacts moved, friction known at an instant.
template <class Number>
PartsScratch<Number>& LoopRun::evaluated(const Number& t, const Number* y) const {
  PartsScratch<Number>& s = scratch<Number>();
  read_signals(t, s.now);
  evaluate(kernel_, t, y, numbers<Number>(), branch_.data(), s.dy.data(), s.now);
  return s;
}

/// Calls use(first, count) with states and parameters in scratch memory that move with four columns: the parameters by
/// themselves, the states with the slopes s.
template <class Use>
void LoopRun::for_each_four(const SlopeColumns& columns, const double* y, const double* s, Use&& use) const {
  constexpr std::size_t width = 4;
  PartsScratch<Slopes>& scratch = slope_scratch_.get(*loop_);
  for (std::size_t first = 0; first < columns.size(); first += width) {
    const std::size_t count = std::min(width, columns.size() - first);
    for (std::size_t n = 0; n < loop_->state_count; ++n) {
      scratch.y[n] = Slopes(y[n]);
      for (std::size_t k = 0; k < count; ++k) set_slope(scratch.y[n], k, s[n * columns.size() + first + k]);
    }
    seed(columns, first, count, 1);
    use(first, count);
    seed(columns, first, count, 0);
  }
}

}  // namespace stiction
