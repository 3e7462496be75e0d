// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/bounded_slope_power.hpp"
#include "stiction/models/sliding_curve.hpp"

namespace stiction {

/// The velocity at which a falling curve falls. Base of the parameters of the curves below.
template <class Real>
struct StribeckParameters : CoulombAndStaticForce<Real> {
  Real stribeck_velocity = Real(0.001);

  static constexpr auto fields() {
    return join(CoulombAndStaticForce<Real>::fields(),
                Table{Field{&StribeckParameters::stribeck_velocity, "stribeck_velocity", "v_s", "m/s", positive,
                            "Velocity that sets how fast friction falls with speed.", Role::velocity}});
  }
};

/// Stribeck curve with any exponent: 2 is the Gaussian of \cite CanudasDeWit1995 (4), 1 is Tustin's, 0.5 to 1 that of
/// Bo and Pavelescu.
///
/// \f[ g(v) = F_C + (F_S - F_C)\,e^{-|v/v_s|^\alpha} \tag{4} \f]
///
/// Numbered as in \cite Astrom2008. Below exponent 1 the printed curve has an infinite slope at v = 0. Here it is
/// smooth below |v| = 1e-12 v_s, where it still runs between F_S, its value at rest, and its printed value at that
/// speed: the error is at most 1e-12^alpha (F_S - F_C), 1e-6 of the fall for exponent 0.5 and 6 per cent for 0.1.
struct StribeckCurve : FallingCurve {
  template <class Real>
  struct Parameters : StribeckParameters<Real> {
    Real stribeck_exponent = Real(2.0);

    static constexpr auto fields() {
      return join(StribeckParameters<Real>::fields(),
                  Table{Field{&Parameters::stribeck_exponent, "stribeck_exponent", "\\alpha", "1", between(0.1, 10.0),
                              "Shape of the fall: 2 Gaussian, 1 exponential."}});
    }
  };
  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>& c) {
    return between_levels(p, decayed(power(c.speed * (Real(1) / p.stribeck_velocity), p.stribeck_exponent)));  // (4)
  }

  /// F_C + (F_S - F_C) fraction.
  template <class Real>
  static constexpr Real between_levels(const CoulombAndStaticForce<Real>& p, const Real& fraction) {
    return p.coulomb_force + (p.static_force - p.coulomb_force) * fraction;
  }

 private:
  /// ratio^exponent. The usual exponents need no `pow`, and stay smooth where a frozen branch runs past v = 0.
  template <class Real>
  static constexpr Real power(const Real& ratio, const Real& exponent) {
    const auto square = exactly(exponent, 2.0), linear = exactly(exponent, 1.0);
    if (all(square)) return ratio * ratio;
    if (all(linear)) return ratio;
    return select(square, Real(ratio * ratio), select(linear, ratio, even_power(ratio, exponent, 1e-12)));
  }
};

/// Tustin's curve: the Stribeck curve of exponent 1 \cite Dumitriu (2), which lacks the sgn(v) of its Coulomb term.
struct TustinCurve : FallingCurve {
  template <class Real>
  using Parameters = StribeckParameters<Real>;

  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>& c) {
    return StribeckCurve::between_levels(p, decayed(Real(c.speed / p.stribeck_velocity)));  // (2)
  }
};

/// Lorentzian curve (Hess and Soom; Armstrong): \f$ g(v) = F_C + (F_S - F_C) / (1 + (v/v_s)^2) \f$.
struct LorentzianCurve : FallingCurve {
  template <class Real>
  using Parameters = StribeckParameters<Real>;

  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real ratio = c.speed / p.stribeck_velocity;
    return StribeckCurve::between_levels(p, Real(1) / (Real(1) + ratio * ratio));
  }
};

}  // namespace stiction
