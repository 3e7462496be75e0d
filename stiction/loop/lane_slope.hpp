// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_stepper.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// A slope of several runs side by side that is left out of sums and products where the compiler sees that it is zero,
/// as `Dual` does for plain numbers: a Jacobian costs what its non-zero entries cost.
struct LaneSlope {
  using Real = Batch<double, lane_width>;
  Real number;

  constexpr LaneSlope() = default;
  STICTION_INLINE LaneSlope(const Real& x) : number(x) {}  // NOLINT(google-explicit-constructor): it is the number
  STICTION_INLINE explicit LaneSlope(double x) : number(x) {}

  STICTION_INLINE bool seen_as_zero() const {
    const double first = number[0];
    return __builtin_constant_p(first == 0) && first == 0;
  }
  friend STICTION_INLINE LaneSlope operator-(const LaneSlope& a) {
    if (a.seen_as_zero()) return a;
    return LaneSlope(-a.number);
  }
  friend STICTION_INLINE LaneSlope operator+(const LaneSlope& a, const LaneSlope& b) {
    if (a.seen_as_zero()) return b;
    if (b.seen_as_zero()) return a;
    return LaneSlope(a.number + b.number);
  }
  friend STICTION_INLINE LaneSlope operator-(const LaneSlope& a, const LaneSlope& b) {
    if (b.seen_as_zero()) return a;
    if (a.seen_as_zero()) return LaneSlope(-b.number);
    return LaneSlope(a.number - b.number);
  }
  friend STICTION_INLINE LaneSlope operator*(const Real& x, const LaneSlope& a) {
    if (a.seen_as_zero()) return a;
    return LaneSlope(x * a.number);
  }
  friend STICTION_INLINE LaneSlope select(const Real::MaskType& m, const LaneSlope& a, const LaneSlope& b) {
    if (a.seen_as_zero() && b.seen_as_zero()) return a;
    return LaneSlope(select(m, a.number, b.number));
  }

  /// A comparison; `Dual` asks whether it holds for all directions in a slope, and there is one.
  struct Comparison {
    Real::MaskType mask;
    friend STICTION_INLINE Real::MaskType all(const Comparison& c) { return c.mask; }
    friend STICTION_INLINE LaneSlope select(const Comparison& c, const LaneSlope& a, const LaneSlope& b) {
      return select(c.mask, a, b);
    }
  };
  friend STICTION_INLINE Comparison exactly(const LaneSlope& a, double x) {
    using stiction::exactly;
    return {exactly(a.number, x)};
  }
};

/// A number with its derivatives in N directions, of several runs side by side.
template <std::size_t N>
using LaneDual = Dual<LaneSlope::Real, N, LaneSlope>;

}  // namespace stiction::inline STICTION_SIMD_TARGET
