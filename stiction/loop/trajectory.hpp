// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"
#include "stiction/solvers/solve_result.hpp"

namespace stiction {

/// One signal of a run, sample by sample.
struct TrajectorySignal {
  std::string name;  ///< "friction_force"; with several contacts "motor.friction_force"
  std::string unit;  ///< "N"
  std::vector<double> values;
  Role role = Role::plain;
  /// Over the whole run, also between samples; NaN where that was not asked for.
  double lowest = std::numeric_limits<double>::quiet_NaN(), highest = std::numeric_limits<double>::quiet_NaN();

  /// Smallest and largest value: over the run where they are known, or else of the samples.
  std::pair<double, double> range() const {
    if (!std::isnan(lowest)) return {lowest, highest};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {*low, *high};
  }
};

/// Something that happened at an instant located by the solver.
struct TrajectoryEvent {
  double time = 0;      ///< [s]
  std::string contact;  ///< where: "surface"
  std::string what;     ///< "reversal", "stick", "slip", "mode", "kink"
};

/// A number that was asked for with the record.
struct MeasuredValue {
  double value = 0;
  std::string unit{}, missing{};  ///< why there is none: "velocity did not cross 0.05 often enough"
  std::string key{};              ///< its name
};

/// What a run gave: signals with names and units, events, and how it ended.
struct Trajectory {
  std::vector<double> time;  ///< [s]
  std::vector<TrajectorySignal> signals;
  std::vector<TrajectoryEvent> events;
  SolveResult result;
  std::vector<MeasuredValue> measured{};    ///< in the order they were asked for
  std::vector<MeasuredValue> servo{};       ///< how well the reference was followed; filled by a `ServoMeter`
  bool order_of_events_may_change = false;  ///< with the parameters of the slopes, which then hold on one side at best

  /// The values of a signal; a name that is not there throws, with the nearest names that are.
  const std::vector<double>& operator[](std::string_view name) const {
    std::vector<std::string_view> known;
    for (const TrajectorySignal& signal : signals) {
      if (signal.name == name) return signal.values;
      known.push_back(signal.name);
    }
    throw InvalidInput("trajectory", {{std::string(name), unknown_name_text("signal", name, known)}});
  }
  double final_value(std::string_view name) const { return (*this)[name].back(); }
};

}  // namespace stiction
