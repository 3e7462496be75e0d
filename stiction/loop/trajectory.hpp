// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
};

/// Something that happened at an instant located by the solver.
struct TrajectoryEvent {
  double time = 0;      ///< [s]
  std::string contact;  ///< where: "surface"
  std::string what;     ///< "reversal", "stick", "slip", "mode", "kink"
};

/// What a run gave: signals with names and units, events, and how it ended.
struct Trajectory {
  std::vector<double> time;  ///< [s]
  std::vector<TrajectorySignal> signals;
  std::vector<TrajectoryEvent> events;
  SolveResult result;

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
