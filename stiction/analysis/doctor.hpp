// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

enum class Severity : unsigned char {
  good,     ///< checked, and fine
  note,     ///< a property of the model to keep in mind
  warning,  ///< results will mislead, or the loop will not work as designed
  problem,  ///< cannot be right
};

/// One thing found out about an experiment.
struct Finding {
  Severity severity = Severity::good;
  std::string topic;   ///< "passivity", "encoder", ...
  std::string what;    ///< what is so, with numbers and units
  std::string why;     ///< why it matters
  std::string advice;  ///< what to do; empty: nothing
};

/// Examines an experiment: are its numbers plausible, is its law passive, is its loop certified, does its sample time
/// and its encoder resolve what its friction does, what can its law not show. Runs it once, for at most `seconds` of
/// computing, to see how fast it moves; says nothing about what does not happen in that run. The worst comes first.
/// Throws InvalidInput for an experiment that is wrong.
std::vector<Finding> examine(const NamedExperiment& experiment, double seconds = 5);

/// "good", "note", "warning", "problem".
std::string_view severity_name(Severity severity);

}  // namespace stiction
