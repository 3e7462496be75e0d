// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

/// Line figures as SVG: text stays text, colours are told apart by colour-blind readers, dark pages get light lines.
namespace stiction {

/// A named line; as many x as y. A NaN breaks the line.
struct Curve {
  std::string label;
  std::vector<double> x, y;
};

enum class Scale { linear, logarithmic };

/// One pair of axes. Labels carry the unit: "speed [m/s]".
struct Panel {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  Scale x_scale = Scale::linear;
};

/// Panels side by side, each with its own axes and legend.
struct Figure {
  std::string title;  ///< spoken by screen readers, not drawn
  std::vector<Panel> panels;
};

/// The figure as the text of an SVG file. Curves without a finite point are named in the legend only.
std::string to_svg(const Figure& figure);

/// Round numbers in [low, high], about `count` of them: multiples of 1, 2 or 5 times a power of ten.
std::vector<double> round_ticks(double low, double high, int count);

}  // namespace stiction
