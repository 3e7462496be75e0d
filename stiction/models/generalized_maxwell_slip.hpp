// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/slip_elements.hpp"
#include "stiction/models/stribeck_curve.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// Generalised Maxwell slip: elements that stick as in MaxwellSlip and slip towards a fraction of the Stribeck curve
/// \cite AlBender2005.
///
/// \f[ \dot F_i = k_i v \quad \mathrm{stuck, until}\ |F_i| = \alpha_i g(v)                                  \tag{1} \f]
/// \f[ \dot F_i = C (\alpha_i\,\mathrm{sgn}\,v - F_i / g(v)) \quad \mathrm{slipping, until\ the\ reversal} \tag{2} \f]
/// \f[ F = \sum_i F_i + f(v), \quad \sum_i \alpha_i = 1                                                    \tag{3} \f]
///
/// In steady sliding F = g(v) sgn v + f(v); after a change of speed each element follows with rate C/g: frictional lag.
/// At constant speed, and in presliding far below the Stribeck velocity, it is Maxwell slip with limits alpha_i g(v)
/// and has its memory; closed loops travelled at changing speed close only approximately.
///
/// Not passive where the curve falls. A slipping element gains force without being moved when the speed drops, since
/// (2) pulls it up to alpha_i F_S; unloaded as a spring it returns energy that was never supplied. Unload it slowly
/// from alpha_i F_S to alpha_i g(v), push it forwards an instant at speed v so that it slips, stop: each cycle yields
/// \f$ \alpha_i^2 (F_S^2 - g(v)^2) / (2 k_i) \f$ for any drag. With F_S = F_C it is Maxwell slip, and passive.
template <std::size_t N, SlidingCurve Curve, class Drag>
struct BasicGeneralizedMaxwellSlip {
  using Elements = SlipElements<N>;
  static constexpr std::size_t list_length = N, shortest_list = 1;

  template <class Real>
  struct Parameters : Curve::template Parameters<Real>, Drag::template Parameters<Real> {
    std::array<Real, N> element_stiffness = Elements::template falling<Real>(1e5);
    std::array<Real, N> element_fraction = Elements::template rising<Real>(1.0);
    Real attraction = Real(100.0);

    static constexpr auto fields() {
      return join(
          Table{Field{&Parameters::element_stiffness, "element_stiffness", "k_i", "N/m", positive,
                      "Stiffness of each element."},
                Field{&Parameters::element_fraction, "element_fraction", "\\alpha_i", "1", Range{0.0, 1.0, false, true},
                      "Fraction of the sliding friction that each element carries."},
                Field{&Parameters::attraction, "attraction", "C", "N/s", positive,
                      "How fast slipping elements follow the Stribeck curve."}},
          Curve::template Parameters<Real>::fields(), Drag::template Parameters<Real>::fields());
    }
    static constexpr auto rules() {
      constexpr Rule<Parameters> whole{"element_fraction adds up to 1", [](const Parameters& p) {
                                         return abs(Elements::sum(p.element_fraction) - Real(1)) < Real(1e-9);
                                       }};
      if constexpr (requires { Curve::template Parameters<Real>::rules(); })
        return join(Curve::template Parameters<Real>::rules(), Table{whole});
      else
        return Table{whole};
    }
  };
  template <class Real>
  using State = typename Elements::template State<Real>;
  template <class Real>
  using Mode = typename Elements::template Mode<Real>;

  /// A stuck element that nothing moves stores and costs nothing.
  template <class Real>
  static constexpr void leave_out(Parameters<Real>& p, std::size_t from) {
    for (std::size_t i = from; i < N; ++i) p.element_stiffness[i] = Real(1), p.element_fraction[i] = Real(0);
  }

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                                    const Contact<Real>& c) {
    const Real g = Curve::level(p, c);
    State<Real> dz;
    for (std::size_t i = 0; i < N; ++i) {
      const Real stick = p.element_stiffness[i] * c.velocity;                                           // (1)
      const Real slip = p.attraction * (p.element_fraction[i] * c.direction - z.element_force[i] / g);  // (2)
      dz.element_force[i] = select(Elements::slips(m.slipping[i], c) > Real(0.5), slip, stick);
    }
    return dz;
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Mode<Real>&, const State<Real>& z, const State<Real>&,
                              const Contact<Real>& c) {
    return Elements::sum(z.element_force) + Drag::force(p, c);  // (3)
  }
  template <class Real>
  static constexpr std::array<Real, N> guards(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                                              const Contact<Real>& c) {
    const Real g = Curve::level(p, c);
    std::array<Real, N> left;
    for (std::size_t i = 0; i < N; ++i)
      left[i] = Elements::guard(m.slipping[i], p.element_fraction[i] * g, z.element_force[i], c);
    return left;
  }
  template <class Real>
  static constexpr void transition(const Parameters<Real>&, const std::array<MaskOf<Real>, N>& fired, Mode<Real>& m,
                                   State<Real>&, Contact<Real>& c) {
    for (std::size_t i = 0; i < N; ++i)
      m.slipping[i] = select(fired[i], Elements::next_mode(m.slipping[i], c), m.slipping[i]);
  }

  /// Both modes are linear for a held velocity. An element that reaches its limit within the step stays there, since
  /// the limit is the rest point of (2); one that is above it already slips at once.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, Mode<Real>& m, const State<Real>& z,
                                          const Contact<Real>& c, const Real& h) {
    const Real g = Curve::level(p, c);
    const Real fading = exp(-p.attraction * h / g);
    const auto at_rest = c.direction == Real(0);
    State<Real> moved;
    for (std::size_t i = 0; i < N; ++i) {
      const Real limit = p.element_fraction[i] * g;
      const Real along = c.direction * z.element_force[i];
      const Real stick = minimum(along + p.element_stiffness[i] * c.speed * h, limit);  // (1)
      const Real slip = limit + (along - limit) * fading;                               // (2)
      const Real already = select(along > limit, Real(1), Elements::slips(m.slipping[i], c));
      const Real after = select(already > Real(0.5), slip, stick);
      const Real mode = select(after >= limit, Real(1), already) * c.direction;
      moved.element_force[i] = select(at_rest, z.element_force[i], c.direction * after);
      m.slipping[i] = select(at_rest, m.slipping[i], mode);
    }
    return moved;
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Curve::level(p, c) * c.direction + Drag::force(p, c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Curve::lowest_level(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    State<Real> scale;
    for (std::size_t i = 0; i < N; ++i) scale.element_force[i] = p.element_fraction[i] * Curve::highest_level(p);
    return scale;
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Elements::stored_energy(p.element_stiffness, z);
  }
  static constexpr std::string_view passivity_condition =
      "only without a Stribeck effect: the lowest and the highest level of the curve are equal";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return Curve::lowest_level(p) - Curve::highest_level(p);
  }
};

/// N elements, Stribeck curve of any exponent, linear drag.
template <std::size_t N>
struct GeneralizedMaxwellSlipOf : BasicGeneralizedMaxwellSlip<N, StribeckCurve, LinearDrag> {
  template <std::size_t M>
  using WithLength = GeneralizedMaxwellSlipOf<M>;
  static constexpr ModelInfo info{.name = "generalized_maxwell_slip",
                                  .type = "GeneralizedMaxwellSlip",
                                  .description = "Maxwell slip whose slipping elements follow the Stribeck curve.",
                                  .source = "AlBender2005",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .varying_breakaway = true,
                                                .non_drifting_presliding = true,
                                                .reversal_point_memory = true}};
};
using GeneralizedMaxwellSlip = GeneralizedMaxwellSlipOf<4>;

}  // namespace stiction
