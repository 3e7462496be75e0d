// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "stiction/identification/law_fit.hpp"

namespace stiction {

/// 95 % interval of the number behind coordinate k by profile likelihood: where the sum of squares, the others fitted
/// anew, has grown by as much as 95 % of all cases do. Walks outwards from the best point; a side that never gets there
/// is open, and infinite. `deviation` of the coordinate sets the first step, `inflation` widens for residuals that are
/// not white.
std::pair<double, double> profile_interval(const ForceData& all, const LawFit& fit, std::size_t k, double deviation,
                                           double inflation);

}  // namespace stiction
