// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "stiction/loop/part_table.hpp"

namespace stiction {

class LoopStep;

/// All signals at eight equally spaced instants of a step, both ends among them. Observers that look at every step
/// share them: the laws are evaluated once, in SIMD lanes where they can be.
class StepSamples {
 public:
  static constexpr std::size_t count = 8;
  using Row = std::array<double, count>;
  static constexpr double fraction(std::size_t k) { return static_cast<double>(k) / (count - 1); }

  void take(const LoopStep& step);

  const Row& operator[](std::size_t signal) const { return signals_[signal]; }
  const Row& normal_force(std::size_t contact) const { return normal_forces_[contact]; }  ///< [N]

 private:
  std::vector<Row> signals_, normal_forces_;
  std::vector<Lanes> lane_states_, lane_signals_;
  std::vector<double> states_, at_instant_;
};

/// The integral over a step of unit length of what has these values (Newton and Cotes; exact up to degree 7).
inline double mean_over_step(const StepSamples::Row& values) {
  constexpr StepSamples::Row weights = {751, 3577, 1323, 2989, 2989, 1323, 3577, 751};
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += weights[k] / 17280 * values[k];
  return sum;
}

}  // namespace stiction
