// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

namespace stiction::detail {

/// The states c around which a loop is symmetric, f(c + d) = -f(c - d) for every d; none where it is not. `ranges` say
/// how far displacements d go. A motion is then followed by its own mirror image, and half a period tells all.
std::optional<std::vector<double>> centre_of_symmetry(const CycleMoment& m, const StateRanges& ranges);

}  // namespace stiction::detail
