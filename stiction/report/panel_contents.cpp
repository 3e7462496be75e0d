// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/panel_contents.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "stiction/report/markup_text.hpp"
#include "stiction/report/panel_legend.hpp"
#include "stiction/report/svg_parts.hpp"
#include "stiction/report/value_map.hpp"

namespace stiction {
namespace {

/// Draws one layer after the other and records the area they cover.
class Contents {
 public:
  Contents(const Panel& panel, const PlotArea& area) : panel_(panel), area_(area), space_(area.width, area.height) {}

  PanelContents drawn(const std::optional<Axis>& colours, double room_below) {
    if (panel_.map) {
      svg_ += map_cells_svg(*panel_.map, area_.x, area_.y, colours ? &*colours : nullptr, area_.width, area_.height);
      space_.take(Box{0, 0, area_.width, area_.height});
    }
    for (std::size_t i = 0; i < panel_.shadings.size(); ++i) draw_shading(panel_.shadings[i], shading_style(i));
    for (const ReferenceLine& r : panel_.horizontal_lines) draw_reference(level_line(r));
    for (const ReferenceLine& r : panel_.vertical_lines) draw_reference(upright_line(r));
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) draw_curve(panel_.curves[i], i);
    Legend legend(room_below > 0 ? legend_entries(panel_) : std::vector<LegendEntry>{}, space_, area_.width,
                  area_.height, room_below);
    for (const ReferenceLine& r : panel_.horizontal_lines) name_level_line(r);
    for (const ReferenceLine& r : panel_.vertical_lines) name_upright_line(r);
    return {svg_, legend};
  }

 private:
  void draw_shading(const Shading& shading, const std::string& style) {
    std::string commands;
    for (const auto& [from, to] : shading.spans) {
      const double left = std::clamp(area_.width * area_.x.place(from), 0.0, area_.width);
      const double right = std::clamp(area_.width * area_.x.place(to), 0.0, area_.width);
      if (!(right > left)) continue;
      commands += "M" + pixel_text(left) + " 0H" + pixel_text(right) + "V" + pixel_text(area_.height) + "H" +
                  pixel_text(left) + "z";
    }
    svg_ += svg_path(commands, style);
  }

  void draw_curve(const Curve& curve, std::size_t place) {
    const std::size_t size = std::min(curve.x.size(), curve.y.size());
    Polyline line(size);
    for (std::size_t i = 0; i < size; ++i) line[i] = area_.pixel(curve.x[i], curve.y[i], curve.right);
    if (curve.stroke != Stroke::none) {
      std::string commands;
      // A little outside the frame, where the line leaves it; far away SVG would lose digits.
      for (const Polyline& piece : clipped(line, {-20, -20, area_.width + 20, area_.height + 20})) {
        const Polyline few = decimated(piece);
        space_.take(few);
        commands += path_commands(few);
      }
      svg_ += svg_path(commands, curve_style(curve, place));
    }
    if (curve.marker != Marker::none) draw_markers(curve, place, line);
  }

  /// Points that fall on the same half pixel are drawn once. On a long line the markers only distinguish it from
  /// others, so there they keep their distance.
  void draw_markers(const Curve& curve, std::size_t place, const Polyline& points) {
    const bool thinned = curve.stroke != Stroke::none && points.size() > 100;
    std::set<std::pair<long, long>> seen;
    std::string commands;
    Point last{-1e9, -1e9};
    for (const Point& p : points) {
      if (!(p.x >= -0.01 && p.x <= area_.width + 0.01 && p.y >= -0.01 && p.y <= area_.height + 0.01)) continue;
      if (thinned && std::hypot(p.x - last.x, p.y - last.y) < 24) continue;
      if (!seen.emplace(std::lround(2 * p.x), std::lround(2 * p.y)).second) continue;
      commands += path_commands(curve.marker, p);
      space_.take(Box{p.x - 4, p.y - 4, p.x + 4, p.y + 4});
      last = p;
    }
    svg_ += svg_path(commands, "mark " + colour_style(curve, place));
  }

  Polyline level_line(const ReferenceLine& r) const {
    const double y = area_.height * (1 - area_.y.place(r.value));
    return {{0, y}, {area_.width, y}};
  }
  Polyline upright_line(const ReferenceLine& r) const {
    const double x = area_.width * area_.x.place(r.value);
    return {{x, 0}, {x, area_.height}};
  }
  bool is_seen(const Polyline& line) const {
    return line[0].x >= 0 && line[1].x <= area_.width && line[0].y >= 0 && line[1].y <= area_.height;  // false for NaN
  }
  void draw_reference(const Polyline& line) {
    if (!is_seen(line)) return;
    space_.take(line);
    svg_ += svg_line(line[0], line[1], "reference c6");
  }

  /// The words go to the first place that covers nothing, else to the first of all.
  void write_beside(const std::string& words, const std::vector<Point>& lower_left_corners) {
    if (words.empty()) return;
    const double width = text_width(words);
    const auto box = [&](Point p) { return Box{p.x, p.y - 12, p.x + width, p.y}; };
    Point at = lower_left_corners.front();
    for (const Point p : lower_left_corners)
      if (space_.is_free(box(p))) {
        at = p;
        break;
      }
    space_.take(box(at));
    svg_ += svg_text({at.x, at.y - 2}, Anchor::start, words, "note");
  }
  void name_level_line(const ReferenceLine& r) {
    const Polyline line = level_line(r);
    if (!is_seen(line)) return;
    const double y = line[0].y, above = y - 4, below = y + 17, right = area_.width - text_width(r.label) - 6;
    const double middle = right / 2;
    if (y < 20)
      write_beside(r.label, {{right, below}, {6, below}, {middle, below}});
    else
      write_beside(r.label, {{right, above}, {right, below}, {6, above}, {6, below}, {middle, above}, {middle, below}});
  }
  void name_upright_line(const ReferenceLine& r) {
    const Polyline line = upright_line(r);
    if (!is_seen(line)) return;
    const double width = text_width(r.label);
    double right = line[0].x + 5, left = line[0].x - 5 - width;
    if (right + width > area_.width) right = left;
    if (left < 0) left = right;
    std::vector<Point> corners;
    for (double y = 18; y < area_.height; y += 8) corners.insert(corners.end(), {{right, y}, {left, y}});
    write_beside(r.label, corners);
  }

  const Panel& panel_;
  const PlotArea& area_;
  FreeSpace space_;
  std::string svg_;
};

}  // namespace

PanelContents panel_contents(const Panel& panel, const PlotArea& area, const std::optional<Axis>& colours,
                             double room_below) {
  return Contents(panel, area).drawn(colours, room_below);
}

}  // namespace stiction
