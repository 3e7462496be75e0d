// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A mass on an incline that shakes along and across its slope: conveyors, loosening bolts, drift under vibration
/// \cite Dupont2002. Seen from the incline, downhill positive:
///
/// \f[ m \dot v = m (g \sin\varphi - a_t) + u - F, \quad N = m (g \cos\varphi + a_n) \f]
///
/// with a_t the acceleration of the incline downhill and a_n that out of the slope, against the mass. Laws wrapped in
/// NormalLoad read N. A slope that falls away faster than the mass can follow (N < 0) would leave it; here it stays in
/// place, without friction.
struct VibratingIncline {
  static constexpr PlantInfo info{"vibrating_incline", "VibratingIncline", "A mass on an incline that vibrates."};
  static constexpr std::array<std::string_view, 1> contact_names{"slope"};

  template <class Real>
  struct Parameters {
    Real mass = Real(1.0);
    Real angle = Real(0.1);
    Real gravity = Real(9.81);
    static constexpr auto fields() {
      return Table{Field{&Parameters::mass, "mass", "m", "kg", positive, "Mass of the body."},
                   Field{&Parameters::angle, "angle", "\\varphi", "rad", between(-1.57, 1.57), "Angle of the slope."},
                   Field{&Parameters::gravity, "gravity", "g", "m/s2", non_negative, "Acceleration of gravity."}};
    }
  };
  template <class Real>
  struct State {
    Real position{0};
    Real velocity{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::position, "position", "x", "m", any_finite, "Distance down the incline.", Role::position},
          Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity down the incline.", Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real acceleration_along{0};
    Real acceleration_normal{0};
    Real force{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::acceleration_along, "acceleration_along", "a_t", "m/s2", any_finite,
                         "Acceleration of the incline, downhill."},
                   Field{&Inputs::acceleration_normal, "acceleration_normal", "a_n", "m/s2", any_finite,
                         "Acceleration of the incline, out of its slope."},
                   Field{&Inputs::force, "force", "u", "N", any_finite, "Further force on the body, downhill."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real normal_force{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::normal_force, "normal_force", "N", "N", any_finite, "Load across the contact."}};
    }
  };

  template <class Real>
  static constexpr Real normal_force(const Parameters<Real>& p, const Inputs<Real>& u) {
    return p.mass * (p.gravity * cos(p.angle) + u.acceleration_normal);
  }
  template <class Real>
  static constexpr Real applied_force(const Parameters<Real>& p, const Inputs<Real>& u) {
    return p.mass * (p.gravity * sin(p.angle) - u.acceleration_along) + u.force;
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = x.velocity,
                          .applied_force = applied_force(p, u),
                          .normal_force = normal_force(p, u),
                          .position = x.position}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {x.velocity, (applied_force(p, u) - friction[0]) * (Real(1) / p.mass)};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             Real v) {
    x.velocity = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    return {natural_length(contact[0]), natural_speed(contact[0], p.mass)};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                                         const Inputs<Real>&, const std::array<Real, 1>&) {
    return {normal_force(p, u)};
  }
  /// Seen from the incline, as is the power.
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return p.mass * (Real(0.5) * x.velocity * x.velocity - p.gravity * sin(p.angle) * x.position);
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 1>&) {
    return (u.force - p.mass * u.acceleration_along) * x.velocity;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>&, const State<Real>& x) {
    return {x.position, x.velocity};
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.force;
  }
};

}  // namespace stiction
