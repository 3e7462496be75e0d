// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "stiction/analysis/loop_score.hpp"
#include "stiction/loop/solve_loop.hpp"

/// Observers that measure a servo loop on the dense output, without storing its samples.
namespace stiction {

/// Where position, reference and control stand among the signals of a loop.
struct PositionLoop {
  std::size_t position = 0, reference = 0, control = 0;
  explicit PositionLoop(const LoopRun& run);  ///< throws InvalidInput where there is no position
};

/// Reads the loop at equal parts of every step, ends included.
class LoopMeter : public LoopObserver {
 public:
  static constexpr std::size_t parts = StepSamples::count - 1;
  struct Reading {
    double t = 0, position = 0, reference = 0, control = 0;
    double error() const { return position - reference; }
  };
  explicit LoopMeter(const LoopRun& run) : signals_(run) {}
  bool step(const LoopStep& step) final;

 protected:
  virtual void read(const std::array<Reading, parts + 1>& readings, double length) = 0;

 private:
  PositionLoop signals_;
};

/// Errors and effort of a run.
class TrackingMeter final : public LoopMeter {
 public:
  TrackingMeter(const LoopRun& run, double begin, double end, double sample_time)
      : LoopMeter(run), begin_(begin), end_(end), sample_time_(sample_time), largest_(spans) {}
  void finish(LoopScore& score, ErrorCurve* curve) const;

 private:
  static constexpr std::size_t spans = 4000;
  void read(const std::array<Reading, parts + 1>& readings, double length) override;
  double begin_, end_, sample_time_;
  double error_squared_ = 0, control_squared_ = 0, rate_squared_ = 0, jumps_squared_ = 0;  ///< integrals, and a sum
  double last_control_ = 0, final_error_ = 0;
  bool begun_ = false;
  std::vector<double> largest_;  ///< error in each span of the time, with its sign
};

/// Does the load lie still in the second half of a run?
class RestMeter final : public LoopMeter {
 public:
  RestMeter(const LoopRun& run, double begin, double end)
      : LoopMeter(run), begin_(begin), end_(end), low_(spans, 1e300), high_(spans, -1e300) {}
  void finish(LoopScore& score, double still) const;
  /// How much the force changed in the second half [N]: a load that lies still under a force that grows will move.
  double change_of_force() const { return std::abs(last_force_ - first_force_); }

 private:
  static constexpr std::size_t spans = 4000;
  void read(const std::array<Reading, parts + 1>& readings, double length) override;
  double begin_, end_, rest_error_ = 0;
  double first_force_ = std::numeric_limits<double>::quiet_NaN(), last_force_ = 0;
  std::vector<double> low_, high_;  ///< position in each span of the second half
};

}  // namespace stiction
