// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/linear_stability.hpp"
#include "stiction/loop/loop_run.hpp"

namespace stiction {

/// An assembly at rest or in steady motion, and its linearisation there.
struct SteadyLoop {
  std::vector<LoopRow> states;     ///< all of them, in the order of the assembly
  std::vector<double> at;          ///< where the rates vanish
  std::vector<std::size_t> kept;   ///< states that some kept rate depends on; the others do not count
  std::vector<double> jacobian{};  ///< of those kept, row after row
  LinearStability linear{};
};

/// Newton's method from the initial state, or from there with the contacts sliding; throws InvalidInput where it finds
/// nothing.
SteadyLoop steady_loop(const LoopRun& given);

/// Amplitude of every kept state, per amplitude of what drives the rates by `drive`, at a frequency [rad/s].
std::vector<double> gains_at(const SteadyLoop& loop, const std::vector<double>& drive, double frequency);

/// Rates at the states `at`, of those kept: their change with a number of the set-up is what that number drives.
std::vector<double> kept_rates(const LoopRun& assembly, const SteadyLoop& loop);

}  // namespace stiction
