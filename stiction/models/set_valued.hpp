// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/sliding_curve.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// Memoryless friction with true rest: set-valued at v = 0 \cite Dumitriu (1).
///
/// \f[ F = g(v)\,\mathrm{sgn}\,v + f(v)     \quad v \ne 0                \tag{1a} \f]
/// \f[ F = F_e                               \quad v = 0,\ |F_e| \le F_S \tag{1b} \f]
/// \f[ F = F_S\,\mathrm{sgn}\,F_e            \quad v = 0,\ |F_e| > F_S   \tag{1c} \f]
///
/// The printed (1) leaves |F_e| = F_S open; here the contact still holds. Direction 0 of the contact is rest.
template <SlidingCurve Curve, class Drag>
struct SetValued {
  template <class Real>
  struct Parameters : Curve::template Parameters<Real>, Drag::template Parameters<Real> {
    static constexpr auto fields() {
      return join(Curve::template Parameters<Real>::fields(), Drag::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  using State = Nothing;

  template <class Real>
  static constexpr Nothing rate(const Parameters<Real>&, const Nothing&, const Contact<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Nothing&, const Nothing&, const Contact<Real>& c) {
    return select(c.direction == Real(0), resting_force(p, c), steady_force(p, c));
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Curve::level(p, c) * c.direction + Drag::force(p, c);  // (1a)
  }

  /// Largest force the contact holds at rest, in the direction in which it is pulled.
  template <class Real>
  static constexpr Real breakaway_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Curve::resting_level(p, sign(c.applied_force));
  }
  template <class Real>
  static constexpr Real resting_force(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real limit = breakaway_force(p, c);
    return clamp(c.applied_force, -limit, limit);  // (1b), (1c)
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Curve::lowest_level(p);
  }
  template <class Real>
  static constexpr Nothing state_scale(const Parameters<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>&, const Nothing&) {
    return Real(0);
  }
  static constexpr std::string_view passivity_condition = "always: F v >= 0 at every instant";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return Curve::lowest_level(p);
  }
};

}  // namespace stiction
