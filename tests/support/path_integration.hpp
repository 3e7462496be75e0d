// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <random>

#include "stiction/models/friction_model.hpp"
#include "stiction/scalar/matrix_exponential.hpp"

/// Laws driven along a prescribed motion, with the energy that goes into them.
namespace stiction::test_support {

inline double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * std::generate_canonical<double, 53>(random);
}
/// A factor of up to so many decades either way.
inline double spread(std::mt19937_64& random, double decades) {
  return std::pow(10, uniform(random, -decades, decades));
}

template <class Model>
struct Travelled {
  StateOf<Model> state;
  double energy = 0;  ///< supplied: integral of F v dt [J]
};

/// a + factor b, number by number.
template <class State>
State moved(State a, double factor, const State& b) {
  for_each_pair(a, b, [&](const auto&, double& x, double y) { x += factor * y; });
  return a;
}

/// Classical Runge-Kutta of order 4 over [from, to] with v = velocity(t). The direction is frozen in each step at the
/// sign of v in its middle, so reversals should fall between steps.
template <class Model, class Velocity>
Travelled<Model> integrate(const ParametersOf<Model>& p, Travelled<Model> now, Velocity velocity, double from,
                           double to, int steps) {
  const double h = (to - from) / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = from + k * h, direction = sign(velocity(t + h / 2));
    double power = 0;
    const auto slope = [&](const StateOf<Model>& z, double at) {
      const auto c = contact(velocity(at), direction);
      const auto dz = Model::rate(p, z, c);
      power = Model::force(p, z, dz, c) * c.velocity;
      return dz;
    };
    const auto k1 = slope(now.state, t);
    const double p1 = power;
    const auto k2 = slope(moved(now.state, h / 2, k1), t + h / 2);
    const double p2 = power;
    const auto k3 = slope(moved(now.state, h / 2, k2), t + h / 2);
    const double p3 = power;
    const auto k4 = slope(moved(now.state, h, k3), t + h);
    now.state = moved(moved(moved(moved(now.state, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    now.energy += h / 6 * (p1 + 2 * p2 + 2 * p3 + power);
  }
  return now;
}

/// Along a path of length s in one direction (+1 or -1) of a space-invariant law with matrices m, exactly: x' = A x + B
/// d gives the integral of x as A^{-1} (x_1 - x_0 - B d s), and with it the energy (4) of \cite BlimanSorine1993.
template <class Model, class Matrices>
Travelled<Model> slide(const ParametersOf<Model>& p, const Matrices& m, const Travelled<Model>& from, double direction,
                       double s) {
  Travelled<Model> now = from;
  now.state = Model::exact_step(p, from.state, contact(direction), s);
  auto change = m.input;
  for (std::size_t i = 0; i < change.size(); ++i)
    change[i] = now.state.filtered_force[i] - from.state.filtered_force[i] - m.input[i] * direction * s;
  now.energy += direction * dot(m.output, solve(m.dynamics, change)) + m.direct_force * s;
  return now;
}

/// The state after which a half-period (direction +1 over length s) turns it into its own negative: the loop that
/// reversals every s settle to.
template <class Model>
StateOf<Model> settled_before_forward(const ParametersOf<Model>& p, double s) {
  constexpr std::size_t n = Model::order;
  const auto after = [&](const StateOf<Model>& z) { return Model::exact_step(p, z, contact(1.0), s).filtered_force; };
  const auto drift = after({});
  std::array<double, n * n> matrix{};  // x -> E x + drift; E x + drift = -x
  for (std::size_t j = 0; j < n; ++j) {
    StateOf<Model> unit;
    const double size = Model::state_scale(p).filtered_force[j];
    unit.filtered_force[j] = size;
    const auto column = after(unit);
    for (std::size_t i = 0; i < n; ++i) matrix[i * n + j] = (column[i] - drift[i]) / size + (i == j ? 1.0 : 0.0);
  }
  return {scaled(-1.0, solve(matrix, drift))};
}

}  // namespace stiction::test_support
