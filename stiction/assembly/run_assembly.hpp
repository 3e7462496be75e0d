// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/assembled_solve.hpp"
#include "stiction/simulation/record_options.hpp"
#include "stiction/simulation/trajectory.hpp"

namespace stiction {

/// When a run begins, how long it lasts, how it is solved and what is kept of it.
struct RunOptions {
  double start_time = 0;  ///< [s]
  double duration = 10;   ///< [s]
  SolveOptions solver{};
  RecordOptions record{};
};

/// Runs an assembly. Wrong input throws InvalidInput; numerics that fail come back in `result`, with the trajectory so
/// far. Observers, if any, look on.
Trajectory run_assembly(const Assembly& assembly, const RunOptions& options,
                        std::span<AssembledObserver* const> observers = {});

}  // namespace stiction
