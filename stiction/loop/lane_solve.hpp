// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/loop/lane_stepper.hpp"
#include "stiction/loop/solve_loop.hpp"

/// Many runs of one loop, several at a time in SIMD lanes.
namespace stiction {

/// A run that waits for its turn: started, with its states, and what observes it.
struct LaneTask {
  LoopRun run;
  std::vector<double> y;
  double t = 0, end = 0;
  SolveOptions options;
  LoopObserver* observer = nullptr;
  SolveResult result{};
};

/// Where runs come from, and where they go when they have ended. A task must stay where it is in between.
class LaneTasks {
 public:
  virtual ~LaneTasks() = default;
  virtual LaneTask* next() = 0;  ///< null: there are no more
  virtual void ended(LaneTask& task) = 0;
};

/// Solves all runs, by an implicit method; what a run gives depends on nothing but itself.
using LaneSolve = std::function<void(LaneTasks& tasks)>;

/// The same in the lanes of a stepper. Steps are taken together; what follows from a step, and every event, is decided
/// run by run, by the `Integration` that controls a run alone.
void solve_in_lanes(const Loop& loop, LaneStepper& stepper, LaneTasks& tasks);

}  // namespace stiction
