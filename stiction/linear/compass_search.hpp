// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>

namespace stiction {

/// Where a function of two numbers is smallest, from a start: steps along the axes, halved when none helps.
inline std::array<double, 2> lowest_by_compass(const std::function<double(const std::array<double, 2>&)>& f,
                                               std::array<double, 2> at, double step, double smallest_step) {
  double lowest = f(at);
  while (step >= smallest_step) {
    bool better = false;
    for (std::size_t direction = 0; direction < 4; ++direction) {
      std::array<double, 2> trial = at;
      trial[direction / 2] += direction % 2 == 0 ? step : -step;
      if (const double value = f(trial); value < lowest) lowest = value, at = trial, better = true;
    }
    if (!better) step *= 0.5;
  }
  return at;
}

}  // namespace stiction
