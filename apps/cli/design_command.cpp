// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/io/result_file.hpp"

namespace stiction::cli {
namespace {

std::string unit_in(const DesignedMotion& m, std::string_view of_translation) {
  return m.motion.rotary ? rotational(of_translation) : std::string(of_translation);
}

Trajectory motion_of(const DesignedMotion& m) {
  Trajectory t;
  t.time = m.motion.time;
  t.signals = {{"position", unit_in(m, "m"), m.motion.position},
               {"velocity", unit_in(m, "m/s"), m.motion.velocity},
               {"acceleration", unit_in(m, "m/s2"), m.motion.acceleration},
               {"force", unit_in(m, "N"), m.motion.force}};
  return t;
}

Figure design_figure(const DesignedMotion& m) {
  Figure figure{.title = m.name, .panels = {}, .columns = 1, .shared_x = true, .panel_width = 700, .panel_height = 240};
  figure.panels.push_back({.title = m.doc,
                           .x_label = "time [s]",
                           .y_label = "position [" + unit_in(m, "m") + "]",
                           .curves = {{.x = m.motion.time, .y = m.motion.position}}});
  figure.panels.push_back({.x_label = "time [s]",
                           .y_label = "velocity [" + unit_in(m, "m/s") + "]",
                           .curves = {{.x = m.motion.time, .y = m.motion.velocity}}});
  figure.panels.push_back({.x_label = "time [s]",
                           .y_label = "expected force [" + unit_in(m, "N") + "]",
                           .curves = {{.x = m.motion.time, .y = m.motion.force}}});
  return figure;
}

int run_design(const Arguments& arguments) {
  require_writable(arguments);
  const NamedExperiment law = law_experiment(arguments.positionals().front());
  const NamedPart& friction = law.friction.front();
  DesignLimits limits;
  limits.position = arguments.number("--travel", limits.position, 1e-9, 1e9);
  limits.speed = arguments.number("--speed", limits.speed, 1e-12, 1e9);
  limits.force = arguments.number("--force", limits.force, 0, 1e300);
  limits.duration = arguments.number("--duration", limits.duration, 1e-3, 1e6);
  limits.sample_time = arguments.number("--interval", limits.sample_time, 1e-7, 1e3);
  limits.noise = arguments.number("--noise", limits.noise, 1e-15, 1e9);
  if (limits.duration / limits.sample_time > 5e6)
    throw InvalidInput(
        "--interval", {{"--interval", "more than five million samples; take a longer interval or a shorter duration"}});
  take_plant(limits, law);
  const std::vector<DesignedMotion> all =
      design_motions(friction.model, FitParameters(friction.model).from_values(friction.values), limits);
  const DesignedMotion& best = all.front();
  if (arguments.has("--json")) {
    std::puts(design_answer(law, all).text().c_str());
  } else {
    std::printf("%-14s %12s %14s\n", "motion", ("force [" + unit_in(best, "N") + "]").c_str(), "worst error");
    for (const DesignedMotion& m : all)
      std::printf("%-14s %12.4g %12.3g %%  %s\n", m.name.c_str(), m.largest_force, 100 * m.worst,
                  m.problem.empty() ? m.doc.c_str() : m.problem.c_str());
    std::printf("\nexpected from %s, if the law is as the file says (one standard deviation)\n", best.name.c_str());
    for (const EstimatedNumber& n : best.predicted)
      if (n.verdict != Identified::kept)
        std::printf("  %-26s %13.6g +- %-11.3g %-6s %s\n", n.name.c_str(), n.value, n.deviation, n.unit.c_str(),
                    std::string(identified_name(n.verdict)).c_str());
  }
  if (arguments.has("--output")) {
    write_result(arguments.text("--output"), motion_of(best), {{"motion", best.name + ": " + best.doc}});
    if (!arguments.has("--quiet")) say_written(arguments.text("--output"));
  }
  if (arguments.has("--plot")) write_figure(arguments, design_figure(best), "design.svg");
  return best.problem.empty() ? ok : failed;
}

}  // namespace

CommandRow design_command() {
  return {.name = "design",
          .purpose = "which motion tells a law's numbers, within your limits, and the error bars it would give",
          .positionals = {{"LAW", "a law by its name, or an experiment in TOML with what is known of it so far"}},
          .options = {{"--travel", "", "NUMBER",
                       "largest travel to each side [m, or rad where the plant turns]; default 0.1"},
                      {"--speed", "", "NUMBER", "largest speed [m/s, or rad/s]; default 0.1"},
                      {"--force", "", "NUMBER", "largest force of the drive [N, or N.m]; default: any"},
                      {"--duration", "", "SECONDS", "length of the recording [s]; default 30"},
                      {"--interval", "", "SECONDS", "sample time [s]; default 0.001"},
                      {"--noise", "", "NUMBER", "standard deviation of the measured force [N, or N.m]; default 0.01"},
                      {"--output", "-o", "FILE", "write the best motion: .csv, .json or .mat"},
                      plot_option},
          .examples = {"stiction design law.toml --travel 0.05 --speed 0.2 --force 20 --output motion.csv",
                       "stiction design examples/12_machine_tool_axis.toml --noise 0.5 --json"},
          .notes =
              "The law's numbers are a guess: design, record, identify, and design again with what was found.\n"
              "Exit code 1 when no motion keeps the limits.\n",
          .run = &run_design};
}

}  // namespace stiction::cli
