// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "stiction/scalar/math_functions.hpp"

namespace stiction {

/// How a motion is followed: in steps of about h, in a run of `duration`.
struct RingingAt {
  double h, duration;      ///< [s]
  double smallest = 1e-6;  ///< amplitudes below this, per size of the state, do not count
};

/// More cycles than this need steps with less error.
inline constexpr double few_undamped_cycles = 15;

/// Over how many cycles of an oscillation the error of a step stays: most motions lose it within one, a body that rings
/// in bristles without damping adds up the errors of all its cycles. Zero where nothing oscillates.
///
/// Two states that drive each other, J_ij J_ji < 0, oscillate with omega^2 = -J_ij J_ji - (J_ii - J_jj)^2/4 and decay
/// at
/// -(J_ii + J_jj)/2; the springs of several elements add up, as products with the velocity that bends them all. Not
/// counted are oscillations that the steps pass over (omega h > 2: an L-stable method damps them), those that grow, and
/// those of no size: their amplitude is at least |f|/omega.
template <class State>
double undamped_cycles(const auto& jacobian, const State& rates, const State& y, const State& scale, RingingAt at) {
  double most = 0;
  const auto amplitude = [&](std::size_t n) { return std::abs(rates[n]) / (scale[n] + std::abs(y[n])); };
  // Of all springs at i that are damped no more than the one of j.
  const auto stiffness = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < y.size(); ++k)
      if (k != i && jacobian(k, k) >= jacobian(j, j)) sum += std::max(0.0, -jacobian(i, k) * jacobian(k, i));
    return sum;
  };
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!(jacobian(i, j) * jacobian(j, i) < 0)) continue;
      const double apart = 0.5 * (jacobian(i, i) - jacobian(j, j));
      const double square = std::max(stiffness(i, j), stiffness(j, i)) - apart * apart;
      if (!(square > 0) || square * at.h * at.h > 4) continue;
      const double omega = std::sqrt(square), decay = -0.5 * (jacobian(i, i) + jacobian(j, j));
      if (decay < 0 || std::max(amplitude(i), amplitude(j)) < at.smallest * omega) continue;
      const double lasts = decay * at.duration > 1 ? 1 / decay : at.duration;
      most = std::max(most, omega * lasts / (2 * std::numbers::pi));
    }
  return most;
}

/// True where `undamped_cycles` are few in a run that lasts 1/`slowest`, at a glance: for several runs side by side.
/// False does not say that they are many. `couples(i, j)` is false where J_ij J_ji is zero for any motion.
template <class Real>
inline auto surely_damped(std::size_t states, const auto& couples, const auto& jacobian, const Real& slowest) {
  const auto stiffness = [&](std::size_t i) {  // of all springs at i, however damped
    Real sum(0);
    for (std::size_t k = 0; k < states; ++k)
      if (k != i && couples(i, k)) sum = sum + maximum(Real(0), Real(-jacobian(i, k) * jacobian(k, i)));
    return sum;
  };
  constexpr double few = 0.99 * few_undamped_cycles * 2 * std::numbers::pi;  // some room for rounding
  auto damped = slowest > Real(0);
  for (std::size_t i = 0; i < states; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!couples(i, j)) continue;
      const auto apart_from_it = !(jacobian(i, j) * jacobian(j, i) < Real(0));
      const Real own = jacobian(i, i), other = jacobian(j, j), apart = Real(0.5) * (own - other);
      const Real decay = Real(-0.5) * (own + other), rate = maximum(decay, slowest);
      const Real square = maximum(stiffness(i), stiffness(j)) - apart * apart;
      damped = damped && (apart_from_it || decay < Real(0) || square <= Real(few * few) * rate * rate);
    }
  return damped;
}

}  // namespace stiction
