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
  /// For the mean over a step of what is known at these instants (Newton and Cotes; exact up to degree 7).
  static constexpr Row weights = {751 / 17280.0,  3577 / 17280.0, 1323 / 17280.0, 2989 / 17280.0,
                                  2989 / 17280.0, 1323 / 17280.0, 3577 / 17280.0, 751 / 17280.0};

  void take(const LoopStep& step);

  const Row& operator[](std::size_t signal) const { return signals_[signal]; }
  const Row& normal_force(std::size_t contact) const { return normal_forces_[contact]; }  ///< [N]

 private:
  std::vector<Row> signals_, normal_forces_;
  std::vector<Lanes> lane_states_, lane_signals_;
  std::vector<double> states_, at_instant_;
};

/// The highest value of a signal (sign 1), or the lowest (sign -1), between the neighbours of the sample k, which is
/// higher than they are, or lower. `probe`: room for all signals.
double extreme_around(const LoopStep& step, const StepSamples& samples, std::size_t signal, std::size_t k, double sign,
                      std::vector<double>& probe);

}  // namespace stiction
