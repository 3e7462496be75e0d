// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/basin.hpp"
#include "stiction/analysis/continuation.hpp"
#include "stiction/analysis/parameter_map.hpp"
#include "stiction/report/figure.hpp"

namespace stiction {

/// One parameter: lowest and highest value of a signal, and the period. Two: regions of motion, and amplitudes.
Figure map_figure(const ParameterMap& map, const std::string& signal);

/// Which attractor a start leads to.
Figure basin_figure(const BasinMap& basins);

/// Branches of equilibria and cycles, stable parts solid, special points marked.
Figure branch_figure(const std::vector<ContinuationBranch>& branches);

}  // namespace stiction
