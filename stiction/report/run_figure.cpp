// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/run_figure.hpp"

#include <algorithm>

#include "stiction/report/trajectory_figure.hpp"

namespace stiction {
namespace {

bool changes(const TrajectorySignal& signal) {
  return std::any_of(signal.values.begin(), signal.values.end(), [&](double x) { return x != signal.values.front(); });
}

}  // namespace

std::vector<NamedPanel> chosen_panels(const Trajectory& t) {
  std::vector<NamedPanel> panels;
  for (const Role role : {Role::position, Role::velocity, Role::force}) {
    NamedPanel panel;
    std::string unit;
    for (const TrajectorySignal& signal : t.signals) {
      if (signal.role != role) continue;
      unit = signal.unit;
      if (changes(signal)) panel.y.push_back(signal.name);
    }
    // A reference belongs to what follows it, also where it rests.
    for (const TrajectorySignal& signal : t.signals)
      if (signal.role == Role::reference && signal.unit == unit) panel.y.push_back(signal.name);
    if (!panel.y.empty()) panels.push_back(std::move(panel));
  }
  return panels;
}

Figure run_figure(const Trajectory& trajectory, const std::string& title, const std::vector<NamedPanel>& panels) {
  Figure figure{.title = title.empty() ? "A run" : title, .shows_title = !title.empty()};
  for (const NamedPanel& asked : panels.empty() ? chosen_panels(trajectory) : panels) {
    const bool over_time = asked.x == "time";
    std::vector<DrawnSignal> drawn;
    for (const std::string& name : asked.y) {
      drawn.push_back(drawn_signal(trajectory, name));
      if (!over_time) drawn.back().curve.x = trajectory[asked.x];
    }
    for (Panel& panel : panels_by_unit(std::move(drawn))) {
      panel.title = asked.title, panel.x_label = over_time ? "time [s]" : signal_label(trajectory, asked.x);
      Shading at_rest = over_time ? stick_phases_behind(trajectory, asked.y) : Shading{};
      if (!at_rest.spans.empty()) panel.shadings.push_back(std::move(at_rest));
      figure.panels.push_back(std::move(panel));
    }
  }
  if (panels.empty()) figure.columns = 1, figure.shared_x = true, figure.panel_width = 720, figure.panel_height = 220;
  return figure;
}

}  // namespace stiction
