// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/trajectory_figure.hpp"

#include <algorithm>
#include <set>

#include "stiction/loop/measure.hpp"

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

/// What the signals of an axis have in common: the name of the only one, or the quantity; and the unit.
std::string common_label(const std::vector<DrawnSignal>& signals, const std::string& unit) {
  std::vector<const DrawnSignal*> own;
  for (const DrawnSignal& s : signals)
    if (s.unit == unit) own.push_back(&s);
  const bool turns = unit.starts_with("rad") || unit == "N.m";
  const auto quantity = [&](Role role) -> std::string {
    if (role == Role::position) return turns ? "angle" : "position";
    if (role == Role::velocity) return turns ? "speed" : "velocity";
    if (role == Role::force || unit == "N" || unit == "N.m") return turns ? "torque" : "force";
    return unit == "J" ? "energy" : "";
  };
  std::string name = own.size() == 1 ? own.front()->curve.label : quantity(own.front()->role);
  const std::string shown = unit == "1" ? "" : unit;
  if (!name.empty() && !shown.empty()) name += " ";
  return shown.empty() ? name : name + "[" + shown + "]";
}

/// Units in the order in which signals bring them.
std::vector<std::string> units_of(const std::vector<DrawnSignal>& signals) {
  std::vector<std::string> units;
  for (const DrawnSignal& s : signals)
    if (std::find(units.begin(), units.end(), s.unit) == units.end()) units.push_back(s.unit);
  return units;
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

DrawnSignal drawn_signal(const Trajectory& run, const std::string& text) {
  const SignalName name(text);
  const TrajectorySignal& signal = signal_of(run, name.name);
  DrawnSignal drawn{.curve = {.label = spelled(text), .x = run.time, .y = signal.values},
                    .name = text,
                    .unit = signal.unit,
                    .role = signal.role};
  if (name.less.empty()) return drawn;
  const std::vector<double>& less = signal_of(run, name.less).values;
  for (std::size_t k = 0; k < less.size(); ++k) drawn.curve.y[k] -= less[k];
  return drawn;
}

std::vector<Panel> panels_by_unit(std::vector<DrawnSignal> signals) {
  for (DrawnSignal& s : signals)
    if (s.role == Role::reference) s.curve.stroke = Stroke::dashed;
  std::stable_partition(signals.begin(), signals.end(), [](const auto& s) { return s.role != Role::reference; });
  const std::vector<std::string> units = units_of(signals);
  std::vector<Panel> panels;
  for (std::size_t left = 0; left < units.size(); left += 2) {
    const std::string right = left + 1 < units.size() ? units[left + 1] : "";
    Panel panel{.y_label = common_label(signals, units[left]),
                .right_label = right.empty() ? "" : common_label(signals, right)};
    for (const DrawnSignal& s : signals) {
      if (s.unit != units[left] && s.unit != right) continue;
      panel.curves.push_back(s.curve);
      panel.curves.back().right = s.unit != units[left];
    }
    panels.push_back(std::move(panel));
  }
  return panels;
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

Shading stick_phases_behind(const Trajectory& run, const std::vector<std::string>& drawn) {
  std::set<std::string> contacts;
  for (const TrajectoryEvent& event : run.events)
    if (event.what == "stick" || event.what == "slip") contacts.insert(event.contact);
  if (contacts.size() > 1)
    std::erase_if(contacts, [&](const std::string& contact) {
      return std::none_of(drawn.begin(), drawn.end(),
                          [&](const std::string& name) { return name.starts_with(contact + "."); });
    });
  return contacts.size() == 1 ? stick_phases(run, *contacts.begin()) : Shading{};
}

Figure trajectory_figure(const Trajectory& run, const std::vector<std::string>& names) {
  Figure figure{.title = "Signals over time", .columns = 1, .shared_x = true, .panel_width = 720, .panel_height = 240};
  std::vector<DrawnSignal> drawn;
  if (names.empty())
    for (const TrajectorySignal& signal : run.signals) drawn.push_back(drawn_signal(run, signal.name));
  for (const std::string& name : names) drawn.push_back(drawn_signal(run, name));
  for (const std::string& unit : units_of(drawn)) {
    std::vector<DrawnSignal> of_unit;
    std::copy_if(drawn.begin(), drawn.end(), std::back_inserter(of_unit),
                 [&](const auto& s) { return s.unit == unit; });
    std::vector<std::string> drawn_here;
    drawn_here.reserve(of_unit.size());
    for (const DrawnSignal& s : of_unit) drawn_here.push_back(s.name);
    Panel panel = panels_by_unit(std::move(of_unit)).front();
    panel.x_label = "time [s]";
    Shading phases = stick_phases_behind(run, drawn_here);
    if (std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& p) { return !p.shadings.empty(); }))
      phases.label.clear();  // named once
    if (!phases.spans.empty()) panel.shadings.push_back(std::move(phases));
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace stiction
