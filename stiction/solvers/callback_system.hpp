// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bitset>
#include <cmath>
#include <functional>

#include "stiction/solvers/ode_system.hpp"

namespace stiction {

/// A system known at run time only: from Python, from a file, from another program. Functions are called through
/// pointers and derivatives may be missing, so it is a few times slower than one that the compiler can inline.
///
/// `rates_of` and `sizes` are needed; without `jacobian_of` the Jacobian is made of forward differences. With `Guards`,
/// `guards_of`, `transition_of` and `guard_sizes` are needed too.
template <std::size_t N, std::size_t Guards = 0>
struct CallbackSystem {
  static constexpr std::size_t size = N, guard_count = Guards;
  using State = Vector<N>;
  using GuardValues = std::array<double, Guards>;
  using Fired = std::bitset<Guards>;

  std::function<State(double t, const State& y)> rates_of;
  State sizes{};                                                             ///< natural size of each state
  std::function<Matrix<double, N>(double t, const State& y)> jacobian_of{};  ///< [rate][state]
  bool driven = true;                                                        ///< false: rates do not depend on t
  std::function<GuardValues(double t, const State& y)> guards_of{};       ///< positive; an event where one falls to 0
  std::function<bool(const Fired&, double t, State& y)> transition_of{};  ///< false ends the run
  GuardValues guard_sizes{};                                              ///< natural size of each guard

  State rates(double t, const State& y) const { return rates_of(t, y); }
  State scale() const { return sizes; }
  bool is_driven() const { return driven; }

  void jacobian(double t, const State& y, State& f, Matrix<double, N>& slopes) const {
    f = rates_of(t, y);
    if (jacobian_of) {
      slopes = jacobian_of(t, y);
      return;
    }
    State moved = y;
    for (std::size_t j = 0; j < N; ++j) {
      // Balances truncation and rounding; away from zero, since friction has its corners there.
      const double wanted = std::copysign(1.5e-8 * (std::abs(y[j]) + sizes[j]), y[j]);
      moved[j] = y[j] + wanted;
      const double step = moved[j] - y[j];  // what is left of it after rounding
      const State there = rates_of(t, moved);
      for (std::size_t i = 0; i < N; ++i) slopes[i][j] = (there[i] - f[i]) / step;
      moved[j] = y[j];
    }
  }

  GuardValues guards(double t, const State& y) const { return guards_of(t, y); }
  /// Guards with their slope along a motion that is given as the slopes of t and y: a central difference.
  std::array<Dual<double, 1>, Guards> guards(const Dual<double, 1>& t, const Vector<N, Dual<double, 1>>& y) const {
    double span = 1 + std::abs(t.value);  // over which time or a state changes by its own size
    for (std::size_t n = 0; n < N; ++n)
      if (const double rate = std::abs(y[n].slope[0]); rate > 0)
        span = std::min(span, (std::abs(y[n].value) + sizes[n]) / rate);
    const double step = 6e-6 * span;
    State here, before, after;
    for (std::size_t n = 0; n < N; ++n) {
      here[n] = y[n].value;
      before[n] = y[n].value - step * y[n].slope[0];
      after[n] = y[n].value + step * y[n].slope[0];
    }
    const GuardValues value = guards_of(t.value, here);
    const GuardValues low = guards_of(t.value - step, before), high = guards_of(t.value + step, after);
    std::array<Dual<double, 1>, Guards> all;
    for (std::size_t i = 0; i < Guards; ++i) {
      all[i].value = value[i];
      all[i].slope[0] = (high[i] - low[i]) / (2 * step);
    }
    return all;
  }
  GuardValues guard_bands(double tolerance) const {
    GuardValues bands;
    for (std::size_t i = 0; i < Guards; ++i) bands[i] = 0.5 * tolerance * guard_sizes[i];
    return bands;
  }
  bool transition(const Fired& fired, double t, State& y) { return transition_of(fired, t, y); }
};

}  // namespace stiction
