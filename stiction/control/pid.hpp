// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// PID position control with velocity feedback \cite CanudasDeWit1995 (11):
///
/// \f[ u = -K_v v - K_p (x - x_d) - K_i \int (x - x_d)\,dt \tag{11} \f]
///
/// It damps the motion, not the error: a reference that moves is followed with a lag of K_v v_d / K_p.
struct Pid {
  static constexpr ControllerInfo info{.name = "pid",
                                       .type = "Pid",
                                       .description = "PID position control with velocity feedback.",
                                       .source = "CanudasDeWit1995, (11)"};

  template <class Real>
  struct Parameters {
    Real velocity_gain = Real(6.0);
    Real position_gain = Real(3.0);
    Real integral_gain = Real(4.0);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::velocity_gain, "velocity_gain", "K_v", "N.s/m", non_negative, "Force per velocity."},
          Field{&Parameters::position_gain, "position_gain", "K_p", "N/m", non_negative, "Force per position error."},
          Field{&Parameters::integral_gain, "integral_gain", "K_i", "N/m.s", non_negative,
                "Force per integral of the position error."}};
    }
  };
  template <class Real>
  struct State {
    Real error_integral{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::error_integral, "error_integral", "I", "m.s", any_finite, "Integral of the position error."}};
    }
  };
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const State<Real>&, const Inputs<Real>& u,
                                    const Inputs<Real>&, const Measured<Real>& measured) {
    return {position_error(u, measured)};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>&, const Measured<Real>& measured) {
    return -p.velocity_gain * measured[1] - p.position_gain * position_error(u, measured) -
           p.integral_gain * c.error_integral;  // (11)
  }
  /// The integral that gives a force of the size of friction.
  static State<double> scale(const Parameters<double>& p, double force) {
    return {p.integral_gain > 0 ? force / p.integral_gain : 1.0};
  }
};

}  // namespace stiction
