// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "stiction/solvers/solve.hpp"

/// Systems with known solutions.
namespace stiction::testing {

/// A nonlinear, time-dependent pair with the solution (cos t, 1/(2 + sin t)), stiff as `stiffness` says: both are
/// attracted to their solution at that rate.
struct KnownSolution {
  static constexpr std::size_t size = 2;
  double stiffness = 1;

  template <class Real>
  Vector<2, Real> rates(const Real& t, const Vector<2, Real>& y) const {
    const Real first = cos(t), second = Real(1) / (Real(2) + sin(t));
    return {-sin(t) + Real(stiffness) * (first * first * first - y[0] * y[0] * y[0] + first - y[0]),
            -cos(t) * y[1] * y[1] + Real(stiffness) * (second - y[1]) * (Real(1) + y[0] * y[0])};
  }
  Vector<2> scale() const { return {1, 1}; }

  static Vector<2> solution(double t) { return {std::cos(t), 1 / (2 + std::sin(t))}; }
};

inline double distance(const Vector<2>& a, const Vector<2>& b) {
  return std::max(std::abs(a[0] - b[0]), std::abs(a[1] - b[1]));
}

/// A ball under gravity that bounces with a coefficient of restitution; guard: its height.
struct BouncingBall {
  static constexpr std::size_t size = 2, guard_count = 1;
  static constexpr double gravity = 10;
  double restitution = 0.5;
  std::vector<double> bounces{};

  template <class Real>
  Vector<2, Real> rates(const Real&, const Vector<2, Real>& y) const {
    return {y[1], Real(-gravity)};
  }
  Vector<2> scale() const { return {1, 1}; }
  template <class Real>
  std::array<Real, 1> guards(const Real&, const Vector<2, Real>& y) const {
    return {y[0]};
  }
  std::array<double, 1> guard_bands(double tolerance) const { return {0.1 * tolerance}; }
  bool transition(const std::bitset<1>&, double t, Vector<2>& y) {
    bounces.push_back(t);
    y = {0, -restitution * y[1]};
    return true;
  }
};

}  // namespace stiction::testing
