// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/trajectory_figure.hpp"

#include <algorithm>
#include <set>

namespace stiction {
namespace {

const TrajectorySignal& signal_of(const Trajectory& run, std::string_view name) {
  const std::vector<double>& values = run[name];  // throws for unknown names
  return *std::find_if(run.signals.begin(), run.signals.end(), [&](const auto& s) { return &s.values == &values; });
}

/// "motor.friction_force" as people write it.
std::string spelled(std::string_view name) {
  std::string words;
  for (const char c : name) words += c == '_' ? std::string(1, ' ') : c == '.' ? std::string(": ") : std::string(1, c);
  return words;
}

/// What the curves of a panel are: the name of the only one, and the unit.
std::string panel_label(const Panel& panel, const std::string& unit) {
  const std::string name = panel.curves.size() == 1 ? panel.curves[0].label : "";
  return name + (name.empty() || unit.empty() ? "" : " ") + (unit.empty() ? "" : "[" + unit + "]");
}

}  // namespace

std::string signal_label(const Trajectory& run, std::string_view name) {
  const TrajectorySignal& signal = signal_of(run, name);
  return spelled(signal.name) + (signal.unit.empty() ? "" : " [" + signal.unit + "]");
}

Curve signal_curve(const Trajectory& run, std::string_view name) {
  return {.label = spelled(name), .x = run.time, .y = run[name]};
}

Curve loop_curve(const Trajectory& run, std::string_view x, std::string_view y) {
  return {.label = spelled(y) + " over " + spelled(x), .x = run[x], .y = run[y]};
}

Shading stick_phases(const Trajectory& run, std::string_view contact) {
  Shading phases{.label = "stick"};
  bool known = false, at_rest = false;
  double since = run.time.empty() ? 0 : run.time.front();
  for (const TrajectoryEvent& event : run.events) {
    const bool stick = event.what == "stick";
    if (event.contact != contact || (!stick && event.what != "slip")) continue;
    // A run that begins with a slip was at rest before it.
    if (!stick && (at_rest || !known)) phases.spans.emplace_back(since, event.time);
    if (stick && !at_rest) since = event.time;
    known = true, at_rest = stick;
  }
  if (at_rest && !run.time.empty()) phases.spans.emplace_back(since, run.time.back());
  return phases;
}

Figure trajectory_figure(const Trajectory& run, const std::vector<std::string>& names) {
  Figure figure{.title = "Signals over time", .columns = 1, .shared_x = true, .panel_width = 720, .panel_height = 240};
  std::vector<std::string> units;  // of the panels
  const auto add = [&](const TrajectorySignal& signal) {
    auto place = static_cast<std::size_t>(std::find(units.begin(), units.end(), signal.unit) - units.begin());
    if (place == units.size()) units.push_back(signal.unit), figure.panels.push_back({.x_label = "time [s]"});
    figure.panels[place].curves.push_back(signal_curve(run, signal.name));
  };
  if (names.empty())
    for (const TrajectorySignal& signal : run.signals) add(signal);
  for (const std::string& name : names) add(signal_of(run, name));
  std::set<std::string> contacts;
  for (const TrajectoryEvent& event : run.events) contacts.insert(event.contact);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    Panel& panel = figure.panels[i];
    panel.y_label = panel_label(panel, units[i]);
    if (contacts.size() != 1) continue;
    Shading phases = stick_phases(run, *contacts.begin());
    if (i > 0) phases.label.clear();  // named once
    if (!phases.spans.empty()) panel.shadings.push_back(std::move(phases));
  }
  return figure;
}

}  // namespace stiction
