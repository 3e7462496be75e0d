// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

namespace stiction {

/// Preisach hysteresis as a friction law: a spring minus weighted relays \cite Mayergoyz2003, \cite Visintin1994.
///
/// \f[ F = K u - P[u], \quad u\ \mathrm{moves\ with}\ x,\ |u| \le X                                      \tag{1} \f]
/// \f[ P[u] = \iint_{\beta \le \alpha} \mu(\alpha, \beta)\,\gamma_{\alpha\beta}[u]\,d\alpha\,d\beta      \tag{2} \f]
/// \f[ E(M, m) = \iint_{m \le \beta \le \alpha \le M} \mu\,d\alpha\,d\beta                               \tag{3} \f]
/// \f[ P = -E(a, -a) + 2 \sum_k \left( E(M_k, m_{k-1}) - E(M_k, m_k) \right), \quad M_1 = a,\ m_0 = -a   \tag{4} \f]
/// \f[ F(X) = F_C: \quad \iint \mu = K X - F_C = (s - 1) F_C, \quad X = s F_C / K                        \tag{5} \f]
///
/// A relay gamma jumps to +1 where u rises through alpha and to -1 where it falls through beta: it lags, so relays
/// alone, F = +P, would *give* energy in every loop. Friction leads: after a reversal it drops with full stiffness. A
/// spring minus relays does, and dissipates \f$ 2(\alpha - \beta)\mu \f$ per relay and cycle; uniform mu is the Maxwell
/// slip law of infinitely many elements, and other densities add what that cannot do, loops that differ with the place
/// in the range. Beyond the saturation deflection X the contact slides at F_C, and u stays at X until a reversal.
///
/// Memory is the sequence of reversals that have not been wiped out: a = max |u|, then minima and maxima in turn,
/// closer and closer. Entries after the last reversal equal u, so a turn is recorded by not following any more, and no
/// counter is needed. Wiping-out and congruency are exact. Of more than eight nested loops the innermost are travelled
/// without hysteresis, along the branch of the eighth minimum; everything else stays exact.
///
/// mu is constant on the cells of a 4 x 4 grid over [-X, X]^2, and symmetric, so that a fresh contact (demagnetised)
/// has no force. `weights` are the relative masses of cells (alpha row, beta column), mirror images together:
/// 00+33, 11+22 (half cells on the diagonal), 10+32, 20+31, 21, 30.
struct Preisach {
  static constexpr std::size_t cells = 4, pairs = 8;

  static constexpr ModelInfo info{.name = "preisach",
                                  .type = "Preisach",
                                  .description = "A spring minus weighted relays: hysteresis with complete memory.",
                                  .source = "Mayergoyz2003; Visintin1994",
                                  .phenomena = {.presliding_spring = true,
                                                .hysteresis = true,
                                                .non_drifting_presliding = true,
                                                .reversal_point_memory = true,
                                                .rate_independent = true}};

  template <class Real>
  struct Parameters {
    Real coulomb_force = Real(1.0);
    Real stiffness = Real(1e5);
    Real saturation_ratio = Real(2.0);
    std::array<Real, 6> weights{Real(2), Real(2), Real(4), Real(4), Real(2), Real(2)};

    static constexpr auto fields() {
      return Table{
          Field{&Parameters::coulomb_force, "coulomb_force", "F_C", "N", positive, "Friction while sliding.",
                Role::force_level},
          Field{&Parameters::stiffness, "stiffness", "K", "N/m", positive, "Force per displacement after a reversal."},
          Field{&Parameters::saturation_ratio, "saturation_ratio", "s", "1", Range{1.0, 4.0, false, true},
                "Deflection at which sliding is reached, over that of an ideal spring."},
          Field{&Parameters::weights, "weights", "w", "1", positive,
                "Relative mass of the cells 00+33, 11+22, 10+32, 20+31, 21, 30 of the relay plane."}};
    }
    static constexpr auto rules() {
      return Table{Rule<Parameters>{"saturation_ratio and weights leave no branch that falls",
                                    [](const Parameters& p) { return rises_everywhere(p); }}};
    }
  };
  template <class Real>
  struct State {
    Real amplitude{0};
    std::array<Real, pairs> minima{};
    std::array<Real, pairs - 1> maxima{};
    static constexpr auto fields() {
      return Table{
          Field{&State::amplitude, "amplitude", "a", "m", non_negative, "Largest deflection so far.", Role::deflection},
          Field{&State::minima, "minima", "m_k", "m", any_finite,
                "Minima not wiped out; the last is the deflection now.", Role::deflection},
          Field{&State::maxima, "maxima", "M_{k+1}", "m", any_finite, "Maxima not wiped out, after the first.",
                Role::deflection}};
    }
  };

  /// X: the deflection from which the contact slides [m].
  template <class Real>
  static constexpr Real saturation_deflection(const Parameters<Real>& p) {
    return p.saturation_ratio * p.coulomb_force / p.stiffness;  // (5)
  }

  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const Real saturation = saturation_deflection(p), free = z.minima[pairs - 1] + c.velocity * h;
    // On a border (saturation, an extremum) the direction decides on which side of it the derivatives are taken: at the
    // start of every step u stands on the extremum it moves away from or carries along.
    const auto rises = c.direction > Real(0), falls = c.direction < Real(0);
    const auto beyond_top = (free > saturation) || (rises && free == saturation);
    const auto beyond_bottom = (free < -saturation) || (falls && free == -saturation);
    const Real u = select(beyond_top, saturation, select(beyond_bottom, Real(-saturation), free));
    State<Real> moved;
    // 1 as long as u has not passed an earlier extremum: what follows the first one passed is wiped out.
    const auto outward = c.direction * u >= Real(0),
               grows = (z.amplitude < abs(u)) || (outward && z.amplitude == abs(u));
    moved.amplitude = select(grows, Real(abs(u)), z.amplitude);
    Real inside = select(grows, Real(0), Real(1));
    for (std::size_t k = 0; k < pairs; ++k) {
      inside = select((z.minima[k] > u) || (!rises && z.minima[k] == u), Real(0), inside);
      moved.minima[k] = select(inside > Real(0.5), z.minima[k], u);
      if (k + 1 == pairs) break;
      inside = select((z.maxima[k] < u) || (!falls && z.maxima[k] == u), Real(0), inside);
      moved.maxima[k] = select(inside > Real(0.5), z.maxima[k], u);
    }
    moved.minima[pairs - 1] = u;
    return moved;
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>&) {
    Real relays = -everett(p, z.amplitude, -z.amplitude);
    Real top = z.amplitude, bottom = -z.amplitude;
    for (std::size_t k = 0; k < pairs; ++k) {
      relays = relays + Real(2) * (everett(p, top, bottom) - everett(p, top, z.minima[k]));  // (4)
      bottom = z.minima[k];
      if (k + 1 < pairs) top = z.maxima[k];
    }
    return p.stiffness * z.minima[pairs - 1] - relays;  // (1)
  }

  /// E(M, m): the force of all relays that lie between two extrema, in closed form [N].
  template <class Real>
  static constexpr Real everett(const Parameters<Real>& p, const Real& top, const Real& bottom) {
    const Real half = saturation_deflection(p), cell = Real(2) * half / Real(static_cast<double>(cells));
    const Real high = (top + half) / cell, low = (bottom + half) / cell;
    std::array<Real, cells> below_top, above_bottom;
    for (std::size_t i = 0; i < cells; ++i) {
      below_top[i] = clamp(high - Real(static_cast<double>(i)), Real(0), Real(1));
      above_bottom[i] = clamp(Real(static_cast<double>(i + 1)) - low, Real(0), Real(1));
    }
    const auto mass = masses(p);
    Real sum = Real(0);
    for (std::size_t i = 0; i < cells; ++i) {
      for (std::size_t j = 0; j < i; ++j) sum = sum + mass[i][j] * below_top[i] * above_bottom[j];
      const Real side = maximum(below_top[i] + above_bottom[i] - Real(1), Real(0));
      sum = sum + mass[i][i] * side * side;
    }
    return (p.saturation_ratio - Real(1)) * p.coulomb_force * sum / total(mass);  // (3), (5)
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.coulomb_force * c.direction;
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    State<Real> scale;
    scale.amplitude = saturation_deflection(p);
    scale.minima.fill(scale.amplitude);
    scale.maxima.fill(scale.amplitude);
    return scale;
  }
  /// Relay by relay, with the storage -(u - (alpha + beta)/2) gamma mu, which falls at every jump.
  static constexpr std::string_view passivity_condition = "always: the weights are positive";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.coulomb_force;
  }

 private:
  template <class Real>
  using Grid = std::array<std::array<Real, cells>, cells>;

  /// Mass of each cell, mirror images alike: cell (i, j) and (3 - j, 3 - i).
  template <class Real>
  static constexpr Grid<Real> masses(const Parameters<Real>& p) {
    const auto& w = p.weights;
    const Real half = Real(0.5), none = Real(0);
    return {{{half * w[0], none, none, none},
             {half * w[2], half * w[1], none, none},
             {half * w[3], w[4], half * w[1], none},
             {w[5], half * w[3], half * w[2], half * w[0]}}};
  }
  template <class Real>
  static constexpr Real total(const Grid<Real>& mass) {
    Real sum = Real(0);
    for (const auto& row : mass)
      for (const Real& m : row) sum = sum + m;
    return sum;
  }
  /// The steepest that 2 E can rise within a row of cells is 2 (its mass, the half cell twice) / cell; K must not be
  /// less. Columns are mirror images of rows.
  template <class Real>
  static constexpr bool rises_everywhere(const Parameters<Real>& p) {
    const auto mass = masses(p);
    const Real sum = total(mass);
    for (std::size_t i = 0; i < cells; ++i) {
      Real row = Real(2) * mass[i][i];
      for (std::size_t j = 0; j < i; ++j) row = row + mass[i][j];
      const Real steepest = Real(static_cast<double>(cells)) * (p.saturation_ratio - Real(1)) * row;
      if (p.saturation_ratio * sum < steepest) return false;
    }
    return true;
  }
};

}  // namespace stiction
