// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

namespace stiction::detail {

/// Where a search for cycles begins: at the start of the run, or, where inputs and references move at first (a step, a
/// move, lines that end), when these have come to rest for good. Cycles are those of the loop they settle to.
class CycleStart {
 public:
  CycleStart(const LoopRun& assembly, const CycleOptions& options);

  CycleMoment moment;
  /// The verdict that no search can change: inputs that vary for ever, or a run that does not come to their end.
  std::optional<LimitCycle> refused{};
  /// Adds what came before the search to its result.
  LimitCycle told(LimitCycle found) const;

 private:
  double waited_ = 0;  ///< [s]
  bool periodic_ = false;
};

}  // namespace stiction::detail
