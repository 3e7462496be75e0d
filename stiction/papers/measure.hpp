// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "stiction/loop/solve_loop.hpp"

/// Numbers measured while a run goes on, on its dense output, to the accuracy of the solver.
///
/// | what                          | is                                                                               |
/// |-------------------------------|----------------------------------------------------------------------------------|
/// | value                         | the signal at the time `at`                                                      |
/// | final                         | the signal at the end                                                            |
/// | maximum, minimum              | its largest and smallest value between `from` and `until`                        |
/// | time_of_maximum, ..._minimum  | when that is                                                                     |
/// | amplitude                     | half of largest less smallest                                                    |
/// | local_maximum, local_minimum  | the value at its turn number `index` (from 0; negative: from the last)           |
/// | time_of_local_maximum, ...    | when that is                                                                     |
/// | crossing                      | the time of its crossing of `level` number `index`, `direction` up, down or both |
/// | crossings                     | how many there are                                                               |
/// | period                        | mean time between the last `count` + 1 crossings                                 |
/// | area                          | integral of the signal over `x`, another signal: a loop's work                   |
/// | integral, mean                | integral over time, and divided by it                                            |
/// | rest_share                    | fraction of the time in which the signal is exactly zero                         |
///
/// `of` names another signal, whose value at that instant is taken instead of the time or the value. "position -
/// reference" is the difference of two signals.
namespace stiction {

struct Measure {
  std::string key, what, signal, x{}, of{}, direction = "up", unit{};
  double at = 0, from = -1e300, until = 1e300, level = 0;
  int index = 0, count = 1;
};

/// A signal of a run by its name, or the difference of two: "position - reference".
struct SignalName {
  std::string name, less{};  ///< `less` is empty for a signal alone

  explicit SignalName(const std::string& text);
};

/// Observes a run and measures. Add everything first; ask when the run has ended.
class Measurements final : public LoopObserver {
 public:
  /// Throws InvalidInput for a signal or a kind of measurement that does not exist.
  Measurements(const LoopRun& core, std::vector<Measure> all);
  ~Measurements() override;

  bool step(const LoopStep& step) override;

  struct Number {
    double value = 0;
    std::string unit, missing{};  ///< why there is none: "velocity never crossed 0.05"
  };
  /// In the order they were given.
  std::vector<Number> numbers() const;

 private:
  struct Gauge;
  std::vector<std::unique_ptr<Gauge>> gauges_;
};

}  // namespace stiction
