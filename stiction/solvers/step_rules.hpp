// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "stiction/scalar/simd_bits.hpp"

/// The rules by which a run goes from one step to the next: for one run, and for several in SIMD lanes. Compiled for
/// each kind of processor apart, so nothing of the standard library is called.
namespace stiction::inline STICTION_SIMD_TARGET {

// A safety of 0.6 costs the fewest steps for the error they leave: fewer are refused than with larger ones.
inline constexpr double step_safety = 0.6, step_growth = 6, step_shrink = 0.2, step_retry = 0.6;

/// A plain integral controller. The power is read off the bits of a float, at most 7 % too high: enough for a step.
template <std::size_t order>
STICTION_INLINE double step_factor(double q) {
  constexpr float exponent = -0.5F / static_cast<float>(order);
  constexpr auto one = static_cast<float>(0x3f800000);
  const double within = q < 1e-30 ? 1e-30 : q > 1e30 ? 1e30 : q;
  const auto bits = __builtin_bit_cast(std::int32_t, static_cast<float>(within));
  const float power = exponent * (static_cast<float>(bits) - one) + one;
  return step_safety * static_cast<double>(__builtin_bit_cast(float, static_cast<std::int32_t>(power)));
}
/// The same for several runs, to the bit.
template <std::size_t order, std::size_t W>
STICTION_INLINE Batch<double, W> step_factor(const Batch<double, W>& q) {
  constexpr float exponent = -0.5F / static_cast<float>(order);
  constexpr auto one = static_cast<float>(0x3f800000);
  using Floats = Batch<float, W>;
  using Register = typename Floats::Register;
  using Words = typename simd_detail::RegisterOf<std::int32_t, Floats::Lanes::per_register>::type;
  const Batch<double, W> within = clamp(q, Batch<double, W>(1e-30), Batch<double, W>(1e30));
  const Floats power = simd_detail::map<typename Floats::Lanes>(
      [](auto p) STICTION_INLINE_LAMBDA {
        const auto bits = simd_detail::convert_piece<Register>(__builtin_bit_cast(Words, p));
        const Register power_bits = exponent * (bits - one) + one;
        return __builtin_bit_cast(Register, simd_detail::convert_piece<Words>(power_bits));
      },
      simd_detail::convert<float>(within).lanes);
  return Batch<double, W>(step_safety) * simd_detail::convert<double>(power);
}
/// From a step to the next; `factor` follows from its error.
template <class Real>
STICTION_INLINE Real next_step(const Real& h, const Real& factor, const Real& most) {
  const Real least = select(factor < Real(step_shrink), Real(step_shrink), factor);
  return h * select(most < least, most, least);
}
/// From a step that was refused to the next try.
template <class Real>
STICTION_INLINE Real retried_step(const Real& h, const Real& factor) {
  return next_step(h, factor, Real(step_retry));
}
/// An implicit step over the time in which a state drives itself away ends on the unstable equilibrium it leaves.
template <class Real>
STICTION_INLINE Real within_growth(const Real& wanted, const Real& rate) {
  const auto beyond = wanted * rate > Real(1);
  return any(beyond) ? select(beyond, Real(Real(1) / rate), wanted) : wanted;
}
template <class Real>
STICTION_INLINE auto reaches(const Real& t, const Real& wanted, const Real& stop) {
  return t + wanted * Real(1 + 1e-9) >= stop;
}

/// Below its band, or on zero and falling.
template <class Real>
STICTION_INLINE auto guard_has_triggered(const Real& value, const Real& slope, const Real& band) {
  return value < -band || (value <= Real(0) && slope < Real(0));
}
/// True when a parabola through the start and the end of a step dips below the band in between: a guard can fall and
/// rise again inside one step.
template <class Real>
STICTION_INLINE auto guard_may_dip(const Real& value, const Real& slope, const Real& h, const Real& end,
                                   const Real& band) {
  const Real fall = h * slope, curvature = end - value - fall;
  return fall < Real(0) && -fall < Real(2) * curvature &&
         value - Real(0.25) * fall * fall / curvature < band + Real(0.1) * select(value < Real(0), Real(-value), value);
}
/// Nothing of the guard is seen in a step of size h at the end of which it is `end`.
template <class Real>
STICTION_INLINE auto guard_stays_quiet(const Real& value, const Real& slope, const Real& h, const Real& end,
                                       const Real& band) {
  return end >= -band && !guard_may_dip(value, slope, h, end, band);
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
