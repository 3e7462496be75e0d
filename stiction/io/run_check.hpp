// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// What is wrong with the times of a run, fields named as in [run] and [output]. Double precision counts time in steps
/// of 1.1e-16 of its size: at 1e17 s there is nothing between one sample and the next 16 s later, and a run would end
/// without having moved.
std::vector<Violation> time_violations(const RunOptions& run);

/// Throws InvalidInput when [run] and [output] are out of range or their times cannot be counted.
void require_possible_times(const RunOptions& run);

/// Throws InvalidInput when the samples of a run would not fit into memory: before the run, because it would take hours
/// to find out.
void require_room_for_samples(const NamedExperiment& experiment);

}  // namespace stiction
