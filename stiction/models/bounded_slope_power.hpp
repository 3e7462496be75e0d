// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/math_functions.hpp"

/// Powers x^d of a speed or a force ratio whose slope stays finite at x = 0.
///
/// Below exponent 1 the slope of x^d is infinite at x = 0, and an implicit solver that linearises there gets no finite
/// Jacobian. Both functions replace x^d below x_0 = `linear_below` by a polynomial with the same value and slope at x_0
/// and the value 0 at x = 0; with s = x/x_0:
///
/// \f[ x_0^d\, s^2 \left(\tfrac{4 - d}{2} - \tfrac{2 - d}{2} s^2\right) \quad \mathrm{even}, \tag{1} \f]
/// \f[ x_0^d\, s   \left(\tfrac{3 - d}{2} - \tfrac{1 - d}{2} s^2\right) \quad \mathrm{odd}.  \tag{2} \f]
///
/// Both rise from 0 to x_0^d, as x^d does, so the error is below x_0^d and is confined to x < x_0. Nothing is changed
/// for d >= 1.
namespace stiction {

/// x^d, continued past x = 0 as an even function with slope 0 there (1). For curves that fall with speed: their
/// negative slope makes a contact at rest unstable, and a steep one would mislead an implicit step.
template <class Real>
constexpr Real even_power(const Real& x, const Real& exponent, double linear_below) {
  const Real border = select(exponent < Real(1), Real(linear_below), Real(0));
  Real power = pow(maximum(x, border), exponent);
  if (all(x >= border)) return power;
  const Real s = clamp(Real(x / Real(linear_below)), Real(-1), Real(1)), s2 = s * s;
  const Real core = s2 * (Real(2) - Real(0.5) * exponent - (Real(1) - Real(0.5) * exponent) * s2);  // (1)
  return select(x < border, Real(power * core), power);
}

/// |x|^d sgn x, with a finite positive slope at x = 0 (2). `along` is x on the frozen branch of its sign, `direction`.
template <class Real>
constexpr Real odd_power(const Real& along, const Real& direction, const Real& exponent, double linear_below) {
  const Real border = select(exponent < Real(1), Real(linear_below), Real(0));
  Real power = direction * pow(maximum(along, border), exponent);
  if (all(along >= border)) return power;
  const Real s = clamp(Real(along / Real(linear_below)), Real(-1), Real(1));
  const Real core = s * (Real(1.5) - Real(0.5) * exponent - (Real(0.5) - Real(0.5) * exponent) * s * s);  // (2)
  return select(along < border, Real(power * core), power);
}

}  // namespace stiction
