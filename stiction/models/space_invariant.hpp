// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"
#include "stiction/scalar/matrix_exponential.hpp"

namespace stiction {

/// The user's own matrices, N states. By default N Dahl blocks in parallel, block i with length 0.1 mm / (i + 1).
template <std::size_t N>
struct SpaceMatrices {
  static constexpr std::size_t order = N;

  template <class Real>
  struct Parameters {
    std::array<Real, N * N> dynamics = diagonal_matrix(multiples_of<Real, N>(-1e4));
    std::array<Real, N> input = multiples_of<Real, N>(1e4);
    std::array<Real, N> output = filled_with<Real, N>(1.0 / N);
    Real direct_force = Real(0);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::dynamics, "dynamics", "A", "1/m", any_finite, "How the states decay along the path."},
                   Field{&P::input, "input", "B", "N/m", any_finite, "How a direction of motion drives the states."},
                   Field{&P::output, "output", "C", "1", any_finite, "Weight of each state in the friction force.",
                         Role::force_level},
                   Field{&P::direct_force, "direct_force", "D", "N", non_negative,
                         "Coulomb friction without memory, beside the states.", Role::force_level}};
    }
    static constexpr auto rules() {
      using P = Parameters;
      return Table{
          Rule<P>{"dynamics is Hurwitz: all its eigenvalues have negative real parts",
                  [](const P& p) { return is_hurwitz<N>(p.dynamics); }},
          Rule<P>{"direct_force - output dynamics^-1 input > 0: friction resists steady sliding",
                  [](const P& p) { return p.direct_force - dot(p.output, solve(p.dynamics, p.input)) > Real(0); }}};
    }
  };
  template <class Real>
  static constexpr const Parameters<Real>& matrices(const Parameters<Real>& p) {
    return p;
  }
};

/// Linear space-invariant hysteresis (LSI): Coulomb friction seen through a linear filter along the path.
///
/// \f[ \frac{dx}{ds} = A x + B\,\mathrm{sgn}\,v, \quad ds = |v|\,dt \;\Rightarrow\; \dot x = |v| A x + B v \tag{2} \f]
/// \f[ F = C x + D\,\mathrm{sgn}\,v                                                                        \tag{3} \f]
/// \f[ \int F v\,dt = \int (C x + D\,\mathrm{sgn}\,v)\,\mathrm{sgn}\,v\,ds                                 \tag{4} \f]
///
/// Numbered as in \cite BlimanSorine1993. Rate independent by construction. By (4) and the Kalman-Yakubovich-Popov
/// lemma the law is passive if H(p) = D + C (p - A)^{-1} B is positive real. Where D = 0 it is passive only then. With
/// D > 0 it may be passive without: sgn(v)^2 = 1, so D dissipates in full however the motion is switched, and no
/// square-edged direction has all its power at the one frequency where Re H is negative.
///
/// First order is Dahl's law with exponent 1 (dahl.hpp). No storage function is offered for arbitrary matrices: the
/// lemma's quadratic form exists only for states the motion can reach and the force can show.
///
/// `Form` names the parameters and maps them to A, B, C, D.
template <class Form>
struct BasicSpaceInvariant {
  static constexpr std::size_t order = Form::order;

  template <class Real>
  struct Parameters : Form::template Parameters<Real> {};
  template <class Real>
  struct State {
    std::array<Real, order> filtered_force{};
    static constexpr auto fields() {
      return Table{Field{&State::filtered_force, "filtered_force", "x", "N", any_finite,
                         "Memory of the directions travelled, as forces."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const auto& m = Form::matrices(p);
    return {sum_of(scaled(c.speed, times(m.dynamics, z.filtered_force)), scaled(c.velocity, m.input))};  // (2)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>&,
                              const Contact<Real>& c) {
    const auto& m = Form::matrices(p);
    return dot(m.output, z.filtered_force) + m.direct_force * c.direction;  // (3)
  }
  /// D of (3): a contact holds at rest whatever differs from C x by no more than this.
  template <class Real>
  static constexpr Real direct_force(const Parameters<Real>& p) {
    return Form::matrices(p).direct_force;
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return coulomb_level(p) * c.direction;
  }

  /// (2) is linear along the path while the direction is held: exact for any length, see `step_matrices`.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const auto& m = Form::matrices(p);
    const Real path = c.speed * h, displacement = c.velocity * h;
    return {linear_step(scaled(path, m.dynamics), z.filtered_force, scaled(displacement, m.input))};
  }

  /// H(0) = D - C A^{-1} B, where steady sliding ends.
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    const auto& m = Form::matrices(p);
    return m.direct_force - dot(m.output, solve(m.dynamics, m.input));
  }
  /// All states are forces; the largest of them in steady sliding (and D) measures each.
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    const auto& m = Form::matrices(p);
    Real largest(0);
    for (const Real& x : solve(m.dynamics, m.input)) largest = maximum(largest, abs(x));
    State<Real> scale;
    for (Real& x : scale.filtered_force) x = largest + m.direct_force;
    return scale;
  }

  static constexpr std::string_view passivity_condition =
      "positive real: Re(D + C (jw - A)^-1 B) >= 0 for every w (sufficient, and necessary where D = 0)";

  /// Exact for two states. With a_1 = -tr A, a_0 = det A and y = w^2 / a_0, Re H(jw) |a_0 - w^2 + j a_1 w|^2 / a_0^2 is
  /// the polynomial D y^2 + q_1 y + H(0); it stays non-negative iff D >= 0, H(0) >= 0 and q_1 >= -2 sqrt(D H(0)).
  template <class Real>
    requires(order == 2)
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    const auto& m = Form::matrices(p);
    const auto& a = full_matrix(m.dynamics);
    const Real a1 = -(a[0] + a[3]), a0 = a[0] * a[3] - a[1] * a[2];
    const std::array<Real, 4> less_trace{-a[3], a[1], a[2], -a[0]};
    const Real slow = dot(m.output, times(less_trace, m.input)) / a0, fast = dot(m.output, m.input) * (a1 / a0);
    const Real& d = m.direct_force;
    const Real at_zero = d + slow, q1 = d * (a1 * (a1 / a0) - Real(2)) + fast - slow;
    return minimum(at_zero, Real(q1 + Real(2) * sqrt(Real(d * maximum(at_zero, Real(0))))));
  }
};

/// Second order with the user's matrices: enough for a peak after a reversal. What it shows beyond rate independence is
/// up to the matrices; the flags are those of the defaults.
struct SpaceInvariant : BasicSpaceInvariant<SpaceMatrices<2>> {
  static constexpr ModelInfo info{
      .name = "space_invariant",
      .type = "SpaceInvariant",
      .description = "Coulomb friction filtered by any linear system along the path.",
      .source = "BlimanSorine1993, (2)-(4)",
      .phenomena = {.presliding_spring = true, .hysteresis = true, .rate_independent = true}};
};

}  // namespace stiction
