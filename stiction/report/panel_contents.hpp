// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/report/axis.hpp"
#include "stiction/report/legend.hpp"

namespace stiction {

/// The inside of a pair of axes, its upper left corner at (0, 0).
struct PlotArea {
  const Axis& x;
  const Axis& y;
  const Axis& right;     ///< of curves that are measured there; else that of y
  double width, height;  ///< [px]

  Point pixel(double at_x, double at_y, bool at_right = false) const {
    return {width * x.place(at_x), height * (1 - (at_right ? right : y).place(at_y))};
  }
};

/// What is seen inside the axes, and the names of it.
struct PanelContents {
  std::string svg;
  Legend legend;
};

/// Map, shadings, curves, reference lines and legend of a panel. `colours` is the axis of a heat map;
/// `room_below` the width for a legend that finds no free corner, 0 for no legend at all [px].
PanelContents panel_contents(const Panel& panel, const PlotArea& area, const std::optional<Axis>& colours,
                             double room_below);

}  // namespace stiction
