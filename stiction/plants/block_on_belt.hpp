// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A block on a moving belt, held to the ground by a spring and a damper; the classical stick-slip rig:
///
/// \f[ m \dot v = -k x - c v + u - F, \quad w = v - v_b \f]
///
/// Friction acts on the sliding velocity w, and \f$ m \dot w = F_e - F \f$ with
///
/// \f[ F_e = -k x - c v + u - m \dot v_b, \f]
///
/// so that a block that sticks rides along with a belt that speeds up, until \f$ |F_e| \f$ exceeds its stiction. Read
/// inertia, angle and torque for a disc on a turntable. The speed of the belt may jump: the block then slides at once.
struct BlockOnBelt {
  static constexpr PlantInfo info{"block_on_belt", "BlockOnBelt", "A block on a moving belt, held by a spring."};
  static constexpr std::array<std::string_view, 1> contact_names{"belt"};

  template <class Real>
  struct Parameters {
    Real mass = Real(1.0);
    Real spring_stiffness = Real(2.0);
    Real spring_damping = Real(0.0);
    static constexpr auto fields() {
      return Table{Field{&Parameters::mass, "mass", "m", "kg", positive, "Mass of the block."},
                   Field{&Parameters::spring_stiffness, "spring_stiffness", "k", "N/m", non_negative,
                         "Stiffness of the spring to the ground."},
                   Field{&Parameters::spring_damping, "spring_damping", "c", "N.s/m", non_negative,
                         "Damping between the block and the ground."}};
    }
  };
  template <class Real>
  struct State {
    Real position{0};
    Real velocity{0};
    static constexpr auto fields() {
      return Table{Field{&State::position, "position", "x", "m", any_finite, "Elongation of the spring, on the ground.",
                         Role::position},
                   Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity of the block over the ground.",
                         Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real belt_speed{0.1};
    Real force{0};
    static constexpr auto fields() {
      return Table{
          Field{&Inputs::belt_speed, "belt_speed", "v_b", "m/s", any_finite, "Velocity of the belt over the ground."},
          Field{&Inputs::force, "force", "u", "N", any_finite, "Further force on the block."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real spring_force{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::spring_force, "spring_force", "k x + c v", "N", any_finite,
                         "Force of spring and damper on the ground."}};
    }
  };

  /// Of spring and damper on the ground.
  template <class Real>
  static constexpr Real spring_force(const Parameters<Real>& p, const State<Real>& x) {
    return p.spring_stiffness * x.position + p.spring_damping * x.velocity;
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>& du) {
    return {Contact<Real>{.velocity = x.velocity - u.belt_speed,
                          .applied_force = u.force - spring_force(p, x) - p.mass * du.belt_speed,
                          .position = x.position}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {x.velocity, (u.force - spring_force(p, x) - friction[0]) * (Real(1) / p.mass)};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>& u,
                                             std::size_t, Real v) {
    x.velocity = u.belt_speed + v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    return {std::min(1.0, contact[0].force / p.spring_stiffness), natural_speed(contact[0], p.mass)};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, 1>&) {
    return {spring_force(p, x)};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return Real(0.5) * (p.mass * x.velocity * x.velocity + p.spring_stiffness * x.position * x.position);
  }
  /// The belt is driven against friction.
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return (u.force - p.spring_damping * x.velocity) * x.velocity - friction[0] * u.belt_speed;
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
