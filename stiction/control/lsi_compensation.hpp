// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/friction_estimate.hpp"
#include "stiction/control/with_pid.hpp"

namespace stiction {

/// Compensation by a space-invariant law that runs on the measured motion \cite BlimanSorine1993:
///
/// \f[ d\hat x/ds = A \hat x + B\,\mathrm{sgn}\,v, \quad u_c = \gamma (C \hat x + D\,\mathrm{sgn}\,v) \tag{2} \f]
///
/// With the true parameters the error of the states obeys d(x - x^)/ds = A (x - x^): it decays along the path whatever
/// the motion, so that after a few lengths of the law friction is cancelled exactly, without any correction term. The
/// paper announces "a simple friction compensation algorithm using the special structure" and prints none; this is the
/// one that follows from its (2)-(3).
template <SmoothModel Law>
struct LsiCompensation {
  using Estimate = FrictionEstimate<Law>;

  static constexpr NameWithLaw<Law> names{"lsi_compensation_", "LsiCompensation"};
  static constexpr ControllerInfo info{
      .name = names.name.view(),
      .type = names.type.view(),
      .description = "PID with rate-independent friction cancelled by its own law along the path.",
      .source = "BlimanSorine1993, (2)-(3)"};

  template <class Real>
  struct Parameters : Estimate::template Parameters<Real> {
    Real compensation_gain = Real(1.0);
    static constexpr auto fields() {
      return join(Table{Field{&Parameters::compensation_gain, "compensation_gain", "\\gamma", "1", non_negative,
                              "Fraction of the friction that is compensated."}},
                  Estimate::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  using State = typename Estimate::template State<Real>;
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                                    const Inputs<Real>&, const Measured<Real>& measured, const Real&) {
    return {Estimate::template rate<Real>(p, c, measured[1])};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                               const Inputs<Real>&, const Measured<Real>& measured, const Real&) {
    const auto dz = Estimate::template rate<Real>(p, c, measured[1]);
    return p.compensation_gain * Estimate::template force<Real>(p, c, dz, measured[1]);
  }
  static State<double> scale(const Parameters<double>& p, double) { return {Estimate::scale(p)}; }
};

}  // namespace stiction
