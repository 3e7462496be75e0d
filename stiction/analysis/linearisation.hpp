// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/linear_stability.hpp"
#include "stiction/analysis/rounded_text.hpp"
#include "stiction/solvers/ode_system.hpp"

/// Equilibria of any system a solver can integrate, and its linearisation there, by dual numbers.
namespace stiction {

template <std::size_t N>
struct Equilibrium {
  Vector<N> state{};
  bool found = false;
  int iterations = 0;
  double residual = 0;  ///< largest rate, in natural sizes of its state per second [1/s]
  std::string sentence{};
};

namespace detail {

/// The system on the branch that belongs to y: directions and modes are chosen as at the start of a run.
template <class S>
S on_branch_of(S system, double t, const Vector<S::size>& y) {
  if constexpr (requires { system.start(t, y); }) system.start(t, y);
  return system;
}

template <OdeSystem S>
double residual(const S& system, const Vector<S::size>& f) {
  double largest = 0;
  const auto scale = system.scale();
  for (std::size_t i = 0; i < f.size(); ++i) largest = std::max(largest, std::abs(f[i]) / scale[i]);
  return largest;
}

}  // namespace detail

/// Newton's method from a guess, with the step halved until the rates fall. States on which nothing depends, such as
/// the position of a free mass, keep their guess. Steady sliding is an equilibrium where the states are chosen so.
template <OdeSystem S>
Equilibrium<S::size> find_equilibrium(const S& given, const Vector<S::size>& guess, double t = 0) {
  constexpr std::size_t n = S::size;
  const auto scale = given.scale();
  const std::vector<double> sizes(scale.begin(), scale.end());
  Equilibrium<n> e{.state = guess};
  const auto rates_at = [&](const Vector<n>& y) { return detail::on_branch_of(given, t, y).rates(t, y); };
  e.residual = detail::residual(given, rates_at(e.state));
  for (e.iterations = 0; e.iterations < 100; ++e.iterations) {
    Vector<n> f;
    Matrix<double, n> j;
    linearise(detail::on_branch_of(given, t, e.state), t, e.state, f, j);
    std::vector<double> rows;
    for (const auto& row : j) rows.insert(rows.end(), row.begin(), row.end());
    const std::vector<double> step = newton_step(rows, {f.begin(), f.end()}, sizes);
    double share = 1, moved = 0;
    bool better = false;
    for (int halving = 0; halving < 40 && !better; ++halving, share *= 0.5) {
      Vector<n> trial = e.state;
      moved = 0;
      for (std::size_t i = 0; i < n; ++i) {
        trial[i] += share * step[i];
        moved = std::max(moved, share * std::abs(step[i]) / (sizes[i] + std::abs(trial[i])));
      }
      const double there = detail::residual(given, rates_at(trial));
      better = there < e.residual;
      if (better) e.state = trial, e.residual = there;
    }
    if (!better || moved < 1e-16) break;  // as small as rounding lets it become
  }
  // The last step must have been small, too: else the rates have a minimum here, not a zero.
  Vector<n> f;
  Matrix<double, n> j;
  linearise(detail::on_branch_of(given, t, e.state), t, e.state, f, j);
  double needed = 0;
  std::vector<double> rows;
  for (const auto& row : j) rows.insert(rows.end(), row.begin(), row.end());
  const std::vector<double> left = newton_step(rows, {f.begin(), f.end()}, sizes);
  for (std::size_t i = 0; i < n; ++i) needed = std::max(needed, std::abs(left[i]) / (sizes[i] + std::abs(e.state[i])));
  double unmoved = 0;  // what no step can remove: a rate that depends on nothing
  for (std::size_t i = 0; i < n; ++i) {
    double predicted = f[i];
    for (std::size_t k = 0; k < n; ++k) predicted += j[i][k] * left[k];
    unmoved = std::max(unmoved, std::abs(predicted) / sizes[i]);
  }
  e.found = needed < 1e-8 && unmoved < 1e-8 * (1 + e.residual);
  e.sentence = e.found ? "equilibrium found in " + std::to_string(e.iterations) + " iterations"
                       : "no equilibrium found from this guess: the rates stay at " + rounded_text(e.residual) +
                             " natural sizes per second";
  return e;
}

/// What the system does near a state of rest or of steady motion.
template <OdeSystem S>
LinearStability linear_stability(const S& given, const Vector<S::size>& y, double t = 0) {
  Vector<S::size> f;
  Matrix<double, S::size> j;
  linearise(detail::on_branch_of(given, t, y), t, y, f, j);
  std::vector<double> rows;
  for (const auto& row : j) rows.insert(rows.end(), row.begin(), row.end());
  const auto scale = given.scale();
  return linear_stability(S::size, rows, {scale.begin(), scale.end()});
}

}  // namespace stiction
