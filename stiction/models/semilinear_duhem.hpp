// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"
#include "stiction/scalar/matrix_exponential.hpp"

namespace stiction {

/// Semilinear Duhem hysteresis: one linear system along the displacement for each direction of motion.
///
/// \f[ \dot x = f_+(v)(A_+ x + B_+ u + E_+) + f_-(v)(A_- x + B_- u + E_-) \tag{1} \f]
/// \f[ \dot u = v, \quad f_+(v) = \max(v, 0), \quad f_-(v) = \min(v, 0)     \tag{2} \f]
/// \f[ F = C x + D u                                                       \tag{3} \f]
///
/// After \cite OhBernstein2005, with the choice (2) that makes it rate independent and with forces as states. While u
/// stays bounded so does x if A_+ and -A_- are Hurwitz: then the past decays along every motion in one direction.
/// With B and D the force follows the displacement like a spring, with slope D - C A^{-1} B over a long path, so no
/// steady force is stated; whether the law is passive depends on how the two systems fit together.
///
/// Cases: Dahl is A_+ = -sigma_0 / F_C = -A_-, E_+ = E_- = sigma_0, C = 1. A space-invariant law (A, B, C, 0) is
/// A_+ = A = -A_-, E_+ = E_- = B. LuGre without damping has A_+ = -sigma_0 / g(v) = -A_-, E_+ = E_- = sigma_0: f_+ and
/// f_- then carry the factor 1 / g(v) in the first term alone, which costs rate independence; use LuGre.
template <std::size_t N>
struct BasicSemilinearDuhem {
  template <class Real>
  using Matrix = std::array<Real, N * N>;
  template <class Real>
  using Column = std::array<Real, N>;

  template <class Real>
  struct Parameters {  // N Dahl blocks of 1 N / N in parallel, block i with length 0.1 mm / (i + 1)
    Matrix<Real> forward_dynamics = diagonal_matrix(multiples_of<Real, N>(-1e4));
    Matrix<Real> backward_dynamics = diagonal_matrix(multiples_of<Real, N>(1e4));
    Column<Real> forward_coupling = filled_with<Real, N>(0.0);
    Column<Real> backward_coupling = filled_with<Real, N>(0.0);
    Column<Real> forward_drive = multiples_of<Real, N>(1e4 / N);
    Column<Real> backward_drive = multiples_of<Real, N>(1e4 / N);
    Column<Real> output = filled_with<Real, N>(1.0);
    Real direct_stiffness = Real(0);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{
          Field{&P::forward_dynamics, "forward_dynamics", "A_+", "1/m", any_finite, "Decay of the states, v > 0."},
          Field{&P::backward_dynamics, "backward_dynamics", "A_-", "1/m", any_finite, "Growth of the states, v < 0."},
          Field{&P::forward_coupling, "forward_coupling", "B_+", "N/m2", any_finite,
                "Drive by the displacement, v > 0."},
          Field{&P::backward_coupling, "backward_coupling", "B_-", "N/m2", any_finite,
                "Drive by the displacement, v < 0."},
          Field{&P::forward_drive, "forward_drive", "E_+", "N/m", any_finite, "Constant drive, v > 0."},
          Field{&P::backward_drive, "backward_drive", "E_-", "N/m", any_finite, "Constant drive, v < 0."},
          Field{&P::output, "output", "C", "1", any_finite, "Weight of each state in the force.", Role::force_level},
          Field{&P::direct_stiffness, "direct_stiffness", "D", "N/m", any_finite, "Spring beside the states.",
                Role::force_level}};
    }
    static constexpr auto rules() {
      using P = Parameters;
      return Table{
          Rule<P>{"forward_dynamics is Hurwitz: all its eigenvalues have negative real parts",
                  [](const P& p) { return is_hurwitz<N>(p.forward_dynamics); }},
          Rule<P>{"backward_dynamics has only eigenvalues with positive real parts",
                  [](const P& p) { return is_hurwitz<N>(scaled(Real(-1), p.backward_dynamics)); }},
          Rule<P>{"long motion ends at more force forward than backward (output, forward_drive, backward_drive)",
                  [](const P& p) { return coulomb_level(p) > Real(0); }}};
    }
  };
  template <class Real>
  struct State {
    Real displacement{0};
    Column<Real> memory{};
    static constexpr auto fields() {
      return Table{Field{&State::displacement, "displacement", "u", "m", any_finite, "Displacement since the start.",
                         Role::deflection},
                   Field{&State::memory, "memory", "x", "N", any_finite, "Memory of the law, as forces."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Branch<Real> b = branch(p, c);
    const Column<Real> slope = sum_of(sum_of(times(b.dynamics, z.memory), scaled(z.displacement, b.coupling)), b.drive);
    return {c.velocity, scaled(c.velocity, slope)};  // (1), (2)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>&,
                              const Contact<Real>&) {
    return dot(p.output, z.memory) + p.direct_stiffness * z.displacement;  // (3)
  }

  /// For a held velocity (1) is linear in x with a ramp in u, exact for any displacement: see `step_matrices`.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const Branch<Real> b = branch(p, c);
    const Real displacement = c.velocity * h;
    const Column<Real> constant = scaled(displacement, sum_of(scaled(z.displacement, b.coupling), b.drive));
    return {z.displacement + displacement, linear_step(scaled(displacement, b.dynamics), z.memory, constant,
                                                       scaled(Real(displacement * displacement), b.coupling))};
  }

  /// Half the difference of the forces in which long motions forward and backward end, at u = 0.
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Real(0.5) * (dot(p.output, end_of_motion(forward(p))) - dot(p.output, end_of_motion(backward(p))));
  }
  /// The trace of a Hurwitz matrix is negative: N / |tr A_+| is a mean length.
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    Real trace(0), largest(0);
    for (std::size_t i = 0; i < N; ++i) trace = trace + p.forward_dynamics[i * N + i];
    for (const Real& x : end_of_motion(forward(p))) largest = maximum(largest, abs(x));
    for (const Real& x : end_of_motion(backward(p))) largest = maximum(largest, abs(x));
    State<Real> scale{Real(static_cast<double>(N)) / abs(trace), {}};
    for (Real& x : scale.memory) x = largest;
    return scale;
  }

 private:
  template <class Real>
  struct Branch {
    Matrix<Real> dynamics;
    Column<Real> coupling, drive;
  };
  template <class Real>
  static constexpr Branch<Real> forward(const Parameters<Real>& p) {
    return {p.forward_dynamics, p.forward_coupling, p.forward_drive};
  }
  template <class Real>
  static constexpr Branch<Real> backward(const Parameters<Real>& p) {
    return {p.backward_dynamics, p.backward_coupling, p.backward_drive};
  }
  template <class Real>
  static constexpr Branch<Real> branch(const Parameters<Real>& p, const Contact<Real>& c) {
    const auto moves_forward = c.direction > Real(0);
    Branch<Real> b = backward(p);
    for (std::size_t i = 0; i < N * N; ++i) b.dynamics[i] = select(moves_forward, p.forward_dynamics[i], b.dynamics[i]);
    for (std::size_t i = 0; i < N; ++i) {
      b.coupling[i] = select(moves_forward, p.forward_coupling[i], b.coupling[i]);
      b.drive[i] = select(moves_forward, p.forward_drive[i], b.drive[i]);
    }
    return b;
  }
  /// The x at u = 0 of the one solution that is linear in u: x = -A^{-1} B u - A^{-1} (E + A^{-1} B).
  template <class Real>
  static constexpr Column<Real> end_of_motion(const Branch<Real>& b) {
    return scaled(Real(-1), solve(b.dynamics, sum_of(b.drive, solve(b.dynamics, b.coupling))));
  }
};

/// Two states: enough for a peak after a reversal, and for loops that differ between the directions. What it shows
/// beyond rate independence is up to the matrices; the flags are those of the defaults.
struct SemilinearDuhem : BasicSemilinearDuhem<2> {
  static constexpr ModelInfo info{
      .name = "semilinear_duhem",
      .type = "SemilinearDuhem",
      .description = "A linear system along the displacement for each direction of motion.",
      .source = "OhBernstein2005",
      .phenomena = {.presliding_spring = true, .hysteresis = true, .rate_independent = true},
      .symmetric = false};
};

}  // namespace stiction
