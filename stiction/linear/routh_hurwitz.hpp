// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/linear/polynomial.hpp"

namespace stiction {

/// How many roots of a characteristic polynomial lie right of, and on, the imaginary axis, from its coefficients alone.
///
/// Each row of the table is made of the two above it; every change of sign down the first column is a root with
/// positive real part. Where the first number of a row vanishes the polynomial is multiplied by s + a, a > 0, which
/// adds a root on the left and nothing else. Where a whole row vanishes, the row above holds a factor whose roots lie
/// symmetric to zero; its derivative takes the place of the row, and what of the factor is not split into left and
/// right lies on the axis.
struct RouthHurwitz {
  std::vector<std::vector<double>> table{};  ///< rows from the highest power down
  int right_of_axis = 0;                     ///< roots with positive real part
  int on_axis = 0;                           ///< roots on the imaginary axis
  bool multiplied = false;                   ///< the table is that of the polynomial times s + a
  bool stable = false;                       ///< every root has negative real part
  /// The last Hurwitz determinant but one, \f$ \Delta_{n-1} \f$; a_1 a_2 - a_3 for a cubic. It is zero where a pair
  /// crosses the axis. For a leading coefficient of 1.
  double border_determinant = 0;
  std::string sentence{};
};

RouthHurwitz routh_hurwitz(const Polynomial& characteristic);

/// Where the roots are, in words.
std::string root_places_text(const RouthHurwitz& r);

}  // namespace stiction
