// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/run_figure.hpp"

#include <algorithm>

#include "stiction/report/trajectory_figure.hpp"

namespace stiction {
namespace {

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

/// What the curves of a panel have in common.
std::string quantity(std::string_view unit) {
  if (unit == "N") return "force [N]";
  if (unit == "N.m") return "torque [N.m]";
  if (unit == "m") return "position [m]";
  if (unit == "rad") return "angle [rad]";
  if (unit == "m/s" || unit == "rad/s") return "velocity [" + std::string(unit) + "]";
  if (unit == "J") return "energy [J]";
  return "[" + std::string(unit) + "]";
}

std::string unit_of(const Trajectory& t, const std::string& name) {
  const std::string label = signal_label(t, name);
  const std::size_t at = label.rfind('[');
  return at == std::string::npos ? "1" : label.substr(at + 1, label.size() - at - 2);
}

}  // namespace

Figure run_figure(const Trajectory& trajectory, const std::string& title, const std::vector<NamedPanel>& panels) {
  Figure figure{.title = title.empty() ? "A run" : title};
  for (const NamedPanel& asked : panels.empty() ? chosen_panels(trajectory) : panels) {
    const bool over_time = asked.x == "time";
    Panel panel{.title = asked.title, .x_label = over_time ? "time [s]" : signal_label(trajectory, asked.x)};
    for (const std::string& name : asked.y) {
      Curve curve = signal_curve(trajectory, name);
      if (!over_time) curve.x = trajectory[asked.x];
      panel.curves.push_back(std::move(curve));
    }
    if (asked.y.empty()) continue;
    panel.y_label = asked.y.size() == 1 ? signal_label(trajectory, asked.y.front())
                                        : quantity(unit_of(trajectory, asked.y.front()));
    if (over_time && !trajectory.events.empty()) {
      Shading at_rest = stick_phases(trajectory, trajectory.events.front().contact);
      if (!at_rest.spans.empty()) panel.shadings.push_back(std::move(at_rest));
    }
    figure.panels.push_back(std::move(panel));
  }
  if (panels.empty()) figure.columns = 1, figure.shared_x = true, figure.panel_width = 720, figure.panel_height = 220;
  return figure;
}

}  // namespace stiction
