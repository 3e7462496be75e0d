// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stiction {

/// A number to be measured while a run goes on, on its dense output, to the accuracy of the solver.
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
/// | rest_fraction                    | fraction of the time in which the signal is exactly zero |
///
/// `of` names another signal, whose value at that instant is taken instead of the time or the value. "position -
/// reference" is the difference of two signals.
struct Measure {
  std::string key, what, signal, x{}, of{}, direction = "up", unit{};
  double at = 0, from = -1e300, until = 1e300, level = 0;
  int index = 0, count = 1;
};

/// What to keep of a run.
struct RecordOptions {
  /// Time between samples [s]; 0: one sample at the end of every step of the solver, and two at every event.
  double interval = 0.01;
  std::vector<std::string> signals{};  ///< names; empty: all
  std::vector<std::string> slopes{};   ///< parameters by which the signals are differentiated: "friction.static_force"
  std::vector<Measure> measures{};     ///< numbers in `Trajectory::measured`
  std::size_t memory_limit = std::size_t{4} * 1024 * 1024 * 1024;  ///< [bytes]
};

}  // namespace stiction
