// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/space_invariant.hpp"

/// Second-order members of the space-invariant family, with a stiction peak a short distance after each reversal. The
/// Stribeck effect is in the path only: steady friction does not depend on speed. The first-order member is Dahl's law.
namespace stiction {

/// Parameters of BlimanSorine. The defaults are no paper's: f_1 = 2 f_2 makes the kinetic friction 1 N, eta = 0.3 the
/// peak 1.31 N from rest and 1.62 N after a reversal.
struct BlimanSorineForm {
  static constexpr std::size_t order = 2;

  template <class Real>
  struct Parameters {
    Real fast_force = Real(2.0);
    Real slow_force = Real(1.0);
    Real length_ratio = Real(0.3);
    Real slow_length = Real(1e-4);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::fast_force, "fast_force", "f_1", "N", positive, "Level of the block that comes first.",
                         Role::force_level},
                   Field{&P::slow_force, "slow_force", "f_2", "N", non_negative,
                         "Level of the block that is subtracted later.", Role::force_level},
                   Field{&P::length_ratio, "length_ratio", "\\eta", "1", positive,
                         "Length of the fast block / of the slow one."},
                   Field{&P::slow_length, "slow_length", "\\varepsilon_f", "m", positive,
                         "Path over which the slow block builds up."}};
    }
    static constexpr auto rules() {
      using P = Parameters;
      return Table{Rule<P>{"fast_force > slow_force", [](const P& p) { return p.fast_force > p.slow_force; }},
                   Rule<P>{"fast_force > length_ratio slow_force: the force grows when motion starts",
                           [](const P& p) { return p.fast_force > p.length_ratio * p.slow_force; }}};
    }
  };
  /// (3): the two blocks are not coupled.
  template <class Real>
  struct Blocks {
    DiagonalMatrix<Real, 2> dynamics;
    std::array<Real, 2> input, output;
    Real direct_force;
  };
  template <class Real>
  static constexpr Blocks<Real> matrices(const Parameters<Real>& p) {
    const Real fast = Real(1) / (p.length_ratio * p.slow_length), slow = Real(1) / p.slow_length;
    return {{{-fast, -slow}}, {p.fast_force * fast, -p.slow_force * slow}, {Real(1), Real(1)}, Real(0) * p.fast_force};
  }
};

/// Bliman-Sorine, second order: a fast Dahl block minus a slow one.
///
/// \f[ \eta \varepsilon_f\,dx_1/ds = f_1\,\mathrm{sgn}\,v - x_1     \tag{3a} \f]
/// \f[ \varepsilon_f\,dx_2/ds = -f_2\,\mathrm{sgn}\,v - x_2          \tag{3b} \f]
/// \f[ F = x_1 + x_2                                               \tag{3c} \f]
///
/// Numbered as in \cite Dumitriu, where "f_1 = F_C" and "stiffness f_1 / eps_f" hold for one block only: of the two,
/// kinetic friction is f_1 - f_2 and the initial stiffness (f_1 / eta - f_2) / eps_f, and x is a force. The peak, for
/// eta < 1, stands at s_p = eps_f eta / (1 - eta) ln(f_1 / (eta f_2)).
///
/// Storage x' P x / 2: P B = C' leaves one number r of P free, and with R = r f_2 / eps_f, phi = f_2 / f_1 the
/// condition A'P + PA <= 0 reads
/// \f[ -(1-\eta)^2 \varphi R^2 + (4 - 2 (1+\eta^2) \varphi) R - (1+\eta)^2 \varphi \ge 0           \tag{a} \f]
/// \f[ R = (1+\eta)^2 \varphi / (\sqrt{1 - \varphi} + \sqrt{1 - \eta^2 \varphi})^2                \tag{b} \f]
/// with the smaller root (b). It is real iff f_1 >= max(1, eta^2) f_2: exactly when the law is passive.
struct BlimanSorine : BasicSpaceInvariant<BlimanSorineForm> {
  static constexpr ModelInfo info{
      .name = "bliman_sorine",
      .type = "BlimanSorine",
      .description = "A fast Dahl block minus a slow one: a friction peak after reversals.",
      .source = "Dumitriu, (3); BlimanSorine1995; BlimanSorine1993, (2)-(4)",
      .phenomena = {.presliding_spring = true, .hysteresis = true, .rate_independent = true}};

  static constexpr std::string_view passivity_condition =
      "fast_force >= max(1, length_ratio^2) slow_force (necessary and sufficient)";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.fast_force - maximum(Real(1), Real(p.length_ratio * p.length_ratio)) * p.slow_force;
  }

  /// Has its meaning where the law is passive.
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    const Real& eta = p.length_ratio;
    const Real phi = p.slow_force / p.fast_force;
    const Real root1 = sqrt(maximum(Real(Real(1) - phi), Real(0)));
    const Real root2 = sqrt(maximum(Real(Real(1) - eta * eta * phi), Real(0)));
    const Real gain = (Real(1) + eta) / (root1 + root2);
    const Real fast_compliance = eta * p.slow_length / p.fast_force;
    const Real p22 = gain * gain * p.slow_length / p.fast_force;                        // r = R eps_f / f_2, (b)
    const Real p12 = fast_compliance * (Real(1) + gain * gain * phi);                   // second row of P B = C'
    const Real p11 = fast_compliance * (Real(1) + p12 * p.slow_force / p.slow_length);  // first row
    const Real &x1 = z.filtered_force[0], &x2 = z.filtered_force[1];
    return Real(0.5) * (p11 * x1 * x1 + Real(2) * p12 * x1 * x2 + p22 * x2 * x2);
  }
};

/// Parameters of BlimanSorineDamped. The defaults are no paper's: the peak from rest is 1.5 F_C.
struct DampedForm {
  static constexpr std::size_t order = 2;

  template <class Real>
  struct Parameters {
    Real coulomb_force = Real(1.0);
    Real damping_ratio = Real(0.2155);
    Real path_frequency = Real(1e4);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::coulomb_force, "coulomb_force", "F_C", "N", positive, "Friction of steady sliding.",
                         Role::force_level},
                   Field{&P::damping_ratio, "damping_ratio", "\\zeta", "1", positive,
                         "Below 1 the force overshoots after a reversal."},
                   Field{&P::path_frequency, "path_frequency", "\\omega", "1/m", positive,
                         "Radians of the overshoot per metre of path."}};
    }
  };
  template <class Real>
  static constexpr SpaceMatrices<2>::Parameters<Real> matrices(const Parameters<Real>& p) {
    const Real& w = p.path_frequency;
    SpaceMatrices<2>::Parameters<Real> m;
    m.dynamics = {Real(0) * w, w, -w, -Real(2) * p.damping_ratio * w};  // (1), x = (F, F' / w)
    m.input = {Real(0) * w * p.coulomb_force, w * p.coulomb_force};
    m.output = {Real(1), Real(0)};
    m.direct_force = Real(0) * p.coulomb_force;
    return m;
  }
};

/// The second-order form under Bliman and Sorine's name in \cite CanudasDeWit1995, after (6).
///
/// \f[ F'' + 2 \zeta \omega F' + \omega^2 F = \omega^2 F_C\,\mathrm{sgn}\,v, \quad ' = d/ds \tag{1} \f]
///
/// It is not BlimanSorine, which has omega = 1 / (eps_f sqrt(eta)), zeta = (1 + eta) / (2 sqrt(eta)) >= 1 and a zero:
/// there the right side also holds omega^2 eps_f (f_1 - eta f_2) d sgn(v)/ds, and the peak comes from that. (1) needs
/// zeta < 1 for a peak F_C (1 + e^{-pi zeta / sqrt(1 - zeta^2)}), starts with no stiffness, and is never passive: Re
/// H(jw) is negative above w = omega, so small quick reversals draw energy from it. For comparison with literature
/// only.
struct BlimanSorineDamped : BasicSpaceInvariant<DampedForm> {
  static constexpr ModelInfo info{.name = "bliman_sorine_damped",
                                  .type = "BlimanSorineDamped",
                                  .description = "Second-order overshoot along the path; not passive.",
                                  .source = "CanudasDeWit1995, after (6)",
                                  .phenomena = {.rate_independent = true}};
  static constexpr std::string_view passivity_condition =
      "never: reversals closer than about pi / path_frequency gain energy";
};

}  // namespace stiction
