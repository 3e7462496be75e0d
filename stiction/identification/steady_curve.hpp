// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "stiction/identification/force_data.hpp"

namespace stiction {

/// The curve of steady friction that is seen in a motion, as the best of those with the shape
/// level + excess exp(-(v / speed)^2) + drag v: where the search for a law with the Stribeck effect begins.
///
/// `friction` is the measured force less what stands beside friction. Rows count once the body has moved three times
/// `distance` since it turned round; they are joined in bins of speed, so that the slow ones, few and short, count as
/// much as the others. A speed of 0: no fall is seen.
FrictionSizes::Falling falling_curve(const ForceData& data, const std::vector<double>& friction, double distance);

}  // namespace stiction
