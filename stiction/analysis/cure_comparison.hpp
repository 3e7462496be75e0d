// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/catalogue/named_experiment.hpp"

/// Which cure is best: the same plant, friction, sensor, drive and reference for every compensator, and a PID baseline
/// tuned to what the others are allowed.
namespace stiction {

/// What a loop does in a run.
struct LoopScore {
  double error = 0;          ///< root mean square of the tracking error [m]
  double final_error = 0;    ///< largest error in the last fifth of the run [m]
  double settling_time = 0;  ///< after which the error stays within a twentieth of its largest; NaN: never [s]
  double effort = 0;         ///< root mean square of the control force [N]
  double chatter = 0;        ///< root mean square of its change per sample [N]
  bool hunts = false;        ///< at a set-point the load goes on moving to and fro
  double swing = 0;          ///< how far, from end to end [m]
  std::string problem{};     ///< why there are no numbers
};

/// One parameter of the true friction moved while the controller goes on believing the old one.
struct RobustnessScore {
  std::string parameter;
  double share = 0;  ///< +0.3: 30 % more
  LoopScore score;
};

struct Cure {
  std::string label;     ///< "PID", "friction observer"
  NamedPart controller;  ///< complete, as it was run
  LoopScore nominal;
  std::vector<RobustnessScore> moved{};
  double worst_error = 0;         ///< over all moved parameters [m]
  std::string worst_parameter{};  ///< and which it was: "static_force -30 %"
  bool over_compensates = false;  ///< less friction than believed, and it hunts although it did not before
  std::vector<double> time{}, tracking_error{};  ///< of the nominal run, for a figure [s], [m]
  std::string sentence{};
};

struct CureComparison {
  std::vector<Cure> cures;                       ///< the best tracking error first
  double effort_budget = 0, chatter_budget = 0;  ///< what the tuned PID was allowed [N]
  std::string unit = "m";                        ///< of positions: m or rad
  std::string sentence{};
};

struct CompareOptions {
  double share = 0.3;  ///< how far each friction parameter is moved
  unsigned threads = 2;
  std::function<bool(double share_done)> progress{};  ///< true: stop, and keep what there is
};

/// Compares cures for a servo. The experiment needs a controller with gains and a reference; without
/// [controller.sampled] every controller runs at 1 kHz with an ideal sensor. Throws InvalidInput when it cannot be
/// compared.
CureComparison compare_cures(const NamedExperiment& servo, const CompareOptions& options = {});

}  // namespace stiction
