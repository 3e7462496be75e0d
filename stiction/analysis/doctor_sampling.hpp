// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"

namespace stiction {

/// What of an experiment swings faster than its sampled controller can follow: references, inputs, a dither, filters.
/// For a resolved experiment; empty where nothing is sampled.
std::vector<Finding> examine_sampled_oscillations(const NamedExperiment& resolved);

}  // namespace stiction
