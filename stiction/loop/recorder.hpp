// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/record_options.hpp"
#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// Observes a run and writes its trajectory: states from the dense output, everything else derived from them for eight
/// samples at a time. The start and the end of a run are always recorded.
class Recorder final : public LoopObserver {
 public:
  /// Throws InvalidInput for unknown or repeated signal names.
  Recorder(const LoopRun& run, const RecordOptions& options, double start, double end, Trajectory& trajectory);

  void begin(double t, std::span<const double> y);
  bool step(const LoopStep& step) override;
  void segment_ends() override { flush(); }
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;
  /// The last samples, and the state the run ended in; call it when the run has ended.
  void finish(double t, std::span<const double> y);

 private:
  static constexpr std::size_t lanes = 8, capacity = 256;
  double sample_time(std::size_t k) const { return start_ + static_cast<double>(k) * options_.interval; }
  void choose_signals();
  void sample_inside(const LoopStep& step);
  void add_sample(double t, std::span<const double> y);
  void flush();
  void derive();

  const LoopRun& run_;
  const RecordOptions& options_;
  double start_;
  Trajectory& trajectory_;
  std::vector<std::size_t> recorded_;  ///< places of the signals wanted
  bool derive_ = false;                ///< some of them are not states
  std::size_t size_, filled_ = 0, next_ = 1, bytes_ = 0;
  // Samples, the latter two signal after signal. Not cleared: a short run would spend its time on that.
  std::unique_ptr<double[]> time_, fraction_, state_, derived_;
  std::vector<Lanes> lane_states_, lane_signals_;
};

}  // namespace stiction
