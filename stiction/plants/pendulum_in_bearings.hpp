// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A rigid pendulum in bearings with friction \cite Astrom2008 Fig. 12, angle 0 hanging down:
///
/// \f[ J \dot\omega = -m g l \sin\theta + u - F \f]
///
/// J is the inertia about the bearings, l the distance from there to the centre of mass. The law's numbers are read for
/// rotation: F is a torque, its bristles bend by angles. With Coulomb friction the amplitude of small swings falls by
/// 2 F_C / (m g l) every half swing, in a straight line and not as an exponential.
///
/// Where a gear drives it, its teeth pass on the mean of the torques on their two sides, (u + m g l sin(theta)) / 2,
/// which laws with the loss of a gear read: at rest and in steady motion both are equal but for friction. A loss c is
/// then K_l = c / 2 of the load-dependent servo model \cite Duclusaud2025, K_l |tau_m - tau_e|.
struct PendulumInBearings {
  static constexpr PlantInfo info{"pendulum_in_bearings", "PendulumInBearings",
                                  "A rigid pendulum with friction in its bearings.", true};
  static constexpr std::array<std::string_view, 1> contact_names{"bearings"};

  template <class Real>
  struct Parameters {
    Real inertia = Real(1.0);
    Real mass = Real(1.0);
    Real centre_distance = Real(1.0);
    Real gravity = Real(9.81);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::inertia, "inertia", "J", "kg.m2", positive, "Moment of inertia about the bearings."},
          Field{&Parameters::mass, "mass", "m", "kg", positive, "Mass of the pendulum."},
          Field{&Parameters::centre_distance, "centre_distance", "l", "m", non_negative,
                "Distance from the bearings to the centre of mass."},
          Field{&Parameters::gravity, "gravity", "g", "m/s2", non_negative, "Acceleration of gravity."}};
    }
  };
  template <class Real>
  struct State {
    Real angle{0};
    Real angular_velocity{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::angle, "angle", "\\theta", "rad", any_finite, "Angle, 0 when hanging down.", Role::position},
          Field{&State::angular_velocity, "angular_velocity", "\\omega", "rad/s", any_finite, "Angular velocity.",
                Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real torque{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::torque, "torque", "u", "N.m", any_finite, "Torque that drives the pendulum."}};
    }
  };

  template <class Real>
  static constexpr Real weight_torque(const Parameters<Real>& p, const State<Real>& x) {
    return p.mass * p.gravity * p.centre_distance * sin(x.angle);
  }
  template <class Real>
  static constexpr Real applied_torque(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return u.torque - weight_torque(p, x);
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = x.angular_velocity,
                          .applied_force = applied_torque(p, x, u),
                          .transmitted_force = Real(0.5) * (u.torque + weight_torque(p, x)),
                          .position = x.angle}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {x.angular_velocity, (applied_torque(p, x, u) - friction[0]) * (Real(1) / p.inertia)};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             Real v) {
    x.angular_velocity = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    return {std::min(1.0, contact[0].force / (p.mass * p.gravity * p.centre_distance)),
            natural_speed(contact[0], p.inertia)};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    const Real half = sin(Real(0.5) * x.angle);  // 1 - cos = 2 sin^2 of half the angle, without cancellation
    return Real(0.5) * p.inertia * x.angular_velocity * x.angular_velocity +
           Real(2) * p.mass * p.gravity * p.centre_distance * half * half;
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>&, const State<Real>& x, const Inputs<Real>& u, const Inputs<Real>&,
                              const std::array<Real, 1>&) {
    return u.torque * x.angular_velocity;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>&, const State<Real>& x) {
    return {x.angle, x.angular_velocity};
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.torque;
  }
};

}  // namespace stiction
