// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/report/legend.hpp"

namespace stiction {

/// Classes of shading number i of a panel.
std::string shading_style(std::size_t i);

/// The names a legend of the panel has to give; the axes name an only curve.
std::vector<LegendEntry> legend_entries(const Panel& panel);

/// One legend for all panels: that of the panel with most names, where no other panel shows anything else or uses its
/// colours for anything else. Empty where panels disagree, or where fewer than two need a legend.
std::vector<LegendEntry> common_legend(const std::vector<Panel>& panels);

}  // namespace stiction
