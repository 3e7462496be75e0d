// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/friction_estimate.hpp"
#include "stiction/control/rational_gain.hpp"
#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// Position control with a friction observer, for LuGre \cite CanudasDeWit1995 and for any other law with a deflection:
///
/// \f[ \dot{\hat z} = v - h(v) \hat z - k e, \quad e = x - x_d                            \tag{12} \f]
/// \f[ \hat F = \sigma_0 \hat z + \sigma_1 \dot{\hat z} + f(v)                           \tag{13} \f]
/// \f[ u = -H(s) e + \hat F + m \ddot x_d, \quad H(s) = K_v s + K_p + K_i / s + H_r(s)    \tag{14} \f]
///
/// The rate in (13) is all of (12), -k e included. s e is taken from the measured velocity.
///
/// Theorem 1: with the true parameters the errors vanish if (sigma_1 s + sigma_0) / (m s^2 + H) is strictly positive
/// real. For H = K_v s + K_p that means K_p > 0 and K_v > m sigma_0 / sigma_1, 316 N.s/m with Table I; with K_i it is
/// never so. The condition is sufficient, not necessary; where it fails at a set-point, the loop can oscillate. The
/// proof calls on LaSalle although x_d depends on time; Barbalat's lemma does it.
template <SmoothModel Law>
struct FrictionObserver {
  using Estimate = FrictionEstimate<Law>;
  struct GainUnit {
    static constexpr std::string_view gain = "N/m";
  };
  using Gain = RationalGain<GainUnit>;

  static constexpr NameWithLaw<Law> names{"friction_observer_", "FrictionObserver"};
  static constexpr ControllerInfo info{.name = names.name.view(),
                                       .type = names.type.view(),
                                       .description = "Position control with an observer of friction.",
                                       .source = "CanudasDeWit1995, (12)-(14)"};

  template <class Real>
  struct Parameters : Estimate::template Parameters<Real>, Gain::template Parameters<Real> {
    Real velocity_gain = Real(400.0);
    Real position_gain = Real(4e4);
    Real integral_gain = Real(0.0);
    Real observer_gain = Real(1.0);
    Real nominal_mass = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return join(
          Table{Field{&P::velocity_gain, "velocity_gain", "K_v", "N.s/m", non_negative, "Force per rate of error."},
                Field{&P::position_gain, "position_gain", "K_p", "N/m", non_negative, "Force per error."},
                Field{&P::integral_gain, "integral_gain", "K_i", "N/m.s", non_negative,
                      "Force per integral of the error."},
                Field{&P::observer_gain, "observer_gain", "k", "1/s", non_negative,
                      "Correction of the estimate per error."},
                Field{&P::nominal_mass, "nominal_mass", "m", "kg", positive, "Plant mass assumed by the controller.",
                      Role::plain, "plant.mass"}},
          Gain::template Parameters<Real>::fields(), Estimate::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State : Estimate::template State<Real>, Gain::template State<Real> {
    Real error_integral{0};
    static constexpr auto fields() {
      return join(Estimate::template State<Real>::fields(),
                  Table{Field{&State::error_integral, "error_integral", "I", "m.s", any_finite,
                              "Integral of the position error."}},
                  Gain::template State<Real>::fields());
    }
  };
  template <class Real>
  using Inputs = TrackingInputs<Real>;
  template <class Real>
  using Outputs = FrictionEstimateOutputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>&, const Measured<Real>& measured) {
    const Real e = position_error<Real>(u, measured);
    return {{estimate_rate(p, c, u, measured)}, Gain::template rate<Real>(p, c, e), e};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>& du, const Measured<Real>& measured) {
    const Real e = position_error<Real>(u, measured);
    const Real feedback = p.velocity_gain * velocity_error<Real>(du, measured) + p.position_gain * e +
                          p.integral_gain * c.error_integral + Gain::template output<Real>(p, c, e);
    return -feedback + friction(p, c, u, measured) + p.nominal_mass * u.reference_acceleration;  // (14)
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                         const Inputs<Real>&, const Measured<Real>& measured) {
    return {friction(p, c, u, measured)};
  }
  static State<double> scale(const Parameters<double>& p, double force) {
    return {{Estimate::scale(p)}, Gain::scale(force), p.integral_gain > 0 ? force / p.integral_gain : 1.0};
  }

 private:
  template <class Real>
  static constexpr StateOf<Law, Real> estimate_rate(const Parameters<Real>& p, const State<Real>& c,
                                                    const Inputs<Real>& u, const Measured<Real>& measured) {
    const Real correction = p.observer_gain * position_error<Real>(u, measured);
    return Estimate::template corrected_rate<Real>(p, c, measured[1], correction);  // (12)
  }
  template <class Real>
  static constexpr Real friction(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                 const Measured<Real>& measured) {
    return Estimate::template force<Real>(p, c, estimate_rate(p, c, u, measured), measured[1]);  // (13)
  }
};

}  // namespace stiction
