// SPDX-License-Identifier: BSD-3-Clause
// Draws what compare.py has measured: time over measured error, a panel for each problem, a curve for each solver.
//
//     work_precision PEERS_JSON FIGURE_SVG
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "stiction/report/figure.hpp"

namespace {

using namespace stiction;

/// Solvers that are drawn: of ours, the one that others are compared with.
bool is_drawn(const std::string& solver) {
  return solver == "ours" || (!solver.starts_with("ours") && !solver.ends_with("callback"));
}

/// Points by error, those left out that another point beats in time and error: as times at equal error are read.
Curve curve_of(const nlohmann::json& sweep) {
  std::map<double, double> fastest;
  for (const auto& point : sweep["points"]) {
    double& time = fastest.try_emplace(point["error"].get<double>(), 1e300).first->second;
    time = std::min(time, 1e-3 * point["microseconds"].get<double>());
  }
  Curve curve{.label = sweep["solver"].get<std::string>(), .marker = Marker::circle};
  for (const auto& [error, milliseconds] : fastest) {
    if (!curve.y.empty() && milliseconds >= curve.y.back()) continue;
    curve.x.push_back(error), curve.y.push_back(milliseconds);
  }
  return curve;
}

Figure figure_of(const nlohmann::json& measured) {
  Figure figure{.title = "Time over measured error, solver by solver"};
  std::map<std::string, Panel> panels;
  for (const auto& sweep : measured["sweeps"]) {
    if (!is_drawn(sweep["solver"].get<std::string>()) || sweep["points"].empty()) continue;
    const std::string problem = sweep["problem"].get<std::string>();
    Panel& panel = panels[problem];
    panel.title = problem, panel.x_label = "error of the position", panel.y_label = "CPU time of a run [ms]";
    panel.x_scale = panel.y_scale = Scale::logarithmic;
    panel.curves.push_back(curve_of(sweep));
  }
  for (auto& [problem, panel] : panels) figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: work_precision PEERS_JSON FIGURE_SVG\n", stderr);
    return 2;
  }
  try {
    std::ifstream file(argv[1]);
    std::ofstream figure(argv[2]);
    figure << to_svg(figure_of(nlohmann::json::parse(file)));
    return figure.flush() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 3;
  }
}
