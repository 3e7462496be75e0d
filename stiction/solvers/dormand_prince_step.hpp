// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "stiction/solvers/ode_system.hpp"

namespace stiction {

/// One step of the explicit method of Dormand and Prince, order 5(4) with dense output of order 4
/// \cite HairerNorsettWanner1993, section II.5-6. For systems that are not stiff; stiffness is detected.
template <OdeSystem System>
class DormandPrinceStep {
 public:
  static constexpr std::size_t stages = 7;
  static constexpr std::size_t rates_per_step = stages - 1;
  static constexpr std::size_t order = 5;
  static constexpr bool detects_stiffness = true;
  using State = SystemState<System>;

  void begin(const System& system, double t, const State& y) {
    for (State& k : k_)
      if (k.size() != y.size()) k = y;  // sized once, where the size is known at run time
    if (before_end_.size() != y.size()) before_end_ = y;
    rates_into(system, t, y, k_[0]);
  }

  STICTION_FLATTEN void take(const System& system, double t, const State& y, double h, State& end, State& error) {
    for (std::size_t i = 1; i < stages; ++i) {
      before_end_ = end;
      for (std::size_t n = 0; n < y.size(); ++n) {
        double sum = 0;
        for (std::size_t j = 0; j < i; ++j) sum += a[i][j] * k_[j][n];
        end[n] = y[n] + h * sum;  // the last stage is the result
      }
      rates_into(system, t + c[i] * h, end, k_[i]);
    }
    for (std::size_t n = 0; n < y.size(); ++n) {
      error[n] = 0;
      for (std::size_t i = 0; i < stages; ++i) error[n] += h * e[i] * k_[i][n];
    }
  }

  const State& rates_at_begin() const { return k_[0]; }

  std::array<double, 3> dense_terms(std::size_t n, double h, double from, double to) const {
    double fifth = 0;
    for (std::size_t i = 0; i < stages; ++i) fifth += h * d[i] * k_[i][n];
    const double rise = to - from, first = h * k_[0][n] - rise, second = rise - h * k_[6][n] - first;
    return {first, second + fifth, -fifth};
  }

  /// |h lambda| of the fastest mode, seen from the last two stages; the method is stable up to about 3.3.
  double stiffness(double h, const State& end) const {
    double rates = 0, states = 0;
    for (std::size_t n = 0; n < end.size(); ++n) {
      rates += (k_[6][n] - k_[5][n]) * (k_[6][n] - k_[5][n]);
      states += (end[n] - before_end_[n]) * (end[n] - before_end_[n]);
    }
    return states > 0 ? h * std::sqrt(rates / states) : 0.0;
  }

 private:
  static constexpr std::array<double, 7> c{0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr std::array<std::array<double, 7>, 7> a{
      {{},
       {1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
  static constexpr std::array<double, 7> e{71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                           -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  static constexpr std::array<double, 7> d{-12715105075.0 / 11282082432,  0,
                                           87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                           701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                           69997945.0 / 29380423};

  std::array<State, stages> k_;
  State before_end_{};
};

}  // namespace stiction
