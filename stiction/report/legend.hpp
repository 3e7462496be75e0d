// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/report/figure.hpp"
#include "stiction/report/free_space.hpp"

namespace stiction {

/// A sample of what is drawn, and its name.
struct LegendEntry {
  std::string label;
  std::string line_style{};  ///< classes; empty: no line
  std::string mark_style{};
  Marker marker = Marker::none;
  std::string area_style{};

  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

/// Names of what a panel shows: inside it where nothing is covered, else in rows below it.
class Legend {
 public:
  Legend() = default;
  /// Takes a free corner, and marks it as taken. `room` is the width there is below the panel [px].
  Legend(std::vector<LegendEntry> entries, FreeSpace& space, double width, double height, double room);

  /// In rows, `room` wide.
  Legend(std::vector<LegendEntry> entries, double room);

  bool is_inside() const { return inside_.has_value(); }
  double height_below() const;  ///< [px]
  std::string svg_inside() const;
  std::string svg_below(Point corner) const;

 private:
  void lay_out_below();
  static constexpr double row_height = 18, sample_width = 24, gap = 8;
  double entry_width(const LegendEntry& entry) const;
  std::string entry_svg(const LegendEntry& entry, Point left_middle) const;

  std::vector<LegendEntry> entries_;
  std::optional<Box> inside_;
  double room_ = 0;
  std::vector<Point> places_;  // of the entries below, from the corner
};

}  // namespace stiction
