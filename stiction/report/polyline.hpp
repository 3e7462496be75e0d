// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

/// Lines in pixels: as few points as look the same.
namespace stiction {

struct Point {
  double x = 0, y = 0;
};
using Polyline = std::vector<Point>;

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// The pieces of a line inside a box; a NaN cuts it.
std::vector<Polyline> clipped(const Polyline& line, const Box& box);

/// First, lowest, highest and last point of every column of pixels, in their order. For lines that run from left to
/// right only: no peak is lost, whatever the number of points.
Polyline extremes_per_column(const Polyline& line, double column_width);

/// Leaves out points that are nearer than `tolerance` to the line through those that stay (Ramer 1972; Douglas and
/// Peucker 1973). Works for loops too.
Polyline simplified(const Polyline& line, double tolerance);

/// The line as it should be drawn: both of the above, as it needs.
Polyline decimated(const Polyline& line);

}  // namespace stiction
