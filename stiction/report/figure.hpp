// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Figures as SVG: text stays text, colours can be distinguished by colour-blind readers, dark pages get light lines.
///
/// Everything is plain data with defaults: Panel{.x_label = "time [s]", .curves = {{"LuGre", t, force}}}. A unit in
/// brackets at the end of a label is read: small and large numbers get an SI prefix, 2e-5 m is drawn as 20 µm.
namespace stiction {

enum class Scale { linear, logarithmic };
enum class Stroke { solid, dashed, dotted, none };
enum class Marker { none, circle, square, triangle, cross };

/// A named line or cloud of points; as many x as y. A NaN breaks the line.
struct Curve {
  std::string label{};
  std::vector<double> x{}, y{};
  Stroke stroke = Stroke::solid;
  Marker marker = Marker::none;
  std::optional<std::size_t> colour{};  ///< place in the palette; unset: the place of the curve in its panel
  bool right = false;                   ///< measured on the axis at the right
};

/// A straight line across the panel, with a word beside it: "F_S".
struct ReferenceLine {
  double value = 0;
  std::string label{};
};

/// Spans of x with a tinted background: the phases of stick.
struct Shading {
  std::string label{};
  std::vector<std::pair<double, double>> spans{};
};

/// A value for every pair (x, y): a heat map, or a map of regions when they have names.
struct ValueMap {
  std::string label{};           ///< of the colour bar, with unit
  std::vector<double> x{}, y{};  ///< centres of the cells, increasing
  std::vector<double> values{};  ///< row by row: values[j * x.size() + i] belongs to (x[i], y[j]); NaN: left blank
  std::vector<std::string> regions{};  ///< region k holds the cells of value k
  Scale scale = Scale::linear;         ///< of the colours
};

/// Lowest and highest number of an axis.
using Limits = std::pair<double, double>;

/// One pair of axes. Labels carry the unit: "speed [m/s]".
struct Panel {
  std::string title{}, x_label{}, y_label{}, right_label{};  ///< the last for curves of another unit
  std::vector<Curve> curves{};
  Scale x_scale = Scale::linear, y_scale = Scale::linear;
  std::optional<Limits> x_limits{}, y_limits{};  ///< unset: all that there is to see
  std::vector<ReferenceLine> horizontal_lines{}, vertical_lines{};
  std::vector<Shading> shadings{};
  std::optional<ValueMap> map{};
};

/// Colours of the page: as the reader's system asks, or always light or dark, as for a PNG.
enum class Theme { automatic, light, dark };

/// Panels in a grid, row by row.
struct Figure {
  std::string title{};  ///< spoken by screen readers
  std::vector<Panel> panels{};
  std::string description{};                    ///< spoken after the title; empty: made from the panels
  std::size_t columns = 0;                      ///< 0: balanced_columns
  bool shared_x = false;                        ///< one x axis per column, named below it only
  bool shows_title = false;                     ///< draw the title; pages have headings of their own
  double panel_width = 440, panel_height = 300; /*!< of one panel with its labels, without a legend below [px] */
  Theme theme = Theme::automatic;
};

/// Columns of so many panels: up to three in a row, and rows as equal as they can be. Four are 2 x 2, five 3 + 2.
constexpr std::size_t balanced_columns(std::size_t panels) {
  const std::size_t rows = (panels + 2) / 3;
  return rows == 0 ? 1 : (panels + rows - 1) / rows;
}

/// The figure as the text of an SVG file.
std::string to_svg(const Figure& figure);

}  // namespace stiction
