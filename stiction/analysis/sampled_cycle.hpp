// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

namespace stiction {

/// Periodic motion of a loop that keeps numbers outside of its states: a sampled controller (its registers, its clock),
/// a law with a memory. A return map of states cannot be shot at there, since a period is hardly ever a whole number
/// of samples; the motion itself is followed from swing to swing until it repeats, and the evidence is told: how many
/// periods were seen and how far they differ (`LimitCycle::periods_seen`, `period_spread`, `amplitude_spread`).
LimitCycle find_observed_cycle(const detail::CycleMoment& start, const CycleOptions& options);

/// What sampling has changed of a cycle: "; with a continuous controller its period is 24.4368 s". Empty where there
/// is nothing to say.
std::string beside_continuous(const LoopRun& sampled, const LimitCycle& seen, const CycleOptions& options = {});

}  // namespace stiction
