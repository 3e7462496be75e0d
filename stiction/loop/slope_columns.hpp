// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

/// By what slopes are taken, and what carries them besides the states.
struct SlopeColumns {
  std::vector<std::size_t> places;  ///< of the parameters, in `Loop::parameters()`
  /// Of the registers of a sampled controller, as they stand in the branch: [register][column]. Empty: none has slopes.
  std::vector<double> registers{};

  std::size_t size() const { return places.size(); }
};

/// A corner of an input signal whose time depends on parameters.
struct MovingCorner {
  bool of_reference = false;  ///< false: an input of the plant
  std::size_t place = 0;      ///< among the inputs or references
  std::vector<double> time;   ///< slopes of its time [s per unit], one per column
};

}  // namespace stiction
