// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/figure.hpp"

namespace stiction::cli {
namespace {

/// Friction against speed in steady sliding.
Curve steady_curve(std::string_view model, std::string_view label, const NamedValues& given = {}) {
  const ModelEntry& e = find_model(model);
  std::vector<double> speed;
  for (double exponent = -5; exponent <= 0; exponent += 0.02) speed.push_back(std::pow(10.0, exponent));
  return {std::string(label), speed, e.steady_force(e.resolve("", given), speed)};
}

/// Force against displacement on a presliding path with an inner loop: out, back, half out, back, out.
Curve presliding_curve(std::string_view model, std::string_view label, const NamedValues& given = {}) {
  const ModelEntry& e = find_model(model);
  const double turns[] = {24e-6, -12e-6, 6e-6, -12e-6, 24e-6}, speed = 1e-6, piece = 1e-7;
  std::vector<double> velocity, micrometres;
  double x = 0;
  for (const double turn : turns) {
    const int pieces = static_cast<int>(std::lround(std::abs(turn - x) / piece));
    for (int i = 1; i <= pieces; ++i) {
      velocity.push_back(std::copysign(speed, turn - x));
      micrometres.push_back(1e6 * (x + (turn - x) * i / pieces));
    }
    x = turn;
  }
  return {std::string(label), micrometres, e.force_along(e.resolve("", given), velocity, piece / speed)};
}

Figure first_look() {
  return {.title = "Steady friction against speed, and friction against displacement before sliding",
          .panels = {{.title = "Steady sliding",
                      .x_label = "speed [m/s]",
                      .y_label = "friction force [N]",
                      .curves = {steady_curve("coulomb_viscous", "Coulomb + viscous"), steady_curve("tustin", "Tustin"),
                                 steady_curve("lugre", "LuGre (1995, Table I)"),
                                 steady_curve("lugre_lorentzian", "LuGre, Lorentzian curve")},
                      .x_scale = Scale::logarithmic},
                     {.title = "Presliding, with an inner loop",
                      .x_label = "displacement [\u00b5m]",
                      .y_label = "friction force [N]",
                      .curves = {presliding_curve("lugre", "LuGre: the inner loop drifts"),
                                 presliding_curve("maxwell_slip", "Maxwell slip: the inner loop closes")}}}};
}

int run_tour(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.positionals().empty() ? "report" : arguments.positionals().front();
  std::filesystem::create_directories(folder);
  write_file(folder / "first_look.svg", to_svg(first_look()));
  if (!arguments.has("--quiet")) say_written((folder / "first_look.svg").string());
  return ok;
}

}  // namespace

CommandRow tour_command() {
  return {.name = "tour",
          .purpose = "a first figure: friction against speed, and before sliding",
          .positionals = {{"FOLDER", "where it is written; default: report", false}},
          .options = {},
          .examples = {"stiction tour", "stiction tour /tmp/friction"},
          .notes = "",
          .run = &run_tour};
}

}  // namespace stiction::cli
