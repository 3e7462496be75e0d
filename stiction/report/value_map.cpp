// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/value_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "stiction/report/markup_text.hpp"
#include "stiction/report/palette.hpp"
#include "stiction/report/svg_parts.hpp"

namespace stiction {
namespace {

constexpr int colour_levels = 128;

/// Pixels between the borders of each cell that is at least half a pixel wide; cells that vanish are left out.
struct Strip {
  std::size_t index;
  double from, to;
};
std::vector<Strip> strips(const std::vector<double>& centres, const Axis& axis, double length) {
  const std::vector<double> borders = cell_borders(centres, axis.scale());
  std::vector<Strip> all;
  double reached = -1e9;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const double from = std::max(reached, length * axis.place(borders[i])), to = length * axis.place(borders[i + 1]);
    if (!(to - from >= 0.5)) continue;  // its neighbour takes the room
    if (to > 0 && from < length) all.push_back({i, std::clamp(from, 0.0, length), std::clamp(to, 0.0, length)});
    reached = to;
  }
  return all;
}

/// Colour of a value: a region, or a level of the bar; -1 for none.
int level(const ValueMap& map, const Axis* colours, double value) {
  if (!std::isfinite(value)) return -1;
  if (!map.regions.empty())
    return value >= 0 && value < static_cast<double>(map.regions.size()) ? static_cast<int>(value) : -1;
  const double fraction = colours->place(value);
  return std::isfinite(fraction) ? static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * (colour_levels - 1)))
                                 : -1;
}

std::string crisp_group(const char* attributes) {
  return "<g shape-rendering=\"crispEdges\"" + std::string(attributes) + ">\n";
}
std::string region_colour(std::size_t k) { return "fill c" + std::to_string(k % colour_count); }
std::string level_fill(double level) { return map_colour(level / (colour_levels - 1)); }

}  // namespace

std::vector<double> cell_borders(const std::vector<double>& centres, Scale scale) {
  const bool log = scale == Scale::logarithmic;
  const auto on = [&](double x) { return log ? std::log10(x) : x; };
  const auto back = [&](double x) { return log ? std::pow(10.0, x) : x; };
  std::vector<double> borders;
  const std::size_t n = centres.size();
  for (std::size_t i = 0; i <= n && n > 0; ++i) {
    if (n == 1)
      borders.push_back(back(on(centres[0]) + (i == 0 ? -0.5 : 0.5)));
    else if (i == 0 || i == n)  // as far outside as the neighbouring border is inside
      borders.push_back(back(i == 0 ? 1.5 * on(centres[0]) - 0.5 * on(centres[1])
                                    : 1.5 * on(centres[n - 1]) - 0.5 * on(centres[n - 2])));
    else
      borders.push_back(back((on(centres[i - 1]) + on(centres[i])) / 2));
  }
  return borders;
}

Axis colour_axis(const ValueMap& map, double height) {
  Span span;
  for (const double v : map.values)
    if (map.scale == Scale::linear || v > 0) span.include(v);
  return Axis(map.label, map.scale, span, 0, Direction::upward, height);
}

std::string map_cells_svg(const ValueMap& map, const Axis& x, const Axis& y, const Axis* colours, double width,
                          double height) {
  std::map<int, std::string> paths;  // one path per colour keeps the file small
  const std::vector<Strip> columns = strips(map.x, x, width);
  for (const Strip& row : strips(map.y, y, height)) {
    const auto level_at = [&](std::size_t k) {
      const std::size_t place = row.index * map.x.size() + columns[k].index;
      return place < map.values.size() ? level(map, colours, map.values[place]) : -1;
    };
    for (std::size_t k = 0; k < columns.size();) {
      const int here = level_at(k);
      const double from = columns[k].from;
      while (k < columns.size() && level_at(k) == here) ++k;
      if (here < 0) continue;
      // Neighbours overlap a little: rounding to whole pixels would leave gaps.
      const std::string across = pixel_text(columns[k - 1].to - from + 0.4), down = pixel_text(row.to - row.from + 0.4);
      paths[here].append("M").append(pixel_text(from)).append(" ").append(pixel_text(height - row.to));
      paths[here].append("h").append(across).append("v").append(down).append("h-").append(across).append("z");
    }
  }
  std::string svg = crisp_group(map.regions.empty() ? "" : " class=\"region\"");
  for (const auto& [k, commands] : paths)
    svg += map.regions.empty() ? "<path fill=\"" + level_fill(k) + "\" d=\"" + commands + "\"/>\n"
                               : svg_path(commands, region_colour(static_cast<std::size_t>(k)));
  return svg + "</g>\n";
}

std::string colour_bar_svg(const Axis& colours, double height) {
  constexpr int steps = 64;
  std::string svg = crisp_group("");
  for (int k = 0; k < steps; ++k) {
    const Box box{0, height * (steps - 1 - k) / steps, colour_bar_width, height * (steps - k) / steps};
    svg += "<path fill=\"" + map_colour((k + 0.5) / steps) + "\" d=\"M0 " + pixel_text(box.top) + "h" +
           pixel_text(colour_bar_width) + "v" + pixel_text(box.bottom - box.top + 0.4) + "h-" +
           pixel_text(colour_bar_width) + "z\"/>\n";
  }
  svg += "</g>\n" + svg_box({0, 0, colour_bar_width, height}, "frame");
  for (const Tick& tick : colours.ticks()) {
    const double at = height * (1 - colours.place(tick.value));
    svg += svg_line({colour_bar_width, at}, {colour_bar_width + 4, at}, "frame") +
           svg_text({colour_bar_width + 7, at + 4}, Anchor::start, tick.label);
  }
  return svg +
         svg_upright_text({colour_bar_width + 20 + colours.widest_label(), height / 2}, colours.label(), height + 60);
}

std::vector<LegendEntry> region_entries(const ValueMap& map) {
  std::vector<LegendEntry> entries;
  for (std::size_t k = 0; k < map.regions.size(); ++k)
    if (std::find(map.values.begin(), map.values.end(), static_cast<double>(k)) != map.values.end())
      entries.push_back({.label = map.regions[k], .area_style = "region " + region_colour(k)});
  return entries;
}

}  // namespace stiction
