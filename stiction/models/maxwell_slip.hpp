// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/slip_elements.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// Maxwell slip: springs in parallel that slip one after the other \cite Iwan1966, \cite Lampaert2002.
///
/// \f[ \dot F_i = k_i v \quad |F_i| < W_i \ \mathrm{or}\ v F_i < 0, \quad \dot F_i = 0 \ \mathrm{otherwise} \tag{1} \f]
/// \f[ F = \sum_i F_i + f(v)                                                                              \tag{2} \f]
/// \f[ F_i(t+h) = \min(\max(F_i(t) + k_i v h, -W_i), W_i) \quad v\ \mathrm{held}                          \tag{3} \f]
///
/// Each element is the stop operator of Prandtl and Ishlinskii, so hysteresis obeys Masing's rule (a branch after a
/// reversal is the virgin curve, twice as large), inner loops close and leave no trace, and without drag the force
/// depends on the path alone. The virgin curve is a polygon with corners at W_i/k_i: enough elements draw any concave
/// curve. No Stribeck effect: sliding costs the sum of the limits at any speed.
template <std::size_t N, class Drag>
struct BasicMaxwellSlip {
  using Elements = SlipElements<N>;
  static constexpr std::size_t list_length = N, shortest_list = 1;

  template <class Real>
  struct Parameters : Drag::template Parameters<Real> {
    std::array<Real, N> element_stiffness = Elements::template falling<Real>(1e5);
    std::array<Real, N> element_limit = Elements::template rising<Real>(1.6);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::element_stiffness, "element_stiffness", "k_i", "N/m", positive,
                              "Stiffness of each element."},
                        Field{&Parameters::element_limit, "element_limit", "W_i", "N", positive,
                              "Force at which each element slips.", Role::force_level}},
                  Drag::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  using State = typename Elements::template State<Real>;
  template <class Real>
  using Mode = typename Elements::template Mode<Real>;

  /// A stuck element that nothing moves stores and costs nothing.
  template <class Real>
  static constexpr void leave_out(Parameters<Real>& p, std::size_t from) {
    for (std::size_t i = from; i < N; ++i) p.element_stiffness[i] = Real(1), p.element_limit[i] = Real(0);
  }

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>&,
                                    const Contact<Real>& c) {
    State<Real> dz;
    for (std::size_t i = 0; i < N; ++i)
      dz.element_force[i] = (Real(1) - Elements::slips(m.slipping[i], c)) * p.element_stiffness[i] * c.velocity;  // (1)
    return dz;
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Mode<Real>&, const State<Real>& z, const State<Real>&,
                              const Contact<Real>& c) {
    return Elements::sum(z.element_force) + Drag::force(p, c);  // (2)
  }
  template <class Real>
  static constexpr std::array<Real, N> guards(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                                              const Contact<Real>& c) {
    std::array<Real, N> left;
    for (std::size_t i = 0; i < N; ++i)
      left[i] = Elements::guard(m.slipping[i], p.element_limit[i], z.element_force[i], c);
    return left;
  }
  /// An element that starts to slip stands exactly at its limit, however well the instant was located.
  template <class Real>
  static constexpr void transition(const Parameters<Real>& p, const std::array<MaskOf<Real>, N>& fired, Mode<Real>& m,
                                   State<Real>& z, Contact<Real>& c) {
    for (std::size_t i = 0; i < N; ++i) {
      const Real mode = select(fired[i], Elements::next_mode(m.slipping[i], c), m.slipping[i]);
      const Real at_limit = mode * p.element_limit[i];
      z.element_force[i] = select(mode * c.direction > Real(0.5), at_limit, z.element_force[i]);
      m.slipping[i] = mode;
    }
  }

  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, Mode<Real>& m, const State<Real>& z,
                                          const Contact<Real>& c, const Real& h) {
    State<Real> moved;
    for (std::size_t i = 0; i < N; ++i) {
      const Real limit = p.element_limit[i];
      const Real stretched = z.element_force[i] + p.element_stiffness[i] * c.velocity * h;
      moved.element_force[i] = clamp(stretched, -limit, limit);  // (3)
      const Real mode = select(c.direction * moved.element_force[i] >= limit, c.direction, Real(0));
      m.slipping[i] = select(c.direction == Real(0), m.slipping[i], mode);
    }
    return moved;
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Elements::sum(p.element_limit) * c.direction + Drag::force(p, c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Elements::sum(p.element_limit);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return {p.element_limit};
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Elements::stored_energy(p.element_stiffness, z);
  }
  /// A stuck element stores all the work done on it, a slipping one turns all of it into heat.
  static constexpr std::string_view passivity_condition = "always";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return coulomb_level(p);
  }
};

/// N elements, no drag.
template <std::size_t N>
struct MaxwellSlipOf : BasicMaxwellSlip<N, NoDrag> {
  template <std::size_t M>
  using WithLength = MaxwellSlipOf<M>;
  static constexpr ModelInfo info{.name = "maxwell_slip",
                                  .type = "MaxwellSlip",
                                  .description = "Springs in parallel that slip one after the other; exact memory.",
                                  .source = "Iwan1966; Lampaert2002; AlBender2005",
                                  .phenomena = {.presliding_spring = true,
                                                .hysteresis = true,
                                                .non_drifting_presliding = true,
                                                .reversal_point_memory = true,
                                                .rate_independent = true}};
};
using MaxwellSlip = MaxwellSlipOf<4>;

}  // namespace stiction
