// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A motor that turns a load through a compliant shaft or an elastic gear, with friction on both sides:
///
/// \f[ J_m \dot\omega_m = u - \tau / n - F_m, \quad J_l \dot\omega_l = \tau - \tau_l - F_l, \quad
///     \dot\delta = \omega_m / n - \omega_l \f]
///
/// n is the number of turns of the motor per turn of the load; twist, torque, stiffness, damping and backlash are those
/// on the side of the load. A controller measures the motor, the load, or a mean: \f$ (1 - w)\theta_m + w \theta_l \f$.
///
/// Without backlash \f$ \tau = k \delta + c \dot\delta \f$. With backlash b the shaft is free while
/// \f$ |\delta| < b/2 \f$; beyond, \f$ \tau = k (\delta \mp b/2) + c \dot\delta \f$ as long as that presses the flanks
/// together, for they cannot pull. The state is the twist \f$ \delta \f$, not the angle of the load, so that no digits
/// are lost when the shaft has turned many times.
struct TwoMassDrive {
  static constexpr PlantInfo info{"two_mass_drive", "TwoMassDrive",
                                  "A motor that turns a load through a compliant shaft or gear, with or without play.",
                                  true};
  static constexpr std::array<std::string_view, 2> contact_names{"motor", "load"};

  template <class Real>
  struct Parameters {
    Real motor_inertia = Real(1.0);
    Real load_inertia = Real(1.0);
    Real shaft_stiffness = Real(100.0);
    Real shaft_damping = Real(0.0);
    Real backlash = Real(0.0);
    Real gear_ratio = Real(1.0);
    Real load_sensing = Real(0.0);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::motor_inertia, "motor_inertia", "J_m", "kg.m2", positive, "Inertia of the motor."},
          Field{&Parameters::load_inertia, "load_inertia", "J_l", "kg.m2", positive, "Inertia of the load."},
          Field{&Parameters::shaft_stiffness, "shaft_stiffness", "k", "N.m/rad", positive, "Stiffness of the shaft."},
          Field{&Parameters::shaft_damping, "shaft_damping", "c", "N.m.s/rad", non_negative, "Damping of the shaft."},
          Field{&Parameters::backlash, "backlash", "b", "rad", non_negative, "Whole play between the flanks."},
          Field{&Parameters::gear_ratio, "gear_ratio", "n", "1", positive, "Turns of the motor per turn of the load."},
          Field{&Parameters::load_sensing, "load_sensing", "w", "1", between(0, 1),
                "Where a controller measures: 0 at the motor, 1 at the load."}};
    }
  };
  template <class Real>
  struct State {
    Real motor_angle{0};
    Real twist{0};
    Real motor_speed{0};
    Real load_speed{0};
    static constexpr auto fields() {
      return Table{Field{&State::motor_angle, "motor_angle", "\\theta_m", "rad", any_finite, "Angle of the motor.",
                         Role::position},
                   Field{&State::twist, "twist", "\\delta", "rad", any_finite,
                         "Angle of the motor, through the gear, before that of the load.", Role::position},
                   Field{&State::motor_speed, "motor_speed", "\\omega_m", "rad/s", any_finite,
                         "Angular velocity of the motor.", Role::velocity},
                   Field{&State::load_speed, "load_speed", "\\omega_l", "rad/s", any_finite,
                         "Angular velocity of the load.", Role::velocity}};
    }
  };
  template <class Real>
  struct Inputs {
    Real motor_torque{0};
    Real load_torque{0};
    static constexpr auto fields() {
      return Table{Field{&Inputs::motor_torque, "motor_torque", "u", "N.m", any_finite, "Torque of the motor."},
                   Field{&Inputs::load_torque, "load_torque", "\\tau_l", "N.m", any_finite,
                         "Torque of the load, positive against positive motion."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real shaft_torque{0};
    Real load_angle{0};
    static constexpr auto fields() {
      return Table{
          Field{&Outputs::shaft_torque, "shaft_torque", "\\tau", "N.m", any_finite, "Torque the shaft passes on."},
          Field{&Outputs::load_angle, "load_angle", "\\theta_l", "rad", any_finite, "Angle of the load.",
                Role::position}};
    }
  };

  template <class Real>
  static constexpr Real twist_rate(const Parameters<Real>& p, const State<Real>& x) {
    return x.motor_speed / p.gear_ratio - x.load_speed;
  }
  template <class Real>
  static constexpr Real load_angle(const Parameters<Real>& p, const State<Real>& x) {
    return x.motor_angle / p.gear_ratio - x.twist;
  }
  /// How far the shaft itself is wound up.
  template <class Real>
  static constexpr Real wind_up(const Parameters<Real>& p, const State<Real>& x) {
    const Real gap = Real(0.5) * p.backlash;
    return x.twist - clamp(x.twist, -gap, gap);
  }
  template <class Real>
  static constexpr Real shaft_torque(const Parameters<Real>& p, const State<Real>& x) {
    const Real wound = wind_up(p, x);
    const Real torque = p.shaft_stiffness * wound + p.shaft_damping * twist_rate(p, x);
    const Real pressed =
        select(wound > Real(0), maximum(torque, Real(0)), select(wound < Real(0), minimum(torque, Real(0)), Real(0)));
    return select(p.backlash > Real(0), pressed, torque);
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 2> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    const Real torque = shaft_torque(p, x), at_motor = torque / p.gear_ratio;
    return {Contact<Real>{.velocity = x.motor_speed,
                          .applied_force = u.motor_torque - at_motor,
                          .transmitted_force = at_motor,
                          .position = x.motor_angle},
            Contact<Real>{.velocity = x.load_speed,
                          .applied_force = torque - u.load_torque,
                          .transmitted_force = u.load_torque,
                          .position = load_angle(p, x)}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 2>& friction) {
    const Real torque = shaft_torque(p, x);
    return {x.motor_speed, twist_rate(p, x),
            (u.motor_torque - torque / p.gear_ratio - friction[0]) * (Real(1) / p.motor_inertia),
            (torque - u.load_torque - friction[1]) * (Real(1) / p.load_inertia)};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&,
                                             std::size_t i, Real v) {
    (i == 0 ? x.motor_speed : x.load_speed) = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 2>& contact) {
    return {natural_length(contact[0]), std::max(contact[0].force * p.gear_ratio, contact[1].force) / p.shaft_stiffness,
            natural_speed(contact[0], p.motor_inertia), natural_speed(contact[1], p.load_inertia)};
  }
  /// Where the flanks meet, and where they begin to press; nowhere without backlash.
  template <class Real>
  static constexpr std::array<Real, 4> kinks(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    const Real gap = Real(0.5) * p.backlash;
    const Real damping = p.shaft_damping / p.shaft_stiffness * twist_rate(p, x);
    const auto corner = [&](const Real& where) { return select(p.backlash > Real(0), where, Real(1)); };
    return {corner(x.twist - gap), corner(x.twist + gap), corner(x.twist - gap + damping),
            corner(x.twist + gap + damping)};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, 2>&) {
    return {shaft_torque(p, x), load_angle(p, x)};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    const Real wound = wind_up(p, x);
    return Real(0.5) * (p.motor_inertia * x.motor_speed * x.motor_speed + p.load_inertia * x.load_speed * x.load_speed +
                        p.shaft_stiffness * wound * wound);
  }
  /// What is not elastic in the torque of the shaft is lost in it.
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 2>&) {
    const Real lost = (shaft_torque(p, x) - p.shaft_stiffness * wind_up(p, x)) * twist_rate(p, x);
    return u.motor_torque * x.motor_speed - u.load_torque * x.load_speed - lost;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>& p, const State<Real>& x) {
    const Real w = p.load_sensing;
    return {x.motor_angle + w * (load_angle(p, x) - x.motor_angle), x.motor_speed + w * (x.load_speed - x.motor_speed)};
  }
  template <class Real>
  static constexpr std::array<Real, 2> at_drive(const Parameters<Real>&, const State<Real>& x) {
    return {x.motor_angle, x.motor_speed};
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.motor_torque;
  }
};

}  // namespace stiction
