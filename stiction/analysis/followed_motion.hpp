// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

namespace stiction::detail {

/// References of a controller that is asked for the motion there is: no error, so that none of its limits is reached.
struct FollowedMotion {
  FollowedMotion(const ControllerPart& controller, const Measured<double>& seen);
  std::vector<double> values, rates;
};

/// Makes the controller of a continuous loop follow the motion in y: its references are that motion, and its models of
/// friction slide as the contacts do.
void follow_motion(LoopRun& run, double t, std::vector<double>& y);

}  // namespace stiction::detail
