// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/lugre.hpp"

namespace stiction {

/// Elastoplastic friction: LuGre that is purely elastic up to a break-away deflection, so that a stuck load does not
/// creep under vibration.
///
/// \f[ \dot z = v\,(1 - \alpha(z, v)\, z / z_{ss}(v)), \quad z_{ss} = g(v)\,\mathrm{sgn}(v)/\sigma_0 \tag{12} \f]
/// \f[ F = \sigma_0 z + \sigma_1 \dot z + \sigma_2 v                                                  \tag{11} \f]
/// \f[ \alpha = 0 \quad |z| \le z_{ba}                                                               \tag{19a} \f]
/// \f[ \alpha = \alpha_m \quad z_{ba} < |z| < |z_{ss}|                                               \tag{19b} \f]
/// \f[ \alpha = 1 \quad |z| \ge |z_{ss}|                                                             \tag{19c} \f]
/// \f[ \alpha_m = (1 + \sin(\pi\,(|z| - (|z_{ss}| + z_{ba})/2) / (|z_{ss}| - z_{ba}))) / 2           \tag{21} \f]
///
/// Numbered as in \cite Dupont2002. The rows of (19) hold while v and z have the same sign; otherwise alpha = 0. The
/// printed (21) writes z for |z| and fails for z < 0; along the motion both directions are one: here |z| is z sgn(v).
/// z_ba is given as a share of the lowest z_ss, so (20) always holds. No plastic motion while |z| <= z_ba (Theorem 1).
struct ElastoPlastic {
  using Bristles = BasicLuGre<StribeckCurve>;

  static constexpr ModelInfo info{.name = "elasto_plastic",
                                  .type = "ElastoPlastic",
                                  .description = "LuGre that is purely elastic, free of drift, below break-away.",
                                  .source = "Dupont2002, (11)-(12), (19)-(21)",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .varying_breakaway = true,
                                                .non_drifting_presliding = true}};

  template <class Real>
  struct Parameters : ParametersOf<Bristles, Real> {
    Real breakaway_ratio = Real(0.7169);

    static constexpr auto fields() {
      return std::tuple_cat(ParametersOf<Bristles, Real>::fields(),
                            std::tuple{Field{&Parameters::breakaway_ratio, "breakaway_ratio", "z_{ba}/z_{ss}", "1",
                                             Range{0.0, 1.0, false, false},
                                             "Share of the lowest steady deflection that is purely elastic."}});
    }
  };
  template <class Real>
  using State = StateOf<Bristles, Real>;

  /// z_ba: the deflection below which nothing slips [m].
  template <class Real>
  static constexpr Real breakaway_deflection(const Parameters<Real>& p) {
    return p.breakaway_ratio * StribeckCurve::lowest_level(p) / p.bristle_stiffness;
  }
  template <class Real>
  static constexpr Real steady_deflection(const Parameters<Real>& p, const Contact<Real>& c) {
    return StribeckCurve::level<Real>(p, c) / p.bristle_stiffness;
  }

  /// alpha: the share of the motion's plastic part, 0 elastic to 1 sliding.
  template <class Real>
  static constexpr Real plasticity(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return plasticity(c.direction * z.deflection, breakaway_deflection(p), steady_deflection(p, c));
  }
  template <class Real>
  static constexpr Real plasticity(const Real& along, const Real& z_ba, const Real& z_ss) {
    const auto elastic = along <= z_ba, sliding = along >= z_ss;
    if (all(elastic)) return Real(0);
    if (all(sliding)) return Real(1);
    const Real from_middle = (along - Real(0.5) * (z_ss + z_ba)) / (z_ss - z_ba);
    const Real mixed = Real(0.5) + Real(0.5) * sin(Real(3.141592653589793) * from_middle);  // (21)
    return select(elastic, Real(0), select(sliding, Real(1), mixed));                       // (19)
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real z_ss = steady_deflection(p, c);
    const Real alpha = plasticity(c.direction * z.deflection, breakaway_deflection(p), z_ss);
    return {c.velocity - alpha * c.speed * z.deflection / z_ss};  // (12)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>& dz,
                              const Contact<Real>& c) {
    return Bristles::force<Real>(p, z, dz, c);  // (11)
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Bristles::steady_force<Real>(p, c);
  }

  /// Where alpha leaves 0 and reaches 1: its second derivative jumps there.
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real along = c.direction * z.deflection;
    return {along - breakaway_deflection(p), along - steady_deflection(p, c)};
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Bristles::coulomb_level<Real>(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return Bristles::state_scale<Real>(p);
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Bristles::storage<Real>(p, z);
  }
  /// The LuGre argument bounds this law too: alpha in [0, 1] only weakens the term that can be negative.
  static constexpr std::string_view passivity_condition = LuGre::passivity_condition;
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return LuGre::passivity_margin<Real>(p);
  }

  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{
        Preset<P>{"dupont2002", "Dupont et al. 2002, Table I, in N.m and rad; no Stribeck effect", [](P& p) {
                    p.bristle_stiffness = 23.6601, p.bristle_damping = 2.8034, p.viscous_damping = 0;
                    p.coulomb_force = 0.2058, p.static_force = 0.2058, p.breakaway_ratio = 0.7169;
                  }}};
  }
};

}  // namespace stiction
