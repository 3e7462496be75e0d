// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/step_samples.hpp"

namespace stiction::detail {

/// Measures a cycle on the dense output: extremes and means of all signals, events, time at rest, and the curve.
class CycleRecord final : public LoopObserver {
 public:
  explicit CycleRecord(const LoopRun& core);

  bool step(const LoopStep& step) override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;
  /// Writes what was seen into the result.
  void finish(LimitCycle& result);

 private:
  void note(const LoopStep& step, std::size_t signal, const StepSamples::Row& values);
  void refine(const LoopStep& step, std::size_t signal, std::size_t instant, double sign);
  void note_speeds(const LoopStep& step);

  std::vector<CycleSignal> signals_{};
  StepSamples samples_{};  ///< its own: the contacts of its evaluation are asked for too
  std::vector<double> probe_{}, state_{};
  std::vector<StepSamples::Row> speeds_{};  ///< contact by contact
  Trajectory curve_{};
  std::map<std::string, std::size_t> events_{};
  /// A contact between two instants of a step.
  struct Piece {
    double length = 0;   ///< [s]
    double speed = 0;    ///< [m/s]
    bool holds = false;  ///< truly at rest
  };
  std::vector<Piece> pieces_{};   ///< contact by contact
  std::vector<bool> can_hold_{};  ///< contacts whose law has true rest, exactly or in a zero-velocity band
  double begin_ = 0, end_ = 0;
  bool begun_ = false;
};

}  // namespace stiction::detail
