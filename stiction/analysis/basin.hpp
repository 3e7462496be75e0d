// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/parameter_map.hpp"

/// Which starts lead where.
namespace stiction {

/// Where starts lead to; each attractor once.
struct Attractor {
  MotionKind kind = MotionKind::other;
  std::string sentence{};
  double period = 0;  ///< [s]; 0: none
  std::vector<CycleSignal> signals{};
  std::size_t starts = 0;  ///< of the grid that lead here
};

struct BasinMap {
  static constexpr std::size_t unknown = static_cast<std::size_t>(-1);  ///< not computed, or no attractor found
  ParameterMap map;                                                     ///< point by point, with reasons
  std::vector<Attractor> attractors{};                                  ///< in the order of the grid
  std::vector<std::size_t> attractor_of{};  ///< point by point: its place in `attractors`, or `unknown`
};

/// The axes are starts: "plant.initial.velocity", "friction.initial.deflection". Attractors are the same when their
/// kind is, and their periods and the ranges of the plant's states agree to `alike`. States of rest are all one
/// attractor: where friction holds there are infinitely many of them.
BasinMap map_basins(const NamedExperiment& experiment, std::vector<MapAxis> axes, const MapOptions& options = {},
                    double alike = 1e-3);

}  // namespace stiction
