// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/lane_solve.hpp"

#include "stiction/loop/lanes_under_way.hpp"

namespace stiction {

void solve_in_lanes(const Loop& loop, LaneStepper& stepper, LaneTasks& tasks) {
  LanesUnderWay<SizesOfParts>(loop, stepper, tasks).run();
}

}  // namespace stiction
