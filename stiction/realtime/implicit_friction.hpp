// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction::detail {

/// Solves F = force_along(velocity_under(F)) for the friction F at the end of a sample: `velocity_under(F)` is the
/// velocity of the plant at the end under F, `force_along(v)` the force of the law after moving with v.
///
/// Where the plant takes an implicit Euler step and the law moves by h v, no sample makes energy, however long it is:
/// m (v^2 - v_0^2)/2 <= m v (v - v_0), likewise for springs, so the plant loses at least F v h; a passive law stores at
/// most that. The plant's velocity is taken as linear in F between the two forces that enclose the solution. Bisection
/// needs a known number of steps and no slope; the slope of bristles vanishes where they slip.
template <class Real, class VelocityUnder, class ForceAlong>
Real solve_implicit_friction(VelocityUnder velocity_under, ForceAlong force_along) noexcept {
  // The law's force rises with the velocity, the velocity falls with the force: the solution lies between these two.
  Real one = force_along(Real(0));
  const Real velocity = velocity_under(one);
  Real other = force_along(velocity);
  if (one == other) return one;
  const Real slope = (velocity_under(other) - velocity) / (other - one), at_zero = velocity - slope * one;
  const bool rising = other > one;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const Real middle = Real(0.5) * (one + other);
    const bool law_gives_more = force_along(at_zero + slope * middle) > middle;
    (law_gives_more == rising ? one : other) = middle;
  }
  return Real(0.5) * (one + other);
}

/// The same for a law without memory whose force falls with speed, so that a linear step would take the contact away
/// from where it is driven to. `force_along` is the size of friction along the present direction, `velocity_under` the
/// velocity along it. Bisection between 0, where the law gives more, and the largest force it can give.
template <class Real, class VelocityUnder, class ForceAlong>
Real falling_friction(VelocityUnder velocity_under, ForceAlong force_along) noexcept {
  const Real at_rest = force_along(Real(0)), at_speed = force_along(velocity_under(at_rest));
  Real low = 0, high = at_speed > at_rest ? at_speed : at_rest;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const Real middle = Real(0.5) * (low + high);
    (force_along(velocity_under(middle)) > middle ? low : high) = middle;
  }
  return Real(0.5) * (low + high);
}

}  // namespace stiction::detail
