// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A mass on a rough surface under any force: \f$ m \ddot x = u - F \f$. Read inertia, angle and torque for rotation.
struct MassOnSurface {
  static constexpr PlantInfo info{"mass_on_surface", "MassOnSurface", "A mass on a rough surface under any force."};
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  struct Parameters {
    Real mass = Real(1.0);
    static constexpr auto fields() {
      return Table{Field{&Parameters::mass, "mass", "m", "kg", positive, "Mass of the body."}};
    }
  };
  template <class Real>
  struct State {
    Real position{0};
    Real velocity{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::position, "position", "x", "m", any_finite, "Position of the body.", Role::position},
          Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity of the body.", Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real force{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::force, "force", "u", "N", any_finite, "Force that drives the body."}};
    }
  };

  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>&, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = x.velocity, .applied_force = u.force, .position = x.position}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {x.velocity, (u.force - friction[0]) * (Real(1) / p.mass)};
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
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return Real(0.5) * p.mass * x.velocity * x.velocity;
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>&, const State<Real>& x, const Inputs<Real>& u, const Inputs<Real>&,
                              const std::array<Real, 1>&) {
    return u.force * x.velocity;
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
