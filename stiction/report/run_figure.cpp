// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/run_figure.hpp"

#include <algorithm>

namespace stiction {
namespace {

const TrajectorySignal* find(const Trajectory& t, std::string_view name) {
  for (const TrajectorySignal& signal : t.signals)
    if (signal.name == name) return &signal;
  return nullptr;
}

/// "friction_force" as people write it.
std::string words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string bracketed(std::string_view unit) { return unit == "1" ? "" : " [" + std::string(unit) + "]"; }

/// Panels for a run whose file asks for none: one per quantity that moves.
std::vector<NamedPanel> chosen_panels(const Trajectory& t) {
  std::vector<NamedPanel> panels;
  const auto add = [&](std::initializer_list<std::string_view> endings, std::initializer_list<std::string_view> units) {
    NamedPanel panel;
    for (const TrajectorySignal& signal : t.signals) {
      const bool fits_unit = std::find(units.begin(), units.end(), signal.unit) != units.end();
      const bool fits_name = std::any_of(endings.begin(), endings.end(),
                                         [&](std::string_view ending) { return signal.name.ends_with(ending); });
      const bool moves =
          std::any_of(signal.values.begin(), signal.values.end(), [&](double x) { return x != signal.values.front(); });
      if (fits_unit && fits_name && moves) panel.y.push_back(signal.name);
    }
    if (!panel.y.empty()) panels.push_back(std::move(panel));
  };
  add({"position", "angle", "reference", "elongation"}, {"m", "rad"});
  add({"velocity", "speed"}, {"m/s", "rad/s"});
  add({"friction_force", "control", "force", "torque", "friction_estimate"}, {"N", "N.m"});
  return panels;
}

Shading rests(const Trajectory& t) {
  Shading shading{.label = "at rest", .spans = {}};
  double since = -1;
  for (const TrajectoryEvent& event : t.events) {
    if (event.what == "stick" && since < 0) since = event.time;
    if (event.what == "slip" && since >= 0) {
      shading.spans.emplace_back(since, event.time);
      since = -1;
    }
  }
  if (since >= 0 && !t.time.empty()) shading.spans.emplace_back(since, t.time.back());
  return shading;
}

}  // namespace

Figure run_figure(const Trajectory& trajectory, const std::string& title,
                         const std::vector<NamedPanel>& panels) {
  Figure figure{.title = title.empty() ? "A run" : title};
  const Shading at_rest = rests(trajectory);
  for (const NamedPanel& asked : panels.empty() ? chosen_panels(trajectory) : panels) {
    const bool over_time = asked.x == "time";
    const TrajectorySignal* x = over_time ? nullptr : find(trajectory, asked.x);
    Panel panel{.title = asked.title,
                .x_label = over_time ? "time [s]" : words(asked.x) + (x ? bracketed(x->unit) : ""),
                .y_label = ""};
    std::string unit;
    for (const std::string& name : asked.y) {
      const TrajectorySignal* y = find(trajectory, name);
      if (!y) continue;
      unit = y->unit;
      panel.curves.push_back({.label = words(name), .x = x ? x->values : trajectory.time, .y = y->values});
    }
    panel.y_label = (panel.curves.size() == 1           ? panel.curves.front().label
                     : unit == "N" || unit == "N.m"     ? (unit == "N" ? "force" : "torque")
                     : unit == "m"                      ? "position"
                     : unit == "rad"                    ? "angle"
                     : unit == "m/s" || unit == "rad/s" ? "velocity"
                     : unit == "J"                      ? "energy"
                                                        : "value") +
                    bracketed(unit);
    if (over_time && !at_rest.spans.empty()) panel.shadings.push_back(at_rest);
    figure.panels.push_back(std::move(panel));
  }
  figure.columns = panels.empty() ? 1 : 0;
  figure.shared_x = panels.empty();
  if (panels.empty()) figure.panel_width = 720, figure.panel_height = 220;
  return figure;
}

}  // namespace stiction
