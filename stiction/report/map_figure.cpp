// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/map_figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double blank = std::numeric_limits<double>::quiet_NaN();

std::string label(std::string_view name, std::string_view unit) {
  std::string text(name.substr(name.rfind('.') + 1));
  std::replace(text.begin(), text.end(), '_', ' ');
  return unit.empty() || unit == "1" ? text : text + " [" + std::string(unit) + "]";
}

const CycleSignal* find(const MapPoint& point, const std::string& name) {
  for (const CycleSignal& signal : point.signals)
    if (signal.name == name) return &signal;
  return nullptr;
}
std::string unit_of(const ParameterMap& map, const std::string& name) {
  for (const MapPoint& point : map.points)
    if (const CycleSignal* signal = find(point, name)) return signal->unit;
  return "";
}
Scale scale_of(const MapAxis& axis) { return axis.logarithmic ? Scale::logarithmic : Scale::linear; }

Figure line_figure(const ParameterMap& map, const std::string& signal) {
  Curve low{.label = "lowest"}, high{.label = "highest"}, period{.label = "period"};
  for (const MapPoint& point : map.points) {
    const CycleSignal* s = find(point, signal);
    for (Curve* curve : {&low, &high, &period}) curve->x.push_back(point.values[0]);
    low.y.push_back(s ? s->lowest : blank), high.y.push_back(s ? s->highest : blank);
    period.y.push_back(point.period > 0 ? point.period : blank);
  }
  const std::string x = label(map.axes[0].path, map.units[0]);
  Figure figure{.title = "Motion against " + x};
  figure.panels.push_back({.x_label = x,
                           .y_label = label(signal, unit_of(map, signal)),
                           .curves = {high, low},
                           .x_scale = scale_of(map.axes[0])});
  if (std::any_of(period.y.begin(), period.y.end(), [](double p) { return std::isfinite(p); }))
    figure.panels.push_back(
        {.x_label = x, .y_label = "period [s]", .curves = {period}, .x_scale = scale_of(map.axes[0])});
  return figure;
}

Panel plane(const ParameterMap& map) {
  return {.x_label = label(map.axes[0].path, map.units[0]),
          .y_label = label(map.axes[1].path, map.units[1]),
          .x_scale = scale_of(map.axes[0]),
          .y_scale = scale_of(map.axes[1])};
}

}  // namespace

Figure map_figure(const ParameterMap& map, const std::string& signal) {
  if (map.axes.size() == 1) return line_figure(map, signal);
  ValueMap regions{.x = map.axes[0].values(), .y = map.axes[1].values()};
  ValueMap sizes{.label = "amplitude of " + label(signal, unit_of(map, signal)), .x = regions.x, .y = regions.y};
  for (const MotionKind kind : {MotionKind::rest, MotionKind::steady, MotionKind::limit_cycle, MotionKind::other})
    regions.regions.emplace_back(motion_word(kind));
  for (const MapPoint& point : map.points) {
    const auto kind = static_cast<double>(point.kind) - 1;
    regions.values.push_back(point.kind == MotionKind::not_computed ? blank : kind);
    const CycleSignal* s = find(point, signal);
    sizes.values.push_back(s && point.period > 0 ? s->amplitude() : blank);
  }
  Panel kinds = plane(map), amplitudes = plane(map);
  kinds.title = "where it leads", kinds.map = std::move(regions);
  amplitudes.title = "how far it swings", amplitudes.map = std::move(sizes);
  return {.title = "Motion over two parameters", .panels = {std::move(kinds), std::move(amplitudes)}};
}

Figure basin_figure(const BasinMap& basins) {
  const ParameterMap& map = basins.map;
  ValueMap regions{.x = map.axes[0].values(), .y = map.axes.size() > 1 ? map.axes[1].values() : std::vector<double>{0}};
  for (std::size_t i = 0; i < basins.attractors.size(); ++i)
    regions.regions.push_back(std::to_string(i + 1) + ": " + std::string(motion_word(basins.attractors[i].kind)));
  for (const std::size_t which : basins.attractor_of)
    regions.values.push_back(which == BasinMap::unknown ? blank : static_cast<double>(which));
  Panel panel = map.axes.size() > 1 ? plane(map) : Panel{.x_label = label(map.axes[0].path, map.units[0])};
  panel.title = "where starts lead to", panel.map = std::move(regions);
  return {.title = "Basins of attraction", .panels = {std::move(panel)}};
}

Figure branch_figure(const std::vector<ContinuationBranch>& branches) {
  Panel values, periods;
  std::vector<std::string> named;
  const auto once = [&](const std::string& text) {
    const bool known = std::find(named.begin(), named.end(), text) != named.end();
    if (!known) named.push_back(text);
    return known ? std::string() : text;
  };
  for (const ContinuationBranch& branch : branches) {
    if (branch.points.empty()) continue;
    const bool cycles = branch.points.front().period > 0;
    const std::string what = cycles ? "cycle" : "equilibrium";
    values.x_label = periods.x_label = label(branch.path, branch.unit);
    values.y_label = label(branch.signal, branch.signal_unit), periods.y_label = "period [s]";
    for (const bool stable : {true, false}) {
      Curve high{.label = (stable ? "stable " : "unstable ") + what,
                 .stroke = stable ? Stroke::solid : Stroke::dashed,
                 .colour = cycles ? 1U : 0U};
      Curve low = high, period = high;
      low.label.clear();
      bool any = false;
      for (std::size_t i = 0; i < branch.points.size(); ++i) {
        const BranchPoint& p = branch.points[i];
        // A part begins where its neighbour ends.
        const bool mine = p.stable == stable || (i > 0 && branch.points[i - 1].stable == stable);
        any = any || p.stable == stable;
        high.x.push_back(p.parameter), low.x.push_back(p.parameter), period.x.push_back(p.parameter);
        high.y.push_back(mine ? p.highest : blank), low.y.push_back(mine ? p.lowest : blank);
        period.y.push_back(mine && cycles ? p.period : blank);
      }
      if (!any) continue;
      period.label = once("period, " + high.label).empty() ? "" : high.label;
      high.label = once(high.label);
      values.curves.push_back(std::move(high));
      if (cycles) values.curves.push_back(std::move(low)), periods.curves.push_back(std::move(period));
    }
    for (const SpecialPoint& special : branch.special)
      if (special.kind != SpecialPointKind::ends)
        values.vertical_lines.push_back({special.parameter, special.kind == SpecialPointKind::hopf   ? "Hopf"
                                                            : special.kind == SpecialPointKind::fold ? "fold"
                                                            : special.kind == SpecialPointKind::period_doubling
                                                                ? "period doubling"
                                                            : special.kind == SpecialPointKind::torus    ? "torus"
                                                            : special.kind == SpecialPointKind::vanishes ? "vanishes"
                                                                                                         : "jump"});
  }
  Figure figure{.title = "Branches", .panels = {std::move(values)}};
  if (!periods.curves.empty()) figure.panels.push_back(std::move(periods));
  return figure;
}

}  // namespace stiction
