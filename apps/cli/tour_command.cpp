// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/figures_answer.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/html_page.hpp"

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

/// A stop of the tour: a figure of a paper, or the first look, and what to look at.
struct Stop {
  const char *file, *figure, *heading, *look;
};
constexpr Stop stops[] = {
    {"1_first_look.svg", "", "Friction against speed, and before sliding",
     "Left: three of the four curves fall from the static to the Coulomb force, the Stribeck effect; then drag lifts "
     "all of them. "
     "Right: before it slides a contact is a spring. Look at the inner loop: Maxwell slip closes it, LuGre does not."},
    {"2_stick_slip.svg", "lugre1995/fig6", "Stick-slip",
     "A mass is pulled through a spring. Look at the spring force: it rises in a straight line while the mass sticks, "
     "and "
     "drops when it slips. The break-away force stays a little below 1.5 N, because it depends on the rate."},
    {"3_hunting.svg", "lugre1995/fig8", "A servo that hunts",
     "A PID controller never comes to rest at 1 m. Look at the control force: it ramps up while the mass sticks, for "
     "most "
     "of the time, and each slip passes the reference. Try: stiction analyse examples/09_hunting.toml"},
    {"4_drift.svg", "dupont2002/fig7", "Drift under vibration",
     "A motor vibrates far below stiction. Look at the angle: with LuGre it creeps on for ever, with the elastoplastic "
     "law it stays. Which law is right decides whether a parked axis moves in the simulation."},
    {"5_cure.svg", "lugre1995/theorem1", "A cure with a proof",
     "An observer runs the law beside the plant and cancels friction. Look at the errors: with gains that make G(s) "
     "strictly positive real they vanish, with smaller ones the set-point oscillates. Next: stiction compare"}};

Figure figure_at(const Stop& stop) {
  const std::string name = stop.figure;
  if (name.empty()) return first_look();
  return reproduce(read_paper_figure(chosen_figures({name}).front()), was_interrupted).figure;
}

int run_tour(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.positionals().empty() ? "tour" : arguments.positionals().front();
  made_folder(folder);
  HtmlPage page("A tour of friction", "Stiction " STICTION_VERSION);
  page.introduction().text("Five figures, a minute each, with what to look at.");
  for (const Stop& stop : stops) {
    Figure figure = figure_at(stop);
    if (was_interrupted()) return interrupted;
    HtmlContent& section = page.section(stop.heading);
    section.text(stop.look).figure(figure);
    if (*stop.figure != '\0') section.code(std::string("stiction reproduce ") + stop.figure + " --toml");
    figure.shows_title = true, figure.title = stop.heading;
    write_file(folder / stop.file, to_svg(figure));
    if (!arguments.has("--quiet"))
      std::printf("%s\n  %s\n  %s\n\n", stop.heading, (folder / stop.file).c_str(), stop.look);
  }
  write_file(folder / "index.html", page.html());
  if (!arguments.has("--quiet")) say_written((folder / "index.html").string());
  return ok;
}

}  // namespace

CommandRow tour_command() {
  return {.name = "tour",
          .purpose = "five figures in five minutes, each with what to look at",
          .positionals = {{"FOLDER", "where figures and index.html are written; default: tour", false}},
          .options = {},
          .examples = {"stiction tour", "stiction tour /tmp/friction"},
          .notes = "",
          .run = &run_tour,
          .has_json = false};
}

}  // namespace stiction::cli
