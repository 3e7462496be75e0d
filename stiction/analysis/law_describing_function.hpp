// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>

#include "stiction/analysis/describing_function.hpp"
#include "stiction/analysis/prescribed_cycles.hpp"
#include "stiction/linear/compass_search.hpp"
#include "stiction/linear/routh_hurwitz.hpp"

/// The describing function of any law, by running it through one period of a sine.
namespace stiction {

/// N(V, w) of (1) in describing_function.hpp: first harmonic of the force over that of the velocity [N.s/m].
template <class Law>
std::complex<double> describing_function(const ParametersOf<Law>& p, double speed_amplitude, double angular_frequency,
                                         double tolerance = 1e-8) {
  const ForcedCycle cycle = forced_cycle<Law>(p, speed_amplitude, angular_frequency, 0, 3, 2048, tolerance);
  std::complex<double> force = 0, velocity = 0;
  for (std::size_t i = 0; i < cycle.force.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(cycle.force.size());
    force += cycle.force[i] * std::polar(1.0, -angle);
    velocity += cycle.velocity[i] * std::polar(1.0, -angle);
  }
  return force / velocity;
}

/// Amplitudes [m/s] and frequencies [rad/s] in which a cycle is looked for.
struct CycleRange {
  double slowest = 1e-3, fastest = 10;
  double lowest_frequency = 0.05, highest_frequency = 50;
};

/// A cycle of (1) for any law, if there is one in the range: the smallest |1 + N G| on a grid of 9 by 9, refined.
template <class Law>
std::optional<PredictedCycle> predicted_cycle(const ParametersOf<Law>& p, const TransferFunction& friction_to_velocity,
                                              const CycleRange& range = {}) {
  const auto miss = [&](const std::array<double, 2>& logs) {
    const double v = std::exp(logs[0]), w = std::exp(logs[1]);
    const bool inside = v >= 0.99 * range.slowest && v <= 1.01 * range.fastest && w >= 0.99 * range.lowest_frequency &&
                        w <= 1.01 * range.highest_frequency;
    if (!inside) return std::numeric_limits<double>::infinity();
    return std::abs(1.0 + describing_function<Law>(p, v, w, 1e-7) * friction_to_velocity.at_frequency(w));
  };
  std::array<double, 2> best{};
  double smallest = std::numeric_limits<double>::infinity();
  constexpr int parts = 8;
  const auto between = [](double low, double high, int i) {
    return std::log(low) + (std::log(high) - std::log(low)) * i / parts;
  };
  for (int i = 0; i <= parts; ++i)
    for (int k = 0; k <= parts; ++k) {
      const std::array<double, 2> at{between(range.slowest, range.fastest, i),
                                     between(range.lowest_frequency, range.highest_frequency, k)};
      if (const double m = miss(at); m < smallest) smallest = m, best = at;
    }
  best = lowest_by_compass(miss, best, 0.3, 1e-5);
  if (!(miss(best) < 1e-3)) return std::nullopt;
  const double v = std::exp(best[0]), w = std::exp(best[1]);
  const Polynomial& d = friction_to_velocity.denominator();
  return PredictedCycle{w, v, v / w, routh_hurwitz(d).stable};
}

}  // namespace stiction
