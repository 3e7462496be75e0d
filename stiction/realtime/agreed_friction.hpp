// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction::detail {

/// The friction on which a plant and a law agree at the end of a sample: `velocity_under(F)` is where the plant ends
/// under F, `force_along(v)` is where the law ends along v.
///
/// Where the plant takes an implicit Euler step and the law moves by h v, no sample makes energy, however long it is:
/// m (v^2 - v_0^2)/2 <= m v (v - v_0), likewise for springs, so the plant loses at least F v h; a passive law stores at
/// most that. The plant's answer is taken as a straight line between the two forces that enclose the answer. Halving
/// needs no slope, which bristles have and lack by turns, and a known number of steps.
template <class Real, class VelocityUnder, class ForceAlong>
Real agreed_friction(VelocityUnder velocity_under, ForceAlong force_along) noexcept {
  // The law's force rises with the velocity, the velocity falls with the force: the answer lies between these two.
  Real one = force_along(Real(0));
  const Real velocity = velocity_under(one);
  Real other = force_along(velocity);
  if (one == other) return one;
  const Real slope = (velocity_under(other) - velocity) / (other - one), at_zero = velocity - slope * one;
  const bool rising = other > one;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const Real middle = Real(0.5) * (one + other);
    const bool asks_for_more = force_along(at_zero + slope * middle) > middle;
    (asks_for_more == rising ? one : other) = middle;
  }
  return Real(0.5) * (one + other);
}

/// The same for a law without memory whose force falls with speed, so that a linear step would take the contact away
/// from where it is driven to. `force_along` is the size of friction along the present direction, `velocity_under` the
/// velocity along it. Friction is halved in between 0, where the law asks for more, and the most it can ask for.
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
