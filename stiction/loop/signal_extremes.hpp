// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// The largest and smallest value of every signal over a run, on the dense output: what happens between samples counts.
class SignalExtremes final : public LoopObserver {
 public:
  explicit SignalExtremes(const LoopRun& run);
  bool step(const LoopStep& step) override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;
  /// Writes them into the signals of the same names.
  void add_to(Trajectory& trajectory) const;

 private:
  void note(std::size_t signal, double value);

  std::vector<LoopRow> rows_;
  std::vector<double> lowest_, highest_, probe_;
};

}  // namespace stiction
