// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/record_options.hpp"
#include "stiction/loop/sensitivity.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// Records the slopes of signals by parameters at the samples of a run's trajectory. An observer of the run; afterwards
/// `add_to` puts them beside the signals, as "d position/d friction.static_force" in "m/N".
class SlopeRecorder final : public LoopObserver {
 public:
  /// Throws InvalidInput for parameters by which the run has no slopes.
  SlopeRecorder(const LoopRun& run, std::vector<std::size_t> parameters, const RecordOptions& options, double start);

  bool step(const LoopStep& step) override;
  void segment_ends() override { sensitivity_.segment_ends(); }
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;

  void add_to(Trajectory& trajectory) const;
  const LoopSensitivity& sensitivity() const { return sensitivity_; }

 private:
  void add_sample(const LoopRun& run, double t, const double* y, const double* s);

  const RecordOptions& options_;
  double start_;
  std::size_t next_ = 1;
  LoopRun begins_;  ///< the run at its start, where an event may come before any step
  LoopSensitivity sensitivity_;
  std::vector<LoopRow> signals_, rows_;       ///< of the run, of the parameters
  std::vector<std::vector<double>> samples_;  ///< each [signal][parameter]
  std::vector<double> last_;                  ///< at the end of the last step
};

}  // namespace stiction
