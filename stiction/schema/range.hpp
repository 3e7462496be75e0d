// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace stiction {

/// Admissible values of a number, in its own unit. NaN and infinity are never admissible.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_allowed = true;   ///< low itself is admissible
  bool high_allowed = true;  ///< high itself is admissible

  constexpr bool contains(double x) const {
    const bool is_finite = x - x == 0.0;
    return is_finite && (low_allowed ? x >= low : x > low) && (high_allowed ? x <= high : x < high);
  }
};

inline constexpr Range any_finite{};
inline constexpr Range positive{.low = 0.0, .low_allowed = false};
inline constexpr Range non_negative{.low = 0.0};
constexpr Range between(double low, double high) { return {.low = low, .high = high}; }
constexpr Range above(double low) { return {.low = low, .low_allowed = false}; }
constexpr Range at_least(double low) { return {.low = low}; }

}  // namespace stiction
