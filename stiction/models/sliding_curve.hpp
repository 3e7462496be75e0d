// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

#include "stiction/models/friction_model.hpp"

/// Curves g(v) > 0: the steady level of Coulomb and Stribeck friction, in newtons, without drag.
///
/// A curve is a building block of laws: F_ss = g(v) sgn(v) + f(v). The product uses the force form everywhere;
/// \cite CanudasDeWit1995 writes g as a displacement, and sigma_0 g(v) there is g(v) here.
namespace stiction {

/// What a law asks of a curve. A law inherits the curve's parameters, so they appear in its own table.
template <class C, class Real = double>
concept SlidingCurve =
    requires(const typename C::template Parameters<Real>& p, const Contact<Real>& c, const Real& direction) {
      { C::level(p, c) } -> std::same_as<Real>;                  // g(v) on the branch of c
      { C::resting_level(p, direction) } -> std::same_as<Real>;  // F_S when pulled in this direction
      { C::highest_level(p) } -> std::same_as<Real>;             // bounds both
      { C::lowest_level(p) } -> std::same_as<Real>;              // positive lower bound of g
    };

/// g = F_C: no Stribeck effect, no stiction.
struct ConstantCurve {
  template <class Real>
  struct Parameters {
    Real coulomb_force = Real(1.0);

    static constexpr auto fields() {
      return Table{Field{&Parameters::coulomb_force, "coulomb_force", "F_C", "N", positive,
                         "Friction while sliding, without drag.", Role::force_level}};
    }
  };
  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>&) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr Real resting_level(const Parameters<Real>& p, const Real&) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr Real highest_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr Real lowest_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
};

/// The two levels that most curves run between. Base of their parameters.
template <class Real>
struct CoulombAndStaticForce {
  Real coulomb_force = Real(1.0);
  Real static_force = Real(1.5);

  static constexpr auto fields() {
    using P = CoulombAndStaticForce;
    return Table{Field{&P::coulomb_force, "coulomb_force", "F_C", "N", positive,
                       "Friction at high velocity, without drag.", Role::force_level},
                 Field{&P::static_force, "static_force", "F_S", "N", positive, "Friction at the onset of sliding.",
                       Role::force_level}};
  }
  static constexpr auto rules() {
    using P = CoulombAndStaticForce;
    return Table{
        Rule<P>{"static_force >= coulomb_force", [](const P& p) { return p.static_force >= p.coulomb_force; }}};
  }
};

/// The bounds of a curve that falls from F_S at rest to F_C at speed.
struct FallingCurve {
  template <class Real>
  static constexpr Real resting_level(const CoulombAndStaticForce<Real>& p, const Real&) {
    return p.static_force;
  }
  template <class Real>
  static constexpr Real highest_level(const CoulombAndStaticForce<Real>& p) {
    return p.static_force;
  }
  template <class Real>
  static constexpr Real lowest_level(const CoulombAndStaticForce<Real>& p) {
    return p.coulomb_force;
  }
};

/// g = F_C while sliding, F_S at rest: friction drops at the first motion \cite Dumitriu Fig. 1c.
struct StictionCurve : FallingCurve {
  template <class Real>
  using Parameters = CoulombAndStaticForce<Real>;

  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>&) {
    return p.coulomb_force;
  }
};

}  // namespace stiction
