// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A motor that turns a load through a stiff gear, everything seen from the motor:
///
/// \f[ \left( J_m + J_l / n^2 \right) \dot\omega = u - \tau_l / n - F \f]
///
/// n is the number of turns of the motor per turn of the load. The gear passes on \f$ \tau_l / n \f$, which laws
/// wrapped in GearLoss read: friction grows by one fraction of it while the motor drives and by another while the load
/// does, and a fraction of 1 or more in back-driving is self-locking. What the load's own inertia adds to the torque in
/// the mesh is left out there: it depends on the friction to be found, and is nothing in steady motion and at rest.
struct GearedMotor {
  static constexpr PlantInfo info{"geared_motor", "GearedMotor", "A motor that turns a load through a stiff gear.",
                                  true};
  static constexpr std::array<std::string_view, 1> contact_names{"motor"};

  template <class Real>
  struct Parameters {
    Real motor_inertia = Real(1e-4);
    Real load_inertia = Real(0.1);
    Real gear_ratio = Real(50.0);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::motor_inertia, "motor_inertia", "J_m", "kg.m2", positive, "Inertia of the motor."},
          Field{&Parameters::load_inertia, "load_inertia", "J_l", "kg.m2", non_negative, "Inertia of the load."},
          Field{&Parameters::gear_ratio, "gear_ratio", "n", "1", positive, "Turns of the motor per turn of the load."}};
    }
  };
  template <class Real>
  struct State {
    Real motor_angle{0};
    Real motor_speed{0};
    static constexpr auto fields() {
      return Table{Field{&State::motor_angle, "motor_angle", "\\theta", "rad", any_finite, "Angle of the motor.",
                         Role::position},
                   Field{&State::motor_speed, "motor_speed", "\\omega", "rad/s", any_finite,
                         "Angular velocity of the motor.", Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real motor_torque{0};
    Real load_torque{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::motor_torque, "motor_torque", "u", "N.m", any_finite, "Torque of the motor."},
                   Field{&Inputs::load_torque, "load_torque", "\\tau_l", "N.m", any_finite,
                         "Torque of the load on its own shaft, positive against positive motion."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real load_angle{0};
    Real load_speed{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::load_angle, "load_angle", "\\theta/n", "rad", any_finite, "Angle of the load.",
                         Role::position},
                   Field{&Outputs::load_speed, "load_speed", "\\omega/n", "rad/s", any_finite,
                         "Angular velocity of the load.", Role::velocity}};
    }
  };

  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    const Real passed_on = u.load_torque * (Real(1) / p.gear_ratio);
    return {Contact<Real>{.velocity = x.motor_speed,
                          .applied_force = u.motor_torque - passed_on,
                          .transmitted_force = passed_on,
                          .position = x.motor_angle}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    const Real applied = u.motor_torque - u.load_torque * (Real(1) / p.gear_ratio);
    return {x.motor_speed, (applied - friction[0]) * (Real(1) / inertia(p))};
  }
  /// Of motor and load, seen from the motor.
  template <class Real>
  static constexpr Real inertia(const Parameters<Real>& p) {
    return p.motor_inertia + p.load_inertia / (p.gear_ratio * p.gear_ratio);
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             Real v) {
    x.motor_speed = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    return {natural_length(contact[0]), natural_speed(contact[0], inertia(p))};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, 1>&) {
    return {x.motor_angle / p.gear_ratio, x.motor_speed / p.gear_ratio};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return Real(0.5) * inertia(p) * x.motor_speed * x.motor_speed;
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 1>&) {
    return (u.motor_torque - u.load_torque / p.gear_ratio) * x.motor_speed;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>&, const State<Real>& x) {
    return {x.motor_angle, x.motor_speed};
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.motor_torque;
  }
};

}  // namespace stiction
