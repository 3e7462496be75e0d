// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// Cascade control, the usual form of servo drives: a position loop that asks for a velocity, a velocity loop that asks
/// for a force.
///
/// \f[ v_r = \mathrm{sat}(K_x (x_d - x)) + w \dot x_d                \tag{1} \f]
/// \f[ u = K_v (v_r - v) + K_{vi} \int (v_r - v)\,dt                  \tag{2} \f]
///
/// The limit holds for the correction alone, so that a reference that is followed is followed at any speed.
struct Cascade {
  static constexpr ControllerInfo info{.name = "cascade",
                                       .type = "Cascade",
                                       .description = "A position loop around a velocity loop with integral action.",
                                       .source = "Armstrong1994"};

  template <class Real>
  struct Parameters {
    Real position_loop_gain = Real(2.0);
    Real velocity_loop_gain = Real(10.0);
    Real velocity_integral_gain = Real(20.0);
    Real velocity_limit = Real(1.0);
    Real reference_velocity_weight = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::position_loop_gain, "position_loop_gain", "K_x", "1/s", non_negative,
                         "Velocity per position error."},
                   Field{&P::velocity_loop_gain, "velocity_loop_gain", "K_v", "N.s/m", non_negative,
                         "Force per velocity error."},
                   Field{&P::velocity_integral_gain, "velocity_integral_gain", "K_{vi}", "N/m", non_negative,
                         "Force per integral of the velocity error."},
                   Field{&P::velocity_limit, "velocity_limit", "v_{max}", "m/s", positive,
                         "Largest velocity the position loop asks for."},
                   Field{&P::reference_velocity_weight, "reference_velocity_weight", "w", "1", between(0, 1),
                         "Fraction of the reference's velocity that is fed forward."}};
    }
  };
  template <class Real>
  struct State {
    Real velocity_error_integral{0};
    static constexpr auto fields() {
      return Table{Field{&State::velocity_error_integral, "velocity_error_integral", "I_v", "m", any_finite,
                         "Integral of the velocity error."}};
    }
  };
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const Measured<Real>& measured) {
    return {missing_velocity(p, u, du, measured)};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>& du, const Measured<Real>& measured) {
    return p.velocity_loop_gain * missing_velocity(p, u, du, measured) +
           p.velocity_integral_gain * c.velocity_error_integral;  // (2)
  }
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>& u,
                                             const Measured<Real>& measured) {
    const Real fraction = p.position_loop_gain * position_error(u, measured) / p.velocity_limit;
    return {Real(1) - fraction, Real(1) + fraction};
  }
  static State<double> scale(const Parameters<double>& p, double force) {
    return {p.velocity_integral_gain > 0 ? force / p.velocity_integral_gain : 1.0};
  }

 private:
  /// v_r - v.
  template <class Real>
  static constexpr Real missing_velocity(const Parameters<Real>& p, const Inputs<Real>& u, const Inputs<Real>& du,
                                         const Measured<Real>& measured) {
    const Real correction = -p.position_loop_gain * position_error(u, measured);
    return clamp(correction, Real(-p.velocity_limit), p.velocity_limit) + p.reference_velocity_weight * du.reference -
           measured[1];  // (1)
  }
};

}  // namespace stiction
