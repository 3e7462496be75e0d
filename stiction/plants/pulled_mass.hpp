// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A mass on a rough surface pulled through a spring whose end moves with a given speed \cite Astrom2008 (17)-(19):
///
/// \f[ \dot l = v_p - v, \quad m \dot v = k l + u - F \f]
///
/// The state is the elongation l of the spring, not the position, so that equilibria of the motion are equilibria of
/// the equations.
struct PulledMass {
  static constexpr PlantInfo info{"pulled_mass", "PulledMass", "A mass pulled over a rough surface through a spring."};
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  struct Parameters {
    Real mass = Real(1.0);
    Real spring_stiffness = Real(2.0);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::mass, "mass", "m", "kg", positive, "Mass of the body."},
          Field{&Parameters::spring_stiffness, "spring_stiffness", "k", "N/m", positive, "Stiffness of the spring."}};
    }
  };
  template <class Real>
  struct State {
    Real elongation{0};
    Real velocity{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::elongation, "elongation", "l", "m", any_finite, "Elongation of the spring.", Role::position},
          Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity of the body.", Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real pull_speed = Real(0.1);
    Real force{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::pull_speed, "pull_speed", "v_p", "m/s", any_finite,
                         "Velocity of the pulled end of the spring."},
                   Field{&Inputs::force, "force", "u", "N", any_finite, "Further force on the body."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real spring_force{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::spring_force, "spring_force", "k l", "N", any_finite, "Force of the spring."}};
    }
  };

  template <class Real>
  static constexpr Real applied_force(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return p.spring_stiffness * x.elongation + u.force;
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = x.velocity, .applied_force = applied_force(p, x, u)}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {u.pull_speed - x.velocity, (applied_force(p, x, u) - friction[0]) * (Real(1) / p.mass)};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             Real v) {
    x.velocity = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    return {contact[0].force / p.spring_stiffness, natural_speed(contact[0], p.mass)};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, 1>&) {
    return {p.spring_stiffness * x.elongation};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return Real(0.5) * (p.mass * x.velocity * x.velocity + p.spring_stiffness * x.elongation * x.elongation);
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 1>&) {
    return p.spring_stiffness * x.elongation * u.pull_speed + u.force * x.velocity;
  }
};

}  // namespace stiction
