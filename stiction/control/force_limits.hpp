// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"

namespace stiction {

/// A drive that gives no more than its limit, and what an integral must learn of it: a building block of controllers.
///
/// \f[ u = \mathrm{sat}(u_0), \quad \dot I = \ldots + (u - u_0) / T_t \f]
///
/// The second term, back-calculation, lets the integral go within the time T_t to where u_0 leaves the limit.
struct ForceLimits {
  template <class Real>
  struct Parameters {
    Real force_limit = Real(100.0);
    Real tracking_time = Real(0.1);
    static constexpr auto fields() {
      return Table{Field{&Parameters::force_limit, "force_limit", "u_{max}", "N", positive,
                         "Largest force of the controller, in either direction."},
                   Field{&Parameters::tracking_time, "tracking_time", "T_t", "s", positive,
                         "Time in which the integral follows a force at its limit."}};
    }
  };
  template <class Real>
  static constexpr Real limited(const Parameters<Real>& p, const Real& force) {
    return clamp(force, Real(-p.force_limit), p.force_limit);
  }
  /// What is taken from the rate of an integral that is a force, while `force` is beyond the limit [N/s].
  template <class Real>
  static constexpr Real back_calculation(const Parameters<Real>& p, const Real& force) {
    return (limited(p, force) - force) / p.tracking_time;
  }
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const Real& force) {
    const Real fraction = force / p.force_limit;
    return {Real(1) - fraction, Real(1) + fraction};
  }
};

}  // namespace stiction
