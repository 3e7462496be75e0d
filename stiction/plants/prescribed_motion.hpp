// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

/// A contact whose motion is given, whatever the friction: velocity in, force out. For hysteresis loops, steady curves
/// and measured motions.
namespace stiction {

/// The motion as its velocity over time.
struct VelocityOverTime {
  template <class Real>
  struct Inputs {
    Real velocity{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::velocity, "velocity", "v", "m/s", any_finite, "Sliding velocity."}};
    }
  };
  template <class Real>
  static constexpr Real velocity(const Inputs<Real>& u, const Inputs<Real>&) {
    return u.velocity;
  }
};

/// The motion as its position over time; the velocity is its derivative.
struct PositionOverTime {
  template <class Real>
  struct Inputs {
    Real position{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::position, "position", "x_d", "m", any_finite, "Position of the contact."}};
    }
  };
  template <class Real>
  static constexpr Real velocity(const Inputs<Real>&, const Inputs<Real>& du) {
    return du.position;
  }
};

/// \f[ \dot x = v(t) \f]
///
/// The drive is so strong that friction cannot hold it. For a law with true rest "applied force" must still mean
/// something: it is that of a very stiff damper between drive and contact, \f$ F_e = c v \f$, which breaks the contact
/// away as soon as v rises above \f$ F_S / c \f$. Other laws are not affected. Read angle and torque for rotation.
template <class Motion>
struct PrescribedMotion {
  static constexpr std::array<std::string_view, 1> contact_names{"surface"};

  template <class Real>
  struct Parameters {
    Real drive_damping = Real(1e9);
    static constexpr auto fields() {
      return Table{Field{&Parameters::drive_damping, "drive_damping", "c", "N.s/m", positive,
                         "How firmly the drive keeps its velocity against a contact at rest."}};
    }
  };
  template <class Real>
  struct State {
    Real travelled{0};
    static constexpr auto fields() {
      return Table{Field{&State::travelled, "travelled", "x", "m", any_finite,
                         "Distance travelled since the start, signed.", Role::position}};
    }
  };
  template <class Real>
  using Inputs = typename Motion::template Inputs<Real>;

  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>& du) {
    const Real v = Motion::velocity(u, du);
    return {Contact<Real>{.velocity = v, .applied_force = p.drive_damping * v, .position = x.travelled}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const State<Real>&, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, 1>&) {
    return {Motion::velocity(u, du)};
  }
  /// The velocity is an input and cannot be set.
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>&, const Inputs<Real>&, std::size_t,
                                             Real) {}
  /// All of it becomes work of friction.
  template <class Real>
  static constexpr Real power(const Parameters<Real>&, const State<Real>&, const Inputs<Real>& u,
                              const Inputs<Real>& du, const std::array<Real, 1>& friction) {
    return friction[0] * Motion::velocity(u, du);
  }
  static State<double> scale(const Parameters<double>&, const std::array<ContactScale, 1>& contact) {
    return {natural_length(contact[0])};
  }
};

struct PrescribedVelocity : PrescribedMotion<VelocityOverTime> {
  static constexpr PlantInfo info{"prescribed_velocity", "PrescribedVelocity",
                                  "A contact moved with a given velocity, whatever friction says."};
};

struct PrescribedPosition : PrescribedMotion<PositionOverTime> {
  static constexpr PlantInfo info{"prescribed_position", "PrescribedPosition",
                                  "A contact moved along a given position, whatever friction says."};
};

}  // namespace stiction
