// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/panel_legend.hpp"

#include <algorithm>

#include "stiction/report/palette.hpp"
#include "stiction/report/svg_parts.hpp"
#include "stiction/report/value_map.hpp"

namespace stiction {
namespace {

LegendEntry curve_entry(const Curve& c, std::size_t place) {
  return {.label = c.label + (c.x.empty() || c.y.empty() ? " (no data)"
                              : c.right                  ? " (right)"
                                                         : ""),
          .line_style = c.stroke == Stroke::none ? "" : curve_style(c, place),
          .mark_style = "mark " + colour_style(c, place),
          .marker = c.marker};
}

bool named_by_the_axes(const Panel& panel) { return panel.curves.size() == 1 && !panel.map; }

/// May the panel stand above a legend with these names?
bool agrees(const Panel& panel, const std::vector<LegendEntry>& names) {
  const std::vector<LegendEntry> own = legend_entries(panel);
  const auto known = [&](const LegendEntry& e) { return std::find(names.begin(), names.end(), e) != names.end(); };
  if (!std::all_of(own.begin(), own.end(), known)) return false;
  if (!named_by_the_axes(panel)) return true;
  const LegendEntry only = curve_entry(panel.curves.front(), 0);
  return std::none_of(names.begin(), names.end(), [&](const LegendEntry& e) {
    return e.mark_style == only.mark_style && e.line_style == only.line_style && e.label != only.label;
  });
}

}  // namespace

std::string shading_style(std::size_t i) { return "area c" + std::to_string((i + 4) % colour_count); }

std::vector<LegendEntry> legend_entries(const Panel& panel) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < panel.curves.size() && !named_by_the_axes(panel); ++i)
    if (!panel.curves[i].label.empty()) entries.push_back(curve_entry(panel.curves[i], i));
  for (std::size_t i = 0; i < panel.shadings.size(); ++i)
    if (!panel.shadings[i].label.empty())
      entries.push_back({.label = panel.shadings[i].label, .area_style = shading_style(i)});
  if (panel.map)
    for (LegendEntry& region : region_entries(*panel.map)) entries.push_back(std::move(region));
  return entries;
}

std::vector<LegendEntry> common_legend(const std::vector<Panel>& panels) {
  std::vector<LegendEntry> longest;
  std::size_t needed = 0;
  for (const Panel& panel : panels) {
    std::vector<LegendEntry> names = legend_entries(panel);
    needed += names.empty() ? 0U : 1U;
    if (names.size() > longest.size()) longest = std::move(names);
  }
  const bool agree =
      std::all_of(panels.begin(), panels.end(), [&](const Panel& panel) { return agrees(panel, longest); });
  return needed > 1 && agree ? longest : std::vector<LegendEntry>{};
}

}  // namespace stiction
