// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "stiction/report/figure.hpp"
#include "stiction/report/polyline.hpp"

/// The few elements of SVG that figures are made of, each as text.
namespace stiction {

enum class Anchor { start, middle, end };

std::string svg_line(Point from, Point to, std::string_view style);
std::string svg_box(const Box& box, std::string_view style);
/// `style` is a class; words that do not fit `room` [px] are cut, and whole in a title.
std::string svg_text(Point at, Anchor anchor, std::string_view words, std::string_view style = "", double room = 1e9);
/// The same, read from below to above.
std::string svg_upright_text(Point at, std::string_view words, double room);

/// Commands of a path: a line, a marker around a point.
std::string path_commands(const Polyline& line);
std::string path_commands(Marker marker, Point at);
std::string svg_path(std::string_view commands, std::string_view style);

/// Classes of a curve: colour and dash.
std::string curve_style(const Curve& curve, std::size_t place);
/// Class of its colour alone: "c2".
std::string colour_style(const Curve& curve, std::size_t place);

}  // namespace stiction
