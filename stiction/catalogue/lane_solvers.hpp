// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_solve.hpp"

namespace stiction {

/// A solver of many runs of a loop at once in the SIMD lanes of this processor; empty where there is none, and each run
/// is to be solved by itself. `why_not`, if any, is told why.
LaneSolve find_lane_solver(const Loop& loop, std::string* why_not = nullptr);
/// The same by parts in any case, also where the combination is compiled as types.
LaneSolve find_lane_solver_by_parts(const Loop& loop, std::string* why_not = nullptr);

}  // namespace stiction
