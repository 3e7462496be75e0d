// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/catalogue/named_experiment.hpp"

/// What an experiment does over a grid of one or two of its numbers.
namespace stiction {

struct MapAxis {
  std::string path;  ///< "input.pull_speed"
  double low = 0, high = 1;
  std::size_t count = 11;
  bool logarithmic = false;

  double value(std::size_t i) const;  ///< 0 <= i < count
  /// All values, both ends exactly.
  std::vector<double> values() const;
};

struct MapOptions {
  std::vector<std::string> signals{};  ///< whose range and mean are kept; empty: the states of the plant
  CycleOptions cycle{};                ///< its `progress` is not used
  std::size_t threads = 0;             ///< 0: as many as the machine has; results do not depend on it
  /// Called from one thread at a time with the fraction done; true: stop, and keep what was computed.
  std::function<bool(double fraction)> progress{};
};

enum class MotionKind : unsigned char { not_computed, rest, steady, limit_cycle, other };

struct MapPoint {
  std::vector<double> values{};  ///< of the axes
  MotionKind kind = MotionKind::not_computed;
  CycleVerdict verdict = CycleVerdict::none_found;
  std::string sentence{};  ///< the verdict, or why it could not be computed
  double period = 0;       ///< [s]; 0: none
  double largest_multiplier = 0;
  double rest_fraction = 0;
  std::vector<CycleSignal> signals{};
};

struct ParameterMap {
  std::vector<MapAxis> axes;
  std::vector<std::string> units;  ///< of the axes
  std::vector<MapPoint> points;    ///< the first axis varies fastest
  bool complete = false;
  std::size_t count(MotionKind kind) const;
};

/// Every point is found by itself, from the start the experiment gives and by the flow alone, so that it shows where
/// that start leads to. A point that fails carries its reason. Paths that do not exist throw InvalidInput.
ParameterMap map_parameters(const NamedExperiment& experiment, std::vector<MapAxis> axes,
                            const MapOptions& options = {});

/// In one word: "rest", "steady", "limit cycle", "other", "not computed".
std::string_view motion_word(MotionKind kind);

namespace detail {
/// Grid point i: the experiment with the values of the axes set.
std::vector<double> grid_values(const std::vector<MapAxis>& axes, std::size_t i);
std::size_t grid_size(const std::vector<MapAxis>& axes);
void require_axes(const std::vector<MapAxis>& axes);
}  // namespace detail

}  // namespace stiction
