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
  evaluate(PartsKernel(*loop_), t, y, numbers<Number>(), branch_.data(), s.dy.data(), s.now);
  return s;
}

}  // namespace stiction
