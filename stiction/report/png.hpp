// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "stiction/report/figure.hpp"

namespace stiction {

/// The program on PATH that turns SVG into PNG, rsvg-convert or inkscape; empty when there is none.
std::filesystem::path png_converter();

/// Draws a figure as PNG, `zoom` pixels per pixel of the SVG; light unless its theme is dark. Throws MissingFeature
/// when no converter is installed and FileError when it fails; then what was there before is still there.
void write_png(const std::filesystem::path& file, const Figure& figure, double zoom = 2);

}  // namespace stiction
