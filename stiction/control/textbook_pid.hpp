// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/force_limits.hpp"
#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// PID as servo drives have it: weights on the reference, a filtered derivative of the position, a limited force.
///
/// \f[ u_0 = K_p (b x_d - x) + I + K_d (c x_d - x - f) / T_f       \tag{1} \f]
/// \f[ T_f \dot f = c x_d - x - f                                  \tag{2} \f]
/// \f[ \dot I = K_i (x_d - x) + (u - u_0) / T_t, \quad u = \mathrm{sat}(u_0) \tag{3} \f]
///
/// It needs a position sensor only. P, PI and PD are zero gains; without integral gain nothing is integrated, not even
/// what the limit takes away.
struct TextbookPid {
  static constexpr ControllerInfo info{
      .name = "textbook_pid",
      .type = "TextbookPid",
      .description = "PID with set-point weights, filtered derivative, force limit and anti-windup.",
      .source = "Armstrong1994"};

  template <class Real>
  struct Parameters : ForceLimits::Parameters<Real> {
    Real position_gain = Real(3.0);
    Real integral_gain = Real(4.0);
    Real velocity_gain = Real(6.0);
    Real derivative_time = Real(0.01);
    Real reference_weight = Real(1.0);
    Real derivative_weight = Real(0.0);
    static constexpr auto fields() {
      using P = Parameters;
      return join(
          Table{Field{&P::position_gain, "position_gain", "K_p", "N/m", non_negative, "Force per position error."},
                Field{&P::integral_gain, "integral_gain", "K_i", "N/m.s", non_negative,
                      "Force per integral of the position error."},
                Field{&P::velocity_gain, "velocity_gain", "K_d", "N.s/m", non_negative, "Force per velocity."},
                Field{&P::derivative_time, "derivative_time", "T_f", "s", positive,
                      "Time constant of the filter in the derivative."},
                Field{&P::reference_weight, "reference_weight", "b", "1", between(0, 1),
                      "Fraction of the reference in the proportional part."},
                Field{&P::derivative_weight, "derivative_weight", "c", "1", between(0, 1),
                      "Fraction of the reference in the derivative part."}},
          ForceLimits::Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State {
    Real integral_force{0};
    Real filtered_error{0};
    static constexpr auto fields() {
      return Table{Field{&State::integral_force, "integral_force", "I", "N", any_finite, "Force of the integral part."},
                   Field{&State::filtered_error, "filtered_error", "f", "m", any_finite,
                         "What the derivative has seen of late."}};
    }
  };
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>&, const Measured<Real>& measured) {
    const Real back = ForceLimits::back_calculation<Real>(p, wanted(p, c, u, measured));
    return {-p.integral_gain * position_error(u, measured) + select(p.integral_gain > Real(0), back, Real(0)),  // (3)
            derivative_input(p, c, u, measured) / p.derivative_time};                                           // (2)
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>&, const Measured<Real>& measured) {
    return ForceLimits::limited<Real>(p, wanted(p, c, u, measured));
  }
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                             const Measured<Real>& measured) {
    return ForceLimits::kinks<Real>(p, wanted(p, c, u, measured));
  }
  static State<double> scale(const Parameters<double>& p, double force) {
    return {force, p.position_gain > 0 ? force / p.position_gain : 1.0};
  }

 private:
  template <class Real>
  static constexpr Real derivative_input(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                         const Measured<Real>& measured) {
    return p.derivative_weight * u.reference - measured[0] - c.filtered_error;
  }
  /// u_0, before the limit.
  template <class Real>
  static constexpr Real wanted(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Measured<Real>& measured) {
    return p.position_gain * (p.reference_weight * u.reference - measured[0]) + c.integral_force +
           p.velocity_gain * derivative_input(p, c, u, measured) / p.derivative_time;  // (1)
  }
};

}  // namespace stiction
