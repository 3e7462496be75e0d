// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// A small servo: its firmware turns the position error into a duty cycle, and a DC motor turns the voltage into a
/// force.
///
/// \f[ d = \mathrm{sat}_1(k (x_d - x))          \tag{1} \f]
/// \f[ u = e\,\frac{K}{R} (V d - K v)           \tag{2} \f]
///
/// V is the supply voltage, an input because it sags under load and recorders log it. e = 0 switches the motor off: its
/// winding is open and brakes no more. The inductance of the winding is left out, as its time constant is far below a
/// sample; `motor_constant` of the plant's electric drive has it. The firmware's gain is given as duty cycle per
/// radian: for Dynamixel servos \f$ k = K_P \cdot 4096 / (2 \pi \cdot 256 \cdot 885) \f$.
struct VoltageServo {
  static constexpr ControllerInfo info{.name = "voltage_servo",
                                       .type = "VoltageServo",
                                       .description = "A small servo: proportional duty cycle on a DC motor.",
                                       .source = "Duclusaud2025"};

  template <class Real>
  struct Parameters {
    Real duty_gain = Real(1.0);
    Real motor_constant = Real(0.35);
    Real resistance = Real(4.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{
          Field{&P::duty_gain, "duty_gain", "k", "1/m", non_negative, "Duty cycle per position error."},
          Field{&P::motor_constant, "motor_constant", "K", "N/A", positive,
                "Force per current, and voltage per velocity."},
          Field{&P::resistance, "resistance", "R", "Ohm", positive, "Resistance of the winding and its supply."}};
    }
  };
  template <class Real>
  using State = Nothing;
  template <class Real>
  struct Inputs : ReferenceInputs<Real> {
    Real supply_voltage = Real(12.0);
    Real enabled = Real(1.0);
    static constexpr auto fields() {
      return join(ReferenceInputs<Real>::fields(), Table{Field{&Inputs::supply_voltage, "supply_voltage", "V", "V",
                                                               any_finite, "Voltage of the supply."},
                                                         Field{&Inputs::enabled, "enabled", "e", "1", any_finite,
                                                               "1: the motor is driven; 0: its winding is open."}});
    }
  };
  template <class Real>
  struct Outputs {
    Real duty_cycle{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::duty_cycle, "duty_cycle", "d", "1", any_finite,
                         "Fraction of the supply voltage that the firmware asks for."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const State<Real>&, const Inputs<Real>&,
                                    const Inputs<Real>&, const Measured<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                               const Inputs<Real>&, const Measured<Real>& measured) {
    const Real voltage = u.supply_voltage * duty_cycle(p, u, measured) - p.motor_constant * measured[1];
    return u.enabled * p.motor_constant / p.resistance * voltage;  // (2)
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                                         const Inputs<Real>&, const Measured<Real>& measured) {
    return {duty_cycle(p, u, measured)};
  }
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                                             const Measured<Real>& measured) {
    const Real wanted = p.duty_gain * position_error(u, measured);
    return {Real(1) - wanted, Real(1) + wanted};
  }
  static State<double> scale(const Parameters<double>&, double) { return {}; }

 private:
  template <class Real>
  static constexpr Real duty_cycle(const Parameters<Real>& p, const Inputs<Real>& u, const Measured<Real>& measured) {
    return clamp(Real(-p.duty_gain * position_error(u, measured)), Real(-1), Real(1));  // (1)
  }
};

}  // namespace stiction
