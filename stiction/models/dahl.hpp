// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/bounded_slope_power.hpp"
#include "stiction/models/sliding_curve.hpp"

namespace stiction {

/// Dahl: a spring that yields, the elastic side of Coulomb friction. Rate independent.
///
/// \f[ \dot z = v\,|u|^i\,\mathrm{sgn}\,u, \quad u = 1 - \sigma_0 z\,\mathrm{sgn}(v)/F_C \tag{2} \f]
/// \f[ F = \sigma_0 z                                                              \tag{3} \f]
///
/// After \cite CanudasDeWit1995 below (5); \cite Dupont2002 (2) prints u^i, which needs |u|^i sgn u unless i = 1.
/// Exponent 1 is \cite Astrom2008 (29) and the first-order space-invariant law of \cite BlimanSorine1993. u is what is
/// left of the spring's stiffness: 1 when relaxed, 0 in steady sliding, up to 2 after a reversal.
///
/// Below exponent 1 sliding is reached after a finite path, where the slope of |u|^i is infinite. `rate` is smooth for
/// |u| < 1e-5, so the last 1e-5 F_C are approached exponentially instead; `exact_step` has the printed law.
struct Dahl {
  static constexpr ModelInfo info{
      .name = "dahl",
      .type = "Dahl",
      .description = "A spring that yields to Coulomb friction; rate independent.",
      .source = "Dahl1968; CanudasDeWit1995, below (5); Astrom2008, (29)",
      .phenomena = {.presliding_spring = true, .hysteresis = true, .rate_independent = true}};

  template <class Real>
  struct Parameters : ConstantCurve::Parameters<Real> {
    Real stiffness = Real(1e5);
    Real shape_exponent = Real(1.0);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::stiffness, "stiffness", "\\sigma_0", "N/m", positive,
                              "Force per displacement of a relaxed contact."}},
                  ConstantCurve::Parameters<Real>::fields(),
                  Table{Field{&Parameters::shape_exponent, "shape_exponent", "i", "1", between(0.1, 10.0),
                              "Shape of the yield: below 1 brittle, 1 exponential, above 1 ductile."}});
    }
  };
  template <class Real>
  struct State {
    Real deflection{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::deflection, "deflection", "z", "m", any_finite, "Elongation of the spring.", Role::deflection}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return {c.velocity * signed_power(stiffness_left(p, z, c), p.shape_exponent)};  // (2)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>&,
                              const Contact<Real>&) {
    return p.stiffness * z.deflection;  // (3)
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.coulomb_force * c.direction;
  }

  /// (2) in closed form along the path s = |v| h: du/ds = -(sigma_0/F_C) |u|^i sgn u, where u is in proportion to the
  /// distance left to the steady deflection.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const Real length = p.coulomb_force / p.stiffness, path = c.speed * h / length;
    const Real distance_left = c.direction * length - z.deflection;
    const auto linear = exactly(p.shape_exponent, 1.0);
    const Real decay = expm1(-path);
    if (all(linear)) return {z.deflection - distance_left * decay};
    return {z.deflection - distance_left * select(linear, decay, change(p, z, c, path))};
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return {p.coulomb_force / p.stiffness};
  }
  /// What is left of an elongation when F_C falls below what it was made under.
  template <class Real>
  static constexpr State<Real> slipped(const Parameters<Real>& p, const State<Real>& z) {
    const Real largest = p.coulomb_force / p.stiffness;
    return {clamp(z.deflection, Real(-largest), largest)};
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Real(0.5) * p.stiffness * z.deflection * z.deflection;
  }
  static constexpr std::string_view passivity_condition = "always";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.coulomb_force;
  }

 private:
  template <class Real>
  static constexpr Real stiffness_left(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return Real(1) - p.stiffness * z.deflection * c.direction / p.coulomb_force;
  }
  /// |u|^i sgn u.
  template <class Real>
  static constexpr Real signed_power(const Real& u, const Real& exponent) {
    const auto linear = exactly(exponent, 1.0);
    if (all(linear)) return u;
    return select(linear, u, odd_power(abs(u), sign(u), exponent, 1e-5));
  }
  /// u(path)/u(0) - 1, path in lengths F_C/sigma_0: (1 + (i-1) path u^(i-1))^(-1/(i-1)) - 1, with the limit
  /// exp(-path) - 1 for exponent 1. A bracket below zero: a brittle contact (i < 1) has reached steady sliding.
  template <class Real>
  static constexpr Real change(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                               const Real& path) {
    const Real u = maximum(abs(stiffness_left(p, z, c)), Real(1e-30)), softening = p.shape_exponent - Real(1);
    const Real yielded = softening * path * pow(u, softening);
    const Real near_one = -path * (Real(1) + softening * (log(u) - Real(0.5) * path));  // keeps d/di at i = 1
    const Real other = -log_one_plus(maximum(yielded, Real(-1))) / softening;
    return select(yielded <= Real(-1), Real(-1), Real(expm1(select(softening == Real(0), near_one, other))));
  }
};

}  // namespace stiction
