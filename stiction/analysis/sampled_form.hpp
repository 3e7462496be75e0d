// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

/// A loop whose controller is sampled, and the same loop with the controller it approximates.
namespace stiction {

/// The same loop with the controller in continuous form: no sampling, no encoder, no delay, no limit. A loop without a
/// sampled controller is returned as it is.
LoopRun continuous_form(const LoopRun& run);

/// How the controller is sampled, and the same loop sampled in another way.
SampledOptions sampling_of(const LoopRun& run);
LoopRun sampled_with(const LoopRun& run, const SampledOptions& options);

/// States of the sampled loop (plant, laws) and of its controller, from those of the continuous form.
std::pair<std::vector<double>, std::vector<double>> split_states(const Loop& continuous, const std::vector<double>& y);

}  // namespace stiction
