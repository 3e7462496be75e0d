// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/friction_estimate.hpp"
#include "stiction/control/rational_gain.hpp"
#include "stiction/control/reference_inputs.hpp"

namespace stiction {

/// Velocity control with a friction observer \cite CanudasDeWit1995:
///
/// \f[ \dot{\hat z} = v - h(v) \hat z - k e_v, \quad e_v = v - v_d                        \tag{15a} \f]
/// \f[ \hat F = \sigma_0 \hat z + \sigma_1 \dot{\hat z} + f(v)                           \tag{15b} \f]
/// \f[ u = -H(s) e_v + \hat F + m \dot v_d, \quad H(s) = K_v + K_i / s + H_r(s)          \tag{15c} \f]
///
/// Theorem 2: with the true parameters the errors vanish if (sigma_1 s + sigma_0) / (m s + H) is strictly positive
/// real. H = K_v > 0 is, whatever its size; with K_i it is positive real for sigma_0 K_v >= sigma_1 K_i, not strictly.
template <SmoothModel Law>
struct VelocityObserver {
  using Estimate = FrictionEstimate<Law>;
  struct GainUnit {
    static constexpr std::string_view gain = "N.s/m";
  };
  using Gain = RationalGain<GainUnit>;

  static constexpr NameWithLaw<Law> names{"velocity_observer_", "VelocityObserver"};
  static constexpr ControllerInfo info{.name = names.name.view(),
                                       .type = names.type.view(),
                                       .description = "Velocity control with an observer of friction.",
                                       .source = "CanudasDeWit1995, (15)"};

  template <class Real>
  struct Parameters : Estimate::template Parameters<Real>, Gain::template Parameters<Real> {
    Real velocity_gain = Real(20.0);
    Real velocity_integral_gain = Real(0.0);
    Real observer_gain = Real(0.01);
    Real nominal_mass = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return join(Table{Field{&P::velocity_gain, "velocity_gain", "K_v", "N.s/m", non_negative, "Force per error."},
                        Field{&P::velocity_integral_gain, "velocity_integral_gain", "K_i", "N/m", non_negative,
                              "Force per integral of the error."},
                        Field{&P::observer_gain, "observer_gain", "k", "1", non_negative,
                              "Correction of the estimate per error."},
                        Field{&P::nominal_mass, "nominal_mass", "m", "kg", positive,
                              "Plant mass assumed by the controller.", Role::plain, "plant.mass"}},
                  Gain::template Parameters<Real>::fields(), Estimate::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State : Estimate::template State<Real>, Gain::template State<Real> {
    Real velocity_error_integral{0};
    static constexpr auto fields() {
      return join(Estimate::template State<Real>::fields(),
                  Table{Field{&State::velocity_error_integral, "velocity_error_integral", "I_v", "m", any_finite,
                              "Integral of the velocity error."}},
                  Gain::template State<Real>::fields());
    }
  };
  template <class Real>
  using Inputs = VelocityInputs<Real>;
  template <class Real>
  using Outputs = FrictionEstimateOutputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>&, const Measured<Real>& measured) {
    const Real e = measured[1] - u.reference_velocity;
    return {{estimate_rate(p, c, u, measured)}, Gain::template rate<Real>(p, c, e), e};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>& du, const Measured<Real>& measured) {
    const Real e = measured[1] - u.reference_velocity;
    const Real feedback = p.velocity_gain * e + p.velocity_integral_gain * c.velocity_error_integral +
                          Gain::template output<Real>(p, c, e);
    return -feedback + friction(p, c, u, measured) + p.nominal_mass * du.reference_velocity;  // (15c)
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                         const Inputs<Real>&, const Measured<Real>& measured) {
    return {friction(p, c, u, measured)};
  }
  static State<double> scale(const Parameters<double>& p, double force) {
    return {{Estimate::scale(p)},
            Gain::scale(force),
            p.velocity_integral_gain > 0 ? force / p.velocity_integral_gain : 1.0};
  }

 private:
  template <class Real>
  static constexpr StateOf<Law, Real> estimate_rate(const Parameters<Real>& p, const State<Real>& c,
                                                    const Inputs<Real>& u, const Measured<Real>& measured) {
    const Real correction = p.observer_gain * (measured[1] - u.reference_velocity);
    return Estimate::template corrected_rate<Real>(p, c, measured[1], correction);  // (15a)
  }
  template <class Real>
  static constexpr Real friction(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                 const Measured<Real>& measured) {
    return Estimate::template force<Real>(p, c, estimate_rate(p, c, u, measured), measured[1]);  // (15b)
  }
};

}  // namespace stiction
