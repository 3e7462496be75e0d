// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/report/axis.hpp"
#include "stiction/report/legend.hpp"

/// Maps of two parameters: cells of colour, and what the colours mean.
namespace stiction {

/// Borders of cells halfway between their centres, on the scale; one more than there are centres.
std::vector<double> cell_borders(const std::vector<double>& centres, Scale scale);

/// The axis of the colour bar, upward.
Axis colour_axis(const ValueMap& map, double height);

/// The cells on a panel of this size; regions need no axis of colours. Cells finer than a pixel are sampled, not
/// averaged: a region map has no mean.
std::string map_cells_svg(const ValueMap& map, const Axis& x, const Axis& y, const Axis* colours, double width,
                          double height);

/// The bar right of a panel, its left edge at x = 0; ticks and label to its right.
std::string colour_bar_svg(const Axis& colours, double height);
inline constexpr double colour_bar_width = 14;

/// The regions that occur, for the legend.
std::vector<LegendEntry> region_entries(const ValueMap& map);

}  // namespace stiction
