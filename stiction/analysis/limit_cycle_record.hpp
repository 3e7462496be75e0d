// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/assembly/assembled_solve.hpp"

namespace stiction::detail {

/// Measures a cycle on the dense output: extremes and means of all signals, events, time at rest, and the curve.
class CycleRecord final : public AssembledObserver {
 public:
  explicit CycleRecord(const AssembledCore& core);

  bool step(const AssembledStep& step) override;
  void event(double t, std::span<const bool> fired, const double* y) override;
  /// Writes what was seen into the result.
  void finish(LimitCycle& result);

 private:
  static constexpr std::size_t parts_ = 6;
  void refine(const AssembledStep& step, std::size_t signal, std::size_t part, double sign);
  void note_speeds(const AssembledStep& step);

  const AssembledCore& core_;  ///< while it runs
  std::vector<CycleSignal> signals_{};
  std::array<std::vector<double>, parts_ + 1> values_{};  ///< all signals, at equal parts of a step
  std::vector<double> probe_{};
  Trajectory curve_{};
  std::map<std::string, std::size_t> events_{};
  struct Piece {
    double length = 0;                                     ///< [s]
    std::array<double, AssemblyLimits::contacts> speed{};  ///< in its middle
    std::array<bool, AssemblyLimits::contacts> holds{};    ///< truly at rest
  };
  std::vector<Piece> pieces_{};
  std::vector<bool> can_hold_{};  ///< contacts whose law has true rest
  double begin_ = 0, end_ = 0;
  bool begun_ = false;
};

}  // namespace stiction::detail
