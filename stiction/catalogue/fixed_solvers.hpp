// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop.hpp"

namespace stiction {

/// A solver compiled for the types of these parts, for the combinations that matter most; null for all others, which
/// are solved by parts.
FixedSolve find_fixed_solver(const LoopParts& parts);

}  // namespace stiction
