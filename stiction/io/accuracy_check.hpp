// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/catalogue/named_experiment.hpp"

/// How accurate a run is: the same experiment again at a tenth of its tolerance, and how far the two lie apart. The
/// difference is the error of the first run, to about a tenth, wherever the method converges.
namespace stiction {

struct SignalDifference {
  std::string name, unit;
  double largest = 0;   ///< difference at any sample, in the unit of the signal
  double time = 0;      ///< where [s]
  double relative = 0;  ///< the same per range of the signal; 0 where both are constant and equal
  bool state = false;   ///< integrated, so continuous but for impacts; others may jump at an event
};

struct AccuracyCheck {
  double tolerance = 0;  ///< of the second run
  std::vector<SignalDifference> signals{};
  double worst = 0;        ///< largest relative difference of a state
  std::string verdict{};   ///< "good", "loose", "differs" or "no second run"
  std::string sentence{};  ///< the verdict with its numbers, and what to do

  /// The states agree to `loose_below`.
  bool holds() const { return verdict == "good" || verdict == "loose"; }
};

/// Relative differences up to which a run is called good, and loose.
inline constexpr double good_below = 1e-6, loose_below = 1e-3;

/// Runs the experiment at a tenth of its tolerance and compares with `first`, the run at its own; that one is repeated
/// where its samples are its steps. `interrupt` is called now and then with the fraction done; true ends the check, and
/// the verdict is "no second run".
AccuracyCheck check_accuracy(const NamedExperiment& experiment, const Trajectory& first,
                             const std::function<bool(double)>& interrupt = {});

}  // namespace stiction
