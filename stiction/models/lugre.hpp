// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/micro_damping.hpp"
#include "stiction/models/sliding_curve.hpp"
#include "stiction/models/stribeck_curve.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// LuGre: bristles that bend, slip and show the Stribeck effect.
///
/// \f[ \dot z = v - h(v)\,z, \quad h(v) = \sigma_0 |v| / g(v) \tag{1} \f]
/// \f[ F = \sigma_0 z + \sigma_1 \dot z + f(v)              \tag{2} \f]
/// \f[ F_{ss}(v) = g(v)\,\mathrm{sgn}\,v + f(v)             \tag{3} \f]
///
/// Numbered as in \cite Astrom2008, where g is a force; \cite CanudasDeWit1995 (1)-(4) is the same law with g as a
/// displacement. |z| never leaves max g / sigma_0 (Property 1), v -> z is dissipative (Property 2). Creeps under small
/// vibration below stiction \cite Dupont2002; where that matters, use ElastoPlastic.
template <SlidingCurve Curve, class Drag = LinearDrag, class MicroDamping = ConstantMicroDamping>
struct BasicLuGre {
  template <class Real>
  struct Parameters : Curve::template Parameters<Real>,
                      Drag::template Parameters<Real>,
                      MicroDamping::template Parameters<Real> {
    Real bristle_stiffness = Real(1e5);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::bristle_stiffness, "bristle_stiffness", "\\sigma_0", "N/m", positive,
                              "Force per displacement before sliding."}},
                  MicroDamping::template Parameters<Real>::fields(), Drag::template Parameters<Real>::fields(),
                  Curve::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State {
    Real deflection{0};
    static constexpr auto fields() {
      return Table{Field{&State::deflection, "deflection", "z", "m", any_finite, "Mean bend of the bristles.",
                         Role::deflection}};
    }
  };

  /// h(v): rate at which a deflection decays while sliding [1/s].
  template <class Real>
  static constexpr Real decay_rate(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.bristle_stiffness * c.speed / Curve::level(p, c);  // (1)
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    // (1) with the division last: all but g is known early, and in a run the others wait for this number.
    return {c.velocity - p.bristle_stiffness * c.speed * z.deflection / Curve::level(p, c)};
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>& dz,
                              const Contact<Real>& c) {
    return p.bristle_stiffness * z.deflection + Drag::force(p, c) +
           MicroDamping::coefficient(p, c) * dz.deflection;  // (2)
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Curve::level(p, c) * c.direction + Drag::force(p, c);  // (3)
  }

  /// (1) is linear in z for a held velocity: z relaxes to g sgn(v) / sigma_0, so |z| <= max g / sigma_0 for any h.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const Real level = Curve::level(p, c);
    const Real left_over = z.deflection - c.direction * level / p.bristle_stiffness;
    return {z.deflection + left_over * exp_minus_one(-(p.bristle_stiffness * c.speed * h) / level)};
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Curve::lowest_level(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return {Curve::highest_level(p) / p.bristle_stiffness};
  }
  /// What is left of a bend when the level falls below what it was made under: the bound of Property 1.
  template <class Real>
  static constexpr State<Real> slipped(const Parameters<Real>& p, const State<Real>& z) {
    const Real largest = Curve::highest_level(p) / p.bristle_stiffness;
    return {clamp(z.deflection, Real(-largest), largest)};
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Real(0.5) * p.bristle_stiffness * z.deflection * z.deflection;  // below (6)
  }
};

/// Condition for LuGre with constant bristle damping, linear drag and any curve: Property 3 of \cite Astrom2008 with
/// the largest ratio of two levels in one direction for F_S/F_C. The bristles bend under the highest level; at speed V
/// they then give back \f$ \sigma_1 V^2 (g_{max}/g_{min} - 1) \f$, which the drag must take. Also necessary where the
/// lowest level lasts to any speed: short bursts at that speed, with slow slides in between, draw energy without end.
template <SlidingCurve Curve>
struct LuGrePassivity {
  static constexpr std::string_view passivity_condition =
      "viscous_damping > bristle_damping (highest / lowest level of the curve - 1), in each direction (Astrom2008, "
      "Property 3)";
  template <class Real>
  static constexpr Real passivity_margin(const ParametersOf<BasicLuGre<Curve>, Real>& p) {
    return p.viscous_damping - p.bristle_damping * (largest_fall(p) - Real(1));
  }

 private:
  template <class Real>
  static constexpr Real largest_fall(const ParametersOf<BasicLuGre<Curve>, Real>& p) {
    if constexpr (requires { Curve::largest_fall(p); })
      return Curve::largest_fall(p);
    else
      return Curve::highest_level(p) / Curve::lowest_level(p);
  }
};

/// The standard parameterisation: Stribeck curve of any exponent, linear drag. Defaults are Table I of
/// \cite CanudasDeWit1995.
struct LuGre : BasicLuGre<StribeckCurve> {
  static constexpr ModelInfo info{.name = "lugre",
                                  .type = "LuGre",
                                  .description = "Bristles that bend, slip and show the Stribeck effect.",
                                  .source = "CanudasDeWit1995, (1)-(4); Astrom2008, (1)-(4)",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .varying_breakaway = true}};

  static constexpr std::string_view passivity_condition =
      "viscous_damping > bristle_damping (static_force - coulomb_force) / coulomb_force (Astrom2008, Property 3)";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.viscous_damping - p.bristle_damping * (p.static_force - p.coulomb_force) / p.coulomb_force;  // (7)
  }

  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{
        Preset<P>{"canudas1995", "Canudas de Wit et al. 1995, Table I", [](P&) {}},
        Preset<P>{"astrom2008_fig2", "Astrom and Canudas de Wit 2008, Fig. 2",
                  [](P& p) {
                    p.bristle_stiffness = 3.9e4, p.bristle_damping = 395, p.viscous_damping = 0;
                    p.coulomb_force = 2.94, p.static_force = 5.88, p.stribeck_velocity = 0.01, p.stribeck_exponent = 1;
                  }},
        Preset<P>{"astrom2008_fig4", "Astrom and Canudas de Wit 2008, Fig. 4",
                  [](P& p) {
                    p.bristle_stiffness = 2900, p.bristle_damping = 107, p.viscous_damping = 0;
                    p.coulomb_force = 2.94, p.static_force = 5.88, p.stribeck_velocity = 0.1, p.stribeck_exponent = 1;
                  }},
        Preset<P>{"dupont2002", "Dupont et al. 2002, Table I, in N.m and rad; no Stribeck effect", [](P& p) {
                    p.bristle_stiffness = 26.3895, p.bristle_damping = 0.8115, p.viscous_damping = 0;
                    p.coulomb_force = 0.2345, p.static_force = 0.2345;
                  }}};
  }
};

}  // namespace stiction
