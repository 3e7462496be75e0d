// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/record_options.hpp"
#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// When a run begins, how long it lasts, how it is solved and what is kept of it.
struct RunOptions {
  double start_time = 0;  ///< [s]
  double duration = 10;   ///< [s]
  SolveOptions solver{};
  RecordOptions record{};
};

/// Another solver behind the same interface; see `solve`.
using LoopSolver = std::function<SolveResult(LoopRun& run, std::vector<double>& y, double t, double end,
                                             const SolveOptions& options, LoopObserver& observer)>;

/// Runs a loop from the states its parameters give. Wrong input throws InvalidInput; numerics that fail come back in
/// `result`, with the trajectory so far. `observers`, if any, are told of every step and event.
Trajectory run_loop(LoopRun& run, const RunOptions& options, std::span<LoopObserver* const> observers = {},
                    const LoopSolver& solver = {});
Trajectory run_loop(LoopRun&& run, const RunOptions& options, std::span<LoopObserver* const> observers = {});
Trajectory run_loop(const std::shared_ptr<const Loop>& loop, const std::vector<double>& p, const RunOptions& options,
                    std::span<LoopObserver* const> observers = {});

}  // namespace stiction
