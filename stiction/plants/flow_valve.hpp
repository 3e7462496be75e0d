// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A control valve in a flow loop: an actuator that fills, a stem in its packing against a spring, a flow that follows.
///
/// \f[ T_a \dot f = u - f, \quad m \dot v = f + w - k x - c v - F, \quad \dot x = v, \quad T_q \dot y = x - y \f]
///
/// f is the force of the diaphragm (area times pressure), u what the positioner asks for, w what the fluid adds. Flow
/// is measured as the opening y that gives it in the steady state, \f$ q = K_q y \f$, so that a controller works in
/// metres. A sticking packing makes such a loop hunt.
struct FlowValve {
  static constexpr PlantInfo info{"flow_valve", "FlowValve",
                                  "A control valve with its actuator in a flow loop; the flow is measured."};
  static constexpr std::array<std::string_view, 1> contact_names{"packing"};

  template <class Real>
  struct Parameters {
    Real mass = Real(1.4);
    Real spring_stiffness = Real(5e4);
    Real stem_damping = Real(500.0);
    Real actuator_time = Real(0.3);
    Real flow_time = Real(1.0);
    Real flow_gain = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::mass, "mass", "m", "kg", positive, "Mass of stem and plug."},
                   Field{&P::spring_stiffness, "spring_stiffness", "k", "N/m", positive, "Stiffness of the spring."},
                   Field{&P::stem_damping, "stem_damping", "c", "N.s/m", non_negative, "Damping of the stem."},
                   Field{&P::actuator_time, "actuator_time", "T_a", "s", positive, "Time the actuator takes to fill."},
                   Field{&P::flow_time, "flow_time", "T_q", "s", positive, "Time the flow takes to follow the stem."},
                   Field{&P::flow_gain, "flow_gain", "K_q", "m2/s", positive, "Steady flow per opening."}};
    }
  };
  template <class Real>
  struct State {
    Real actuator_force{0};
    Real position{0};
    Real velocity{0};
    Real opening{0};
    static constexpr auto fields() {
      return Table{Field{&State::actuator_force, "actuator_force", "f", "N", any_finite, "Force of the diaphragm."},
                   Field{&State::position, "position", "x", "m", any_finite, "Position of the stem.", Role::position},
                   Field{&State::velocity, "velocity", "v", "m/s", any_finite, "Velocity of the stem.", Role::velocity},
                   Field{&State::opening, "opening", "y", "m", any_finite, "Flow, as the opening that gives it.",
                         Role::position}};
    }
  };
  template <class Real>
  struct Inputs {
    Real asked_force{0};
    Real fluid_force{0};
    static constexpr auto fields() {
      return Table{
          Field{&Inputs::asked_force, "asked_force", "u", "N", any_finite, "Force that is asked of the actuator."},
          Field{&Inputs::fluid_force, "fluid_force", "w", "N", any_finite,
                "Force of the fluid on the plug, opening it."}};
    }
  };
  template <class Real>
  struct Outputs {
    Real flow{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::flow, "flow", "q", "m3/s", any_finite, "Flow through the valve."}};
    }
  };

  /// All but friction.
  template <class Real>
  static constexpr Real applied_force(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    return x.actuator_force + u.fluid_force - p.spring_stiffness * x.position - p.stem_damping * x.velocity;
  }
  template <class Real>
  static constexpr std::array<Contact<Real>, 1> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>&) {
    return {Contact<Real>{.velocity = x.velocity, .applied_force = applied_force(p, x, u), .position = x.position}};
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>&, const std::array<Real, 1>& friction) {
    return {(u.asked_force - x.actuator_force) / p.actuator_time, x.velocity,
            (applied_force(p, x, u) - friction[0]) * (Real(1) / p.mass), (x.position - x.opening) / p.flow_time};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&, std::size_t,
                                             Real v) {
    x.velocity = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, 1>& contact) {
    const double length = std::min(natural_length(contact[0]), contact[0].force / p.spring_stiffness);
    return {contact[0].force, length, natural_speed(contact[0], p.mass), length};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, 1>&) {
    return {p.flow_gain * x.opening};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    return Real(0.5) * (p.mass * x.velocity * x.velocity + p.spring_stiffness * x.position * x.position);
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>&, const std::array<Real, 1>&) {
    return (x.actuator_force + u.fluid_force - p.stem_damping * x.velocity) * x.velocity;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>& p, const State<Real>& x) {
    return {x.opening, (x.position - x.opening) / p.flow_time};
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.asked_force;
  }
  /// Stops hold the stem, not the actuator.
  template <class Real>
  static constexpr std::array<Real, 2> at_drive(const Parameters<Real>&, const State<Real>& x) {
    return {x.position, x.velocity};
  }
  template <class Real>
  static constexpr Real& pushed(Inputs<Real>& u) {
    return u.fluid_force;
  }
};

}  // namespace stiction
