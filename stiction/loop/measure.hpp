// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "stiction/loop/record_options.hpp"
#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/trajectory.hpp"

/// Numbers measured while a run goes on, on its dense output, to the accuracy of the solver.
namespace stiction {

/// "value", "final", "maximum", ...: what a measure can be; see `Measure`.
std::span<const std::string_view> measure_kinds();

/// A signal of a run by its name, or the difference of two: "position - reference".
struct SignalName {
  std::string name, less{};  ///< `less` is empty for a signal alone

  explicit SignalName(const std::string& text);
};

/// Observes a run and measures. Add everything first; ask when the run has ended.
class Measurements final : public LoopObserver {
 public:
  /// Throws InvalidInput for a signal or a kind of measurement that does not exist. Who knows when the run will end
  /// says so: what is measured there alone costs nothing before.
  Measurements(const LoopRun& core, std::vector<Measure> all, double end = -std::numeric_limits<double>::infinity());
  ~Measurements() override;

  bool step(const LoopStep& step) override;

  /// In the order they were given.
  std::vector<MeasuredValue> numbers() const;
  std::vector<std::string> units() const;

 private:
  struct Gauge;
  void sleep();

  std::vector<std::unique_ptr<Gauge>> gauges_;
  std::vector<Gauge*> timed_, others_;  ///< values at a time, in the order of their times, and what takes longer
  std::vector<Gauge*>::iterator next_;  ///< of those at a time
  double others_begin_ = std::numeric_limits<double>::infinity();
};

}  // namespace stiction
