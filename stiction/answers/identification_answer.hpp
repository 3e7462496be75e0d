// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/design.hpp"
#include "stiction/identification/identify.hpp"
#include "stiction/identification/output_score.hpp"
#include "stiction/identification/watch.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Recordings, the laws compared, and the numbers of the chosen one with what is certain about them.
/// `law`: the chosen one as `experiment_with` gives it.
Json identification_answer(const NamedExperiment& law, const ForceData& data, const Identification& found, double seed);
/// The experiment with the numbers found by simulation, and how well it explains what was measured.
Json output_error_answer(const OutputErrorFit& fit, const OutputErrorScore& score);
/// Motions, best first, with the error bars they would give.
Json design_answer(const NamedExperiment& law, const std::vector<DesignedMotion>& motions);
/// The law's numbers in each recording, and those that changed.
Json watch_answer(const NamedExperiment& law, const WatchResult& result);

}  // namespace stiction
