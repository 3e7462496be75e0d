// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/polyline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

/// The part of the segment a-b inside the box, as two fractions of it; false when there is none (Liang and Barsky
/// 1984).
bool part_inside(Point a, Point b, const Box& box, double& from, double& to) {
  from = 0, to = 1;
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double run[] = {-dx, dx, -dy, dy};
  const double room[] = {a.x - box.left, box.right - a.x, a.y - box.top, box.bottom - a.y};
  for (int side = 0; side < 4; ++side) {
    if (run[side] == 0 && room[side] < 0) return false;
    if (run[side] < 0) from = std::max(from, room[side] / run[side]);
    if (run[side] > 0) to = std::min(to, room[side] / run[side]);
  }
  return from <= to;
}

double distance_to_chord(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double fraction = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - fraction * dx, p.y - a.y - fraction * dy);
}

bool runs_rightward(const Polyline& line) {
  return std::is_sorted(line.begin(), line.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
}

}  // namespace

std::vector<Polyline> clipped(const Polyline& line, const Box& box) {
  std::vector<Polyline> pieces;
  bool connected = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point b = line[i];
    const bool drawn = std::isfinite(b.x) && std::isfinite(b.y);
    const bool after_a_point = i > 0 && std::isfinite(line[i - 1].x) && std::isfinite(line[i - 1].y);
    double from = 0, to = 0;
    if (!drawn || !part_inside(after_a_point ? line[i - 1] : b, b, box, from, to)) {
      connected = false;
      continue;
    }
    const Point a = after_a_point ? line[i - 1] : b;
    const auto at = [&](double fraction) { return Point{a.x + fraction * (b.x - a.x), a.y + fraction * (b.y - a.y)}; };
    if (!connected || from > 0) {
      pieces.emplace_back();
      if (after_a_point) pieces.back().push_back(at(from));
    }
    pieces.back().push_back(to < 1 ? at(to) : b);
    connected = to >= 1;
  }
  return pieces;
}

Polyline extremes_per_column(const Polyline& line, double column_width) {
  Polyline kept;
  for (std::size_t i = 0; i < line.size();) {
    const double column = std::floor(line[i].x / column_width);
    std::size_t low = i, high = i, next = i;
    for (; next < line.size() && std::floor(line[next].x / column_width) == column; ++next) {
      if (line[next].y < line[low].y) low = next;
      if (line[next].y > line[high].y) high = next;
    }
    std::size_t chosen[] = {i, std::min(low, high), std::max(low, high), next - 1};
    for (std::size_t k = 0; k < 4; ++k)
      if (k == 0 || chosen[k] != chosen[k - 1]) kept.push_back(line[chosen[k]]);
    i = next;
  }
  return kept;
}

Polyline simplified(const Polyline& line, double tolerance) {
  constexpr std::size_t piece = 2048;  // bounds the cost of a bad case; its ends are always kept
  std::vector<char> keep(line.size(), 0);
  std::vector<std::pair<std::size_t, std::size_t>> open;
  for (std::size_t start = 0; start + 1 < line.size(); start += piece)
    open.emplace_back(start, std::min(start + piece, line.size() - 1));
  if (!line.empty()) keep.front() = keep.back() = 1;
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    keep[first] = keep[last] = 1;
    double farthest = tolerance;
    std::size_t at = first;
    for (std::size_t i = first + 1; i < last; ++i)
      if (const double d = distance_to_chord(line[i], line[first], line[last]); d > farthest) farthest = d, at = i;
    if (at == first) continue;
    open.emplace_back(first, at);
    open.emplace_back(at, last);
  }
  Polyline kept;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (keep[i] != 0) kept.push_back(line[i]);
  return kept;
}

Polyline decimated(const Polyline& line) {
  constexpr double column_width = 0.5, tolerance = 0.05;  // pixels; below what a printer shows
  return simplified(runs_rightward(line) ? extremes_per_column(line, column_width) : line, tolerance);
}

}  // namespace stiction
