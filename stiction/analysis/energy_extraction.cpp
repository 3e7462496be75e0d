// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/energy_extraction.hpp"

namespace stiction::detail {

std::array<double, 2> lowest_by_compass(const std::function<double(const std::array<double, 2>&)>& f,
                                        std::array<double, 2> at, double step, double smallest_step) {
  double lowest = f(at);
  while (step >= smallest_step) {
    bool better = false;
    for (const std::size_t axis : {0U, 1U})
      for (const double side : {1.0, -1.0}) {
        std::array<double, 2> trial = at;
        trial[axis] += side * step;
        const double value = f(trial);
        if (!(value < lowest)) continue;
        lowest = value, at = trial, better = true;
        break;
      }
    if (!better) step *= 0.5;
  }
  return at;
}

}  // namespace stiction::detail
