// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

/// The force that repeats with the position and explains most of a residual:
/// sine sin(2 pi x / period) + cosine cos(2 pi x / period).
struct PositionRipple {
  double period = 0;  ///< [m]; 0: nothing moves
  double sine = 0, cosine = 0;
  double explained = 0;  ///< fraction of the sum of squares

  double at(double position) const;
  double amplitude() const;
};

/// Among periods from two thirds of the travel down to a two-hundredth of it, over the first rows.
PositionRipple strongest_ripple(const std::vector<double>& residual, const std::vector<double>& position,
                                std::size_t rows);

}  // namespace stiction
