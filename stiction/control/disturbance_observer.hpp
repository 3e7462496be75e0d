// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/with_pid.hpp"

namespace stiction {

/// Disturbance observer: whatever slows the body down and is not in the nominal model m dv/dt = u is estimated and
/// cancelled, friction and load alike. It needs no friction model.
///
/// \f[ \hat d = Q(s) (u - m s v), \quad Q(s) = \omega / (s + \omega)                       \tag{1} \f]
/// \f[ \hat d = w - m \omega v, \quad \dot w = \omega (u + m \omega v - w)                 \tag{2} \f]
/// \f[ u = u_{PID} + \hat d                                                                \tag{3} \f]
///
/// (2) is (1) without a derivative. With the true mass the estimate follows the disturbance as Q does; friction changes
/// its sign faster than any Q at a reversal, and there an error remains, about F_C for the time 1/w.
struct DisturbanceObserver {
  static constexpr ControllerInfo info{
      .name = "disturbance_observer",
      .type = "DisturbanceObserver",
      .description = "PID with an observer that cancels any disturbing force below its bandwidth."};

  template <class Real>
  struct Parameters {
    Real nominal_mass = Real(1.0);
    Real observer_bandwidth = Real(100.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::nominal_mass, "nominal_mass", "m", "kg", positive, "Plant mass assumed by the controller.",
                         Role::plain, "plant.mass"},
                   Field{&P::observer_bandwidth, "observer_bandwidth", "\\omega", "rad/s", positive,
                         "Frequency up to which disturbances are estimated."}};
    }
  };
  template <class Real>
  struct State {
    Real filtered_force{0};
    static constexpr auto fields() {
      return Table{Field{&State::filtered_force, "observer_force", "w", "N", any_finite,
                         "Force and momentum rate seen through the filter."}};
    }
  };
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const Measured<Real>& measured, const Real& feedback) {
    const Real total = feedback + output(p, c, u, du, measured, feedback);  // (3)
    return {p.observer_bandwidth * (total + momentum_rate(p, measured) - c.filtered_force)};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                               const Inputs<Real>&, const Measured<Real>& measured, const Real&) {
    return c.filtered_force - momentum_rate(p, measured);  // (2)
  }
  static State<double> scale(const Parameters<double>&, double force) { return {force}; }

 private:
  /// m w v.
  template <class Real>
  static constexpr Real momentum_rate(const Parameters<Real>& p, const Measured<Real>& measured) {
    return p.nominal_mass * p.observer_bandwidth * measured[1];
  }
};

}  // namespace stiction
