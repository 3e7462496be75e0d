// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/maxwell_slip.hpp"
#include "stiction/models/micro_damping.hpp"
#include "stiction/models/stribeck_curve.hpp"

namespace stiction {

/// Leuven: a bristle whose spring is a hysteresis \cite Swevers2000, taken as Maxwell slip \cite Lampaert2002.
///
/// \f[ \dot z = v\,(1 - \mathrm{sgn}(r)\,|r|^n), \quad r = F_h(z)\,\mathrm{sgn}(v)/g(v) \tag{1} \f]
/// \f[ F = F_h(z) + \sigma_1 \dot z + \sigma_2 v                                        \tag{2} \f]
/// \f[ F_h = \sum_i F_i, \quad F_i\ \mathrm{the\ elements\ of\ MaxwellSlip\ moved\ by}\ \dot z \tag{3} \f]
///
/// The elements are all the memory there is, so z itself is no state. They are driven by the sign of dz/dt: that of v
/// while r < 1, the opposite while friction relaxes to a lower level. The limits must add up to F_S at least, or F_h
/// cannot reach the curve. Memory of reversal points is exact in z only: dz = (1 - sgn(r)|r|^n) dx weighs the two
/// directions differently, so a closed inner loop in x leaves a trace of order |r|^n, as in LuGre; it vanishes for
/// large n or small forces, where the law is Maxwell slip.
template <std::size_t N>
struct LeuvenOf {
  using Elements = BasicMaxwellSlip<N, NoDrag>;
  static constexpr std::size_t list_length = N, shortest_list = 1;
  template <std::size_t M>
  using WithLength = LeuvenOf<M>;

  static constexpr ModelInfo info{.name = "leuven",
                                  .type = "Leuven",
                                  .description = "A bristle with a Maxwell-slip hysteresis as its spring.",
                                  .source = "Swevers2000; Lampaert2002",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .varying_breakaway = true}};

  template <class Real>
  struct Parameters : ParametersOf<Elements, Real>,
                      ConstantMicroDamping::Parameters<Real>,
                      LinearDrag::Parameters<Real>,
                      StribeckCurve::Parameters<Real> {
    Real transition_exponent = Real(1.0);

    static constexpr auto fields() {
      return join(ParametersOf<Elements, Real>::fields(),
                  Table{Field{&Parameters::transition_exponent, "transition_exponent", "n", "1", between(1.0, 10.0),
                              "Sharpness of the transition to sliding: 1 as in LuGre, larger is sharper."}},
                  ConstantMicroDamping::Parameters<Real>::fields(), LinearDrag::Parameters<Real>::fields(),
                  StribeckCurve::Parameters<Real>::fields());
    }
    static constexpr auto rules() {
      return join(StribeckCurve::Parameters<Real>::rules(),
                  Table{Rule<Parameters>{"element_limit adds up to static_force at least", [](const Parameters& p) {
                                           return Elements::template coulomb_level<Real>(p) >= p.static_force;
                                         }}});
    }
  };
  template <class Real>
  using State = StateOf<Elements, Real>;
  template <class Real>
  using Mode = ModeOf<Elements, Real>;

  template <class Real>
  static constexpr void leave_out(Parameters<Real>& p, std::size_t from) {
    Elements::template leave_out<Real>(p, from);
  }

  /// dz/dt as the motion of the elements. Within round-off of steady sliding it is none, so that they do not
  /// chatter between the two directions.
  template <class Real>
  static constexpr Contact<Real> element_contact(const Parameters<Real>& p, const State<Real>& z,
                                                 const Contact<Real>& c) {
    const Real r = Elements::Elements::sum(z.element_force) * c.direction / StribeckCurve::level<Real>(p, c);
    const Real elastic = Real(1) - sign(r) * pow(abs(r), p.transition_exponent);
    const Real direction = select(abs(elastic) < Real(1e-11), Real(0), sign(elastic) * c.direction);
    return contact(c.velocity * elastic, direction);  // (1)
  }

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                                    const Contact<Real>& c) {
    return Elements::template rate<Real>(p, m, z, element_contact(p, z, c));  // (3)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                              const State<Real>& dz, const Contact<Real>& c) {
    const Contact<Real> bend = element_contact(p, z, c);
    return Elements::template force<Real>(p, m, z, dz, bend) +
           ConstantMicroDamping::coefficient<Real>(p, c) * bend.velocity + LinearDrag::force<Real>(p, c);  // (2)
  }
  template <class Real>
  static constexpr auto guards(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                               const Contact<Real>& c) {
    return Elements::template guards<Real>(p, m, z, element_contact(p, z, c));
  }
  template <class Real>
  static constexpr void transition(const Parameters<Real>& p, const std::array<MaskOf<Real>, N>& fired, Mode<Real>& m,
                                   State<Real>& z, Contact<Real>& c) {
    Contact<Real> bend = element_contact(p, z, c);
    Elements::template transition<Real>(p, fired, m, z, bend);
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return StribeckCurve::level<Real>(p, c) * c.direction + LinearDrag::force<Real>(p, c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return StribeckCurve::lowest_level<Real>(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return Elements::template state_scale<Real>(p);
  }
  /// v -> F_h is passive with this storage: F_h dz/dt = F_h v - |F_h v| |r|^n, and the elements are passive in dz/dt.
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Elements::template storage<Real>(p, z);
  }
  /// What sigma_1 dz/dt can take from the drag: |r| stays below the sum of the limits over F_C. Sufficient.
  static constexpr std::string_view passivity_condition =
      "viscous_damping >= bristle_damping ((sum of element_limit / coulomb_force)^transition_exponent - 1)";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    const Real largest = Elements::template coulomb_level<Real>(p) / p.coulomb_force;
    return p.viscous_damping - p.bristle_damping * (pow(largest, p.transition_exponent) - Real(1));
  }
};
using Leuven = LeuvenOf<4>;

}  // namespace stiction
