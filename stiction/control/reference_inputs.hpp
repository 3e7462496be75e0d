// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"

/// References of controllers. Shared, so that one controller can be put inside another.
namespace stiction {

/// A position to be reached or followed; its velocity is the rate of the input.
template <class Real>
struct ReferenceInputs {
  Real reference{0};
  static constexpr auto fields() {
    return Table{
        Field{&ReferenceInputs::reference, "reference", "x_d", "m", any_finite, "Position asked for.", Role::position}};
  }
};

/// The same for controllers that also need its acceleration.
template <class Real>
struct TrackingInputs : ReferenceInputs<Real> {
  Real reference_acceleration{0};
  static constexpr auto fields() {
    return join(ReferenceInputs<Real>::fields(),
                Table{Field{&TrackingInputs::reference_acceleration, "reference_acceleration", "\\ddot x_d", "m/s2",
                            any_finite, "Acceleration of the reference.", Role::acceleration}});
  }
};

/// A velocity to be followed; its acceleration is the rate of the input.
template <class Real>
struct VelocityInputs {
  Real reference_velocity{0};
  static constexpr auto fields() {
    return Table{Field{&VelocityInputs::reference_velocity, "reference_velocity", "v_d", "m/s", any_finite,
                       "Velocity asked for.", Role::velocity}};
  }
};

/// e = x - x_d.
template <class Real>
constexpr Real position_error(const ReferenceInputs<Real>& u, const Measured<Real>& measured) {
  return measured[0] - u.reference;
}
/// de/dt = v - dx_d/dt, from the measured velocity: nothing is differentiated.
template <class Real>
constexpr Real velocity_error(const ReferenceInputs<Real>& du, const Measured<Real>& measured) {
  return measured[1] - du.reference;
}

}  // namespace stiction
