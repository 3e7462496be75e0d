// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/solvers/ode_system.hpp"

namespace stiction {

/// One state inside a step, at the fraction theta of it: (3) of rosenbrock_methods.hpp, written so that a state that
/// does not move stays the same number.
template <class Real>
constexpr Real dense_value(const Real& from, const Real& to, const std::array<double, 3>& k, const Real& theta) {
  const Real left = Real(1) - theta;
  return from + theta * ((to - from) + left * (Real(k[0]) + theta * (Real(k[1]) + theta * Real(k[2]))));
}

/// An accepted step, as observers are given it. Stiff-aware: the interpolant is the method's own.
template <class Step>
class StepView {
 public:
  using State = typename Step::State;

  StepView(const Step& step, double t, double h, const State& y0, const State& y1)
      : start(t), length(h), from(y0), to(y1), step_(step) {}

  const double start, length;  ///< [s]
  const State &from, &to;

  double end() const { return start + length; }
  std::array<double, 3> terms(std::size_t n) const { return step_.dense_terms(n, length, from[n], to[n]); }

  /// All states at the fraction theta of the step.
  State at(double theta) const {
    State y = from;
    at(theta, y);
    return y;
  }
  void at(double theta, State& y) const {
    for (std::size_t n = 0; n < from.size(); ++n) y[n] = dense_value(from[n], to[n], terms(n), theta);
  }

 private:
  const Step& step_;
};

}  // namespace stiction
