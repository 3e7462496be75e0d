// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/micro_damping.hpp"
#include "stiction/models/sliding_curve.hpp"
#include "stiction/models/slip_elements.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// The reset integrator \cite HaessigFriedland1991: one bond that is stiffer while it holds.
///
/// \f[ \dot z = 0 \quad z\,\mathrm{sgn}\,v \ge z_0, \quad \dot z = v\ \mathrm{otherwise} \tag{1} \f]
/// \f[ F = \sigma_0 (1 + a(z))\,z + \sigma_1 \dot z + \sigma_2 v                         \tag{2} \f]
/// \f[ a(z) = a \quad |z| < z_0, \quad a(z) = 0\ \mathrm{otherwise}                      \tag{3} \f]
///
/// Bonded until |z| = z_0 = F_C/sigma_0, where F has reached (1 + a) F_C; then latched at F_C. F jumps at both borders:
/// down by a F_C (and sigma_1 v) at latching, and up by a F_C at un-latching, since the bond returns at its full
/// elongation. Break-away grows with the rate of loading, by sigma_1 v. Steady sliding has no Stribeck effect.
struct ResetIntegrator {
  using Bond = SlipElements<1>;

  static constexpr ModelInfo info{.name = "reset_integrator",
                                  .type = "ResetIntegrator",
                                  .description = "A bond that holds with stiction and latches to Coulomb friction.",
                                  .source = "HaessigFriedland1991",
                                  .phenomena = {.presliding_spring = true,
                                                .hysteresis = true,
                                                .varying_breakaway = true,
                                                .non_drifting_presliding = true,
                                                .reversal_point_memory = true}};

  template <class Real>
  struct Parameters : ConstantCurve::Parameters<Real>,
                      ConstantMicroDamping::Parameters<Real>,
                      LinearDrag::Parameters<Real> {
    Real stiffness = Real(1e5);
    Real stiction_gain = Real(0.5);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::stiffness, "stiffness", "\\sigma_0", "N/m", positive,
                              "Coulomb force over the deflection at which the bond latches."},
                        Field{&Parameters::stiction_gain, "stiction_gain", "a", "1", non_negative,
                              "Friction above Coulomb that the bond holds, as a fraction of it."}},
                  ConstantCurve::Parameters<Real>::fields(), ConstantMicroDamping::Parameters<Real>::fields(),
                  LinearDrag::Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State {
    Real deflection{0};
    static constexpr auto fields() {
      return Table{
          Field{&State::deflection, "deflection", "z", "m", any_finite, "Elongation of the bond.", Role::deflection}};
    }
  };
  template <class Real>
  using Mode = typename Bond::template Mode<Real>;

  /// z_0: where the bond latches [m].
  template <class Real>
  static constexpr Real latch_deflection(const Parameters<Real>& p) {
    return p.coulomb_force / p.stiffness;
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>&, const Mode<Real>& m, const State<Real>&,
                                    const Contact<Real>& c) {
    return {(Real(1) - Bond::slips(m.slipping[0], c)) * c.velocity};  // (1)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                              const State<Real>& dz, const Contact<Real>& c) {
    const Real gain = select(latched(m, c), Real(0), p.stiction_gain);  // (3)
    return p.stiffness * (Real(1) + gain) * z.deflection +
           ConstantMicroDamping::coefficient<Real>(p, c) * dz.deflection + LinearDrag::force<Real>(p, c);  // (2)
  }
  template <class Real>
  static constexpr std::array<Real, 1> guards(const Parameters<Real>& p, const Mode<Real>& m, const State<Real>& z,
                                              const Contact<Real>& c) {
    return {Bond::guard(m.slipping[0], latch_deflection(p), z.deflection, c)};
  }
  template <class Real>
  static constexpr void transition(const Parameters<Real>& p, const std::array<MaskOf<Real>, 1>& fired, Mode<Real>& m,
                                   State<Real>& z, Contact<Real>& c) {
    m.slipping[0] = select(fired[0], Bond::next_mode(m.slipping[0], c), m.slipping[0]);
    const Real at_latch = m.slipping[0] * latch_deflection(p);
    z.deflection = select(Bond::slips(m.slipping[0], c) > Real(0.5), at_latch, z.deflection);
  }

  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, Mode<Real>& m, const State<Real>& z,
                                          const Contact<Real>& c, const Real& h) {
    const Real z0 = latch_deflection(p);
    const Real moved = clamp(z.deflection + c.velocity * h, -z0, z0);
    const Real mode = select(c.direction * moved >= z0, c.direction, Real(0));
    m.slipping[0] = select(c.direction == Real(0), m.slipping[0], mode);
    return {moved};
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.coulomb_force * c.direction + LinearDrag::force<Real>(p, c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return {latch_deflection(p)};
  }
  /// The bonded spring. Latched it is kept, and given back after un-latching.
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Real(0.5) * p.stiffness * (Real(1) + p.stiction_gain) * z.deflection * z.deflection;
  }
  static constexpr std::string_view passivity_condition = "always";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.coulomb_force;
  }

  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{Preset<P>{"canudas1995", "Canudas de Wit et al. 1995, Table I: a = F_S/F_C - 1", [](P&) {}}};
  }

 private:
  /// Latched along the motion, or at rest since it was.
  template <class Real>
  static constexpr MaskOf<Real> latched(const Mode<Real>& m, const Contact<Real>& c) {
    return m.slipping[0] * select(c.direction == Real(0), m.slipping[0], c.direction) > Real(0.5);
  }
};

}  // namespace stiction
