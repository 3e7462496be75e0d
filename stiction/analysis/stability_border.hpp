// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stiction {

/// Where a number that measures stability changes its sign as a parameter varies: `border_determinant` of Routh and
/// Hurwitz, or the growth rate.
struct StabilityBorder {
  double parameter = 0;
  bool rising = false;  ///< the number rises through zero with the parameter
};

/// All changes of sign between `low` and `high`, each to rounding. The range is looked through in `parts` steps: two
/// borders within one step are missed.
std::vector<StabilityBorder> stability_borders(const std::function<double(double)>& number, double low, double high,
                                               int parts = 64);

/// The one border in a range; none or several throw.
double stability_border(const std::function<double(double)>& number, double low, double high, int parts = 64);

}  // namespace stiction
