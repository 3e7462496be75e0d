// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "stiction/report/figure.hpp"

/// Colours that people with any colour vision can distinguish, on light and on dark pages.
namespace stiction {

/// Curves have seven colours; the eighth has the first one again, and another dash.
inline constexpr std::size_t colour_count = 7;

/// The class that all selectors of a figure start with, so that a page may hold figures of different themes.
std::string figure_class(Theme theme);

/// What the classes of a figure look like: c0 to c6 carry the colours.
std::string style_sheet(Theme theme);

/// Colour of a fraction in [0, 1] of a heat map: dark blue over grey to yellow, "#rrggbb". Equal steps look equal and
/// print as equal steps of grey.
std::string map_colour(double fraction);

}  // namespace stiction
