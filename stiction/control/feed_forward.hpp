// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/friction_estimate.hpp"
#include "stiction/control/with_pid.hpp"

namespace stiction {

/// The steady friction of a law, fed forward: Coulomb friction, Stribeck effect and drag in one curve.
///
/// \f[ u_c = \gamma F_{ss}(v_c), \quad v_c = w \dot x_d + (1 - w) v                \tag{1} \f]
///
/// With w = 1 it is a force known in advance, which cannot make the loop unstable; with w = 0 it also compensates where
/// the motion is not the one asked for, and more than is there, gamma F_ss > F, makes the loop hunt. Therefore gamma is
/// 0.8 by default. Across zero the direction is tanh(v_c / v_w): without it the force would chatter at rest. Along the
/// motion its slope there, gamma F_S / v_w, is a negative damping; where it exceeds that of the bristles, sigma_1 +
/// sigma_2, the stuck body shakes for ever although less friction is compensated than there is.
template <class Law>
  requires HasSteadyForce<Law>
struct FeedForward {
  static constexpr ControllerInfo info{.name = "feed_forward",
                                       .type = "FeedForward",
                                       .description = "PID with the steady friction of a Stribeck curve fed forward.",
                                       .source = "Armstrong1994"};

  template <class Real>
  using Assumed = Prefixed<ParametersOf<Law, Real>, AssumedNames>;
  template <class Real>
  struct Parameters : Assumed<Real> {
    Real compensation_gain = Real(0.8);
    Real reference_fraction = Real(1.0);
    Real smoothing_velocity = Real(0.01);
    static constexpr auto fields() {
      using P = Parameters;
      return join(Table{Field{&P::compensation_gain, "compensation_gain", "\\gamma", "1", non_negative,
                              "Fraction of the friction that is compensated."},
                        Field{&P::reference_fraction, "reference_fraction", "w", "1", between(0, 1),
                              "1 compensates along the reference's velocity, 0 along the measured one."},
                        Field{&P::smoothing_velocity, "smoothing_velocity", "v_w", "m/s", positive,
                              "Velocity over which the compensation changes its direction."}},
                  Assumed<Real>::fields());
    }
  };
  template <class Real>
  using State = NoMemory<FeedForward>;
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const State<Real>&, const Inputs<Real>&,
                                    const Inputs<Real>&, const Measured<Real>&, const Real&) {
    return {};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>&, const Inputs<Real>&,
                               const Inputs<Real>& du, const Measured<Real>& measured, const Real&) {
    const Real v = measured[1] + p.reference_fraction * (du.reference - measured[1]);
    const Real direction = tanh(v / p.smoothing_velocity);
    return p.compensation_gain * Law::template steady_force<Real>(p, contact(v, direction));  // (1)
  }
  static State<double> scale(const Parameters<double>&, double) { return {}; }
};

}  // namespace stiction
