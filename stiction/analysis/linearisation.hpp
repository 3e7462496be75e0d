// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/linear_stability.hpp"
#include "stiction/schema/rounded_text.hpp"
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

/// Rates and Jacobian at a point, and what Newton's method makes of them.
template <OdeSystem S>
struct LocalModel {
  std::vector<double> rates{}, jacobian{}, scale{};
  std::vector<double> step{};  ///< to where the rates would vanish

  LocalModel(const S& given, double t, const Vector<S::size>& y) {
    Vector<S::size> f;
    Matrix<double, S::size> j;
    linearise(on_branch_of(given, t, y), t, y, f, j);
    const auto sizes = given.scale();
    rates.assign(f.begin(), f.end()), scale.assign(sizes.begin(), sizes.end());
    for (const auto& row : j) jacobian.insert(jacobian.end(), row.begin(), row.end());
    step = newton_step(jacobian, rates, scale);
  }
  /// Largest rate, and the largest that the step leaves: a rate that depends on nothing.
  double residual() const { return largest(rates); }
  double left_over() const {
    std::vector<double> left = rates;
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t k = 0; k < left.size(); ++k) left[i] += jacobian[i * left.size() + k] * step[k];
    return largest(left);
  }
  /// The step, per size of the states at y.
  double step_size(const Vector<S::size>& y) const {
    double size = 0;
    for (std::size_t i = 0; i < step.size(); ++i)
      size = std::max(size, std::abs(step[i]) / (scale[i] + std::abs(y[i])));
    return size;
  }

 private:
  double largest(const std::vector<double>& f) const {
    double size = 0;
    for (std::size_t i = 0; i < f.size(); ++i) size = std::max(size, std::abs(f[i]) / scale[i]);
    return size;
  }
};

}  // namespace detail

/// Newton's method from a guess, with the step halved until the rates fall. States on which nothing depends, such as
/// the position of a free mass, keep their guess. Steady sliding is an equilibrium where the states are chosen so.
template <OdeSystem S>
Equilibrium<S::size> find_equilibrium(const S& given, const Vector<S::size>& guess, double t = 0) {
  using Model = detail::LocalModel<S>;
  Equilibrium<S::size> e{.state = guess};
  Model here(given, t, guess);
  bool better = true;
  for (e.iterations = 0; e.iterations < 100 && better && here.step_size(e.state) > 1e-16; ++e.iterations) {
    better = false;
    double fraction = 1;
    for (int halving = 0; halving < 40 && !better; ++halving, fraction *= 0.5) {
      Vector<S::size> trial = e.state;
      for (std::size_t i = 0; i < trial.size(); ++i)
        trial[i] = moved_state(trial[i], fraction * here.step[i], here.scale[i]);
      Model there(given, t, trial);
      better = there.residual() < here.residual();
      if (better) e.state = trial, here = std::move(there);
    }
  }
  e.residual = here.residual();
  // No step can help any more, and the one that is left is small: else the rates have a minimum here, not a zero.
  e.found = here.step_size(e.state) < 1e-8 && here.left_over() < 1e-8 * (1 + e.residual);
  e.sentence = e.found ? "equilibrium found in " + std::to_string(e.iterations) + " iterations"
                       : "no equilibrium found from this guess: the rates stay at " + rounded_text(e.residual) +
                             " natural sizes per second";
  return e;
}

/// What the system does near a state of rest or of steady motion.
template <OdeSystem S>
LinearStability linear_stability(const S& given, const Vector<S::size>& y, double t = 0) {
  const detail::LocalModel<S> here(given, t, y);
  return linear_stability(S::size, here.jacobian);
}

}  // namespace stiction
