// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/math_functions.hpp"

namespace stiction {

/// Sum of squares of the errors of a step, each relative to the size of its state and its scale.
template <class Real, class State>
inline Real squared_relative_error(const State& error, const State& scale, const State& from, const State& to) {
  Real sum(0);
  for (std::size_t n = 0; n < error.size(); ++n) {
    const Real relative = error[n] / (scale[n] + maximum(Real(abs(from[n])), Real(abs(to[n]))));
    sum += relative * relative;
  }
  return sum;
}

}  // namespace stiction
