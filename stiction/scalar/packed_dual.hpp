// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace stiction {

/// A value with W derivatives side by side in SIMD registers: one instruction works on several of them. For slopes of
/// which most differ from zero; a Jacobian whose seeds the compiler can see is better off with `Dual<double, N>`.
template <std::size_t W>
using PackedDual = Dual<double, 1, Batch<double, W>>;

/// The derivative in direction k.
template <class Slope>
double slope_along(const Dual<double, 1, Slope>& x, std::size_t k) {
  return x.slope[0][k];
}
template <class Slope>
void set_slope(Dual<double, 1, Slope>& x, std::size_t k, double slope) {
  x.slope[0].set(k, slope);
}

/// The number x whose derivative is taken in direction k.
template <std::size_t W>
PackedDual<W> packed_variable(double x, std::size_t k) {
  PackedDual<W> moving(x);
  set_slope(moving, k, 1);
  return moving;
}

}  // namespace stiction
