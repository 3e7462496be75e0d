// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
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
  /// An interval as the duration asks for it, what files have that give none: 10 ms, or where that would be fewer than
  /// a thousand samples 1, 2 or 5 times a power of ten, down to 50 us or twenty samples.
  static constexpr double automatic = -1;
  /// Of a run that lasts so long [s].
  double interval_over(double duration) const;
  std::vector<std::string> signals{};  ///< names; empty: all
  std::vector<std::string> slopes{};   ///< parameters by which the signals are differentiated: "friction.static_force"
  std::vector<Measure> measures{};     ///< numbers in `Trajectory::measured`
  std::size_t memory_limit = std::size_t{4} * 1024 * 1024 * 1024;  ///< [bytes]
};

inline double RecordOptions::interval_over(double duration) const {
  constexpr double longest = 0.01, shortest = 5e-5;
  if (interval != automatic) return interval;
  const double samples = std::clamp(duration / shortest, 20.0, 1000.0);
  if (!(duration < longest * samples)) return longest;
  const double asked = samples / duration * (1 - 1e-12);  // [1/s]
  double rate = std::pow(10.0, std::floor(std::log10(asked)));
  for (const double factor : {2.0, 2.5, 2.0})
    if (rate < asked) rate *= factor;
  return 1 / rate;
}

}  // namespace stiction
