// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "stiction/report/figure.hpp"
#include "stiction/report/terminal.hpp"

namespace stiction {

/// A panel as text: axes with ticks and units as in an SVG figure, curves as dots of braille, each in its own colour;
/// in ASCII, and for several curves without colours, each curve has its own sign. Maps, shadings and reference lines
/// are not shown.
std::string terminal_plot(const Panel& panel, const Terminal& terminal);

}  // namespace stiction
