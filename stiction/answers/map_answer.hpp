// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/basin.hpp"
#include "stiction/analysis/continuation.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// "hopf", "fold", ...
std::string_view special_point_name(SpecialPointKind kind);

/// Axes and points of a map.
Json map_answer(const NamedExperiment& experiment, const ParameterMap& map);
/// The same with what starts lead to, and for every point its place in that list; null where nothing was found.
Json basin_answer(const NamedExperiment& experiment, const BasinMap& basins);
/// Branches of equilibria and cycles with their special points.
Json branches_answer(const NamedExperiment& experiment, const std::vector<ContinuationBranch>& branches);

}  // namespace stiction
