// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"

namespace stiction {

/// What a controller assumes of its plant without having been told, where that is a guess: an inertia that the plant
/// has not under that name, the friction of one contact out of several. `given` is the experiment as written.
std::vector<Finding> examine_beliefs(const NamedExperiment& given);

}  // namespace stiction
