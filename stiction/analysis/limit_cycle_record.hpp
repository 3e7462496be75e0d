// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/loop/solve_loop.hpp"

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
  static constexpr std::size_t parts_ = 6;
  void refine(const LoopStep& step, std::size_t signal, std::size_t part, double sign);
  void note_speeds(const LoopStep& step);

  std::vector<CycleSignal> signals_{};
  std::array<std::vector<double>, parts_ + 1> values_{};  ///< all signals, at equal parts of a step
  std::vector<double> probe_{}, state_{};
  Trajectory curve_{};
  std::map<std::string, std::size_t> events_{};
  /// A contact in the middle of a part of a step.
  struct Piece {
    double length = 0;   ///< [s]
    double speed = 0;    ///< [m/s]
    bool holds = false;  ///< truly at rest
  };
  std::vector<Piece> pieces_{};   ///< contact by contact
  std::vector<bool> can_hold_{};  ///< contacts whose law has true rest
  double begin_ = 0, end_ = 0;
  bool begun_ = false;
};

}  // namespace stiction::detail
