// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/friction_estimate.hpp"
#include "stiction/control/reference_inputs.hpp"
#include "stiction/models/lugre.hpp"

namespace stiction {

/// Tracking with a friction law known up to a factor, F = theta F_0, as when the load on a contact or its temperature
/// has changed; the factor is adapted.
///
/// \f[ s = \dot e + \lambda e, \quad e = x - x_d                                          \tag{1} \f]
/// \f[ \dot{\hat z} = v - h(v) \hat z - k s                                               \tag{2a} \f]
/// \f[ \hat F_0 = \sigma_0 \hat z + \sigma_1 \dot{\hat z} + f(v)                          \tag{2b} \f]
/// \f[ u = -K s + \hat\theta \hat F_0 + m (\ddot x_d - \lambda \dot e)                    \tag{3} \f]
/// \f[ \dot{\hat\theta} = -\gamma s \hat F_0 \text{ within } [\theta_{min}, \theta_{max}] \tag{4} \f]
///
/// After the idea of Canudas de Wit and Lischinsky (1997). Why it works: m ds/dt = -K s + (theta^ - theta) F_0^ -
/// theta (F_0 - F_0^), and with V = m s^2/2 + (theta^ - theta)^2 / (2 gamma) + theta sigma_0 z~^2 / (2k) the mixed
/// terms of dV/dt cancel but for theta sigma_1 h s z~, which the squares outweigh if K > theta k h sigma_1^2 / (4
/// sigma_0). Then s and e vanish; theta^ finds theta if the motion goes on. Near its bounds the rate of theta^ outwards
/// fades over a twentieth of their distance, so that no bound is passed.
template <SmoothModel Law>
struct AdaptiveFriction {
  using Estimate = FrictionEstimate<Law>;

  static constexpr NameWithLaw<Law> names{"adaptive_", "Adaptive"};
  static constexpr ControllerInfo info{.name = names.name.view(),
                                       .type = names.type.view(),
                                       .description = "Tracking with a friction law whose size is adapted.",
                                       .source = "CanudasDeWit1995, (12)-(13)"};

  template <class Real>
  struct Parameters : Estimate::template Parameters<Real> {
    Real sliding_gain = Real(50.0);
    Real error_rate = Real(20.0);
    Real observer_gain = Real(1e-3);
    Real nominal_mass = Real(1.0);
    Real adaptation_gain = Real(100.0);
    Real lowest_scale = Real(0.2);
    Real highest_scale = Real(5.0);
    static constexpr auto fields() {
      using P = Parameters;
      return join(Table{Field{&P::sliding_gain, "sliding_gain", "K", "N.s/m", positive, "Force per combined error s."},
                        Field{&P::error_rate, "error_rate", "\\lambda", "1/s", positive,
                              "Rate at which the error decays once s is zero."},
                        Field{&P::observer_gain, "observer_gain", "k", "1", non_negative,
                              "Correction of the estimated deflection per combined error."},
                        Field{&P::nominal_mass, "nominal_mass", "m", "kg", positive,
                              "Plant mass assumed by the controller.", Role::plain, "plant.mass"},
                        Field{&P::adaptation_gain, "adaptation_gain", "\\gamma", "1/N.m", non_negative,
                              "How fast the scale is adapted; 0 keeps it."},
                        Field{&P::lowest_scale, "lowest_scale", "\\theta_{min}", "1", non_negative,
                              "Smallest scale of friction allowed."},
                        Field{&P::highest_scale, "highest_scale", "\\theta_{max}", "1", positive,
                              "Largest scale of friction allowed."}},
                  Estimate::template Parameters<Real>::fields());
    }
    static constexpr auto rules() {
      using P = Parameters;
      const auto own =
          Table{Rule<P>{"highest_scale > lowest_scale", [](const P& p) { return p.highest_scale > p.lowest_scale; }}};
      return join(own, Estimate::template Parameters<Real>::rules());
    }
  };
  template <class Real>
  struct State : Estimate::template State<Real> {
    Real friction_scale{1};
    static constexpr auto fields() {
      return join(Estimate::template State<Real>::fields(),
                  Table{Field{&State::friction_scale, "friction_scale", "\\hat\\theta", "1", non_negative,
                              "Friction over friction as assumed."}});
    }
  };
  template <class Real>
  using Inputs = TrackingInputs<Real>;
  template <class Real>
  using Outputs = FrictionEstimateOutputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const Measured<Real>& measured) {
    const Real s = combined_error(p, u, du, measured);
    const Real free = -p.adaptation_gain * s * unit_friction(p, c, s, measured);  // (4)
    const Real margin = Real(0.05) * (p.highest_scale - p.lowest_scale);
    const Real room = select(free > Real(0), p.highest_scale - c.friction_scale, c.friction_scale - p.lowest_scale);
    return {{estimate_rate(p, c, s, measured)}, free * clamp(Real(room / margin), Real(0), Real(1))};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>& du, const Measured<Real>& measured) {
    const Real s = combined_error(p, u, du, measured);
    const Real acceleration = u.reference_acceleration - p.error_rate * velocity_error<Real>(du, measured);
    return -p.sliding_gain * s + c.friction_scale * unit_friction(p, c, s, measured) +
           p.nominal_mass * acceleration;  // (3)
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const Measured<Real>& measured) {
    return {c.friction_scale * unit_friction(p, c, combined_error(p, u, du, measured), measured)};
  }
  static State<double> scale(const Parameters<double>& p, double) { return {{Estimate::scale(p)}, 1.0}; }

 private:
  template <class Real>
  static constexpr Real combined_error(const Parameters<Real>& p, const Inputs<Real>& u, const Inputs<Real>& du,
                                       const Measured<Real>& measured) {
    return velocity_error<Real>(du, measured) + p.error_rate * position_error<Real>(u, measured);  // (1)
  }
  template <class Real>
  static constexpr StateOf<Law, Real> estimate_rate(const Parameters<Real>& p, const State<Real>& c, const Real& s,
                                                    const Measured<Real>& measured) {
    return Estimate::template corrected_rate<Real>(p, c, measured[1], Real(p.observer_gain * s));  // (2)
  }
  template <class Real>
  static constexpr Real unit_friction(const Parameters<Real>& p, const State<Real>& c, const Real& s,
                                      const Measured<Real>& measured) {
    return Estimate::template force<Real>(p, c, estimate_rate(p, c, s, measured), measured[1]);  // (2)
  }
};

using AdaptiveLuGre = AdaptiveFriction<LuGre>;

}  // namespace stiction
