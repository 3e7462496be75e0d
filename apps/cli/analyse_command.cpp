// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/study_answer.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/run_check.hpp"
#include "stiction/report/run_figure.hpp"

namespace stiction::cli {
namespace {

void print_words(const ExperimentFile& file, const ExperimentStudy& s) {
  if (!file.experiment.title.empty()) std::printf("%s\n\n", printable(file.experiment.title).c_str());
  std::printf("equilibrium  %s\n", s.equilibrium.sentence.c_str());
  if (s.equilibrium.found) {
    for (std::size_t n = 0; n < s.equilibrium.state.size(); ++n)
      std::printf("             %-28s %16.9g  %s\n", s.state_names[n].c_str(), s.equilibrium.state[n],
                  s.state_units[n].c_str());
    if (!s.equilibrium.stability.eigenvalues.empty()) std::printf("             eigenvalues [1/s]:");
    for (const auto& z : s.equilibrium.stability.eigenvalues)
      std::printf(z.imag() == 0 ? "  %.6g" : "  %.6g%+.6gj", z.real(), z.imag());
    if (!s.equilibrium.stability.eigenvalues.empty()) std::printf("\n");
  }
  if (s.sampled && s.sampled->found) {
    std::printf("\nsampled      %s\n             eigenvalues in z:", s.sampled->sentence.c_str());
    for (const auto& z : s.sampled->loop.eigenvalues)
      if (std::abs(z) > 1e-6) std::printf(z.imag() == 0 ? "  %.6g" : "  %.6g%+.6gj", z.real(), z.imag());
    std::printf("\n");
  }
  std::printf("\nlimit cycle  %s\n", s.cycle.sentence.c_str());
  if (s.cycle.found()) {
    std::printf("             %-28s %14s %14s %14s\n", "over one cycle", "lowest", "highest", "amplitude");
    for (const CycleSignal& signal : s.cycle.signals)
      if (signal.highest > signal.lowest)
        std::printf("             %-28s %14.8g %14.8g %14.8g  %s\n", signal.name.c_str(), signal.lowest, signal.highest,
                    signal.amplitude(), signal.unit.c_str());
    if (!s.cycle.multipliers.empty()) std::printf("             Floquet multipliers:");
    for (const auto& z : s.cycle.multipliers) std::printf("  %.3g", std::abs(z));
    if (!s.cycle.multipliers.empty()) std::printf("\n");
  }
  if (s.cycle.verdict == CycleVerdict::stable_cycle && s.equilibrium.found && s.equilibrium.stability.stable)
    std::printf(
        "             the equilibrium attracts as well: the start decides, and `stiction map --basins` shows how\n");
  if (s.describing_function) std::printf("\ndescribing function  %s\n", s.describing_function->sentence.c_str());
  std::printf("\n");
  for (const auto& [law, c] : s.passivity) std::printf("passivity    %s: %s\n", law.c_str(), c.sentence.c_str());
  if (s.observer) std::printf("observer     %s\n", s.observer->sentence.c_str());
  if (s.rests) std::printf("rest         %s\n", s.rests->sentence.c_str());
  if (s.energy) std::printf("energy       %s\n", s.energy->sentence.c_str());
  if (!s.run_problem.empty()) std::printf("run          %s\n", s.run_problem.c_str());
}

int run_analyse(const Arguments& arguments) {
  require_writable(arguments);
  require_ending(arguments, "--plot", {".svg", ".png"});
  const ExperimentFile file = experiment_from(arguments);
  require_room_for_samples(file.experiment);
  Progress progress("analyse", arguments.has("--quiet"));
  NamedExperiment experiment = file.experiment;
  experiment.run.record.signals.clear();  // they choose what `run` writes; the study needs all
  const double period = arguments.number("--period", 0, 0, 1e9);
  if (const std::string problem = period > 0 ? problem_with_period(assemble(experiment), period) : ""; !problem.empty())
    throw InvalidInput("--period", {{"--period", problem}});
  const ExperimentStudy s = study(experiment, period, [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  });
  if (was_interrupted()) return interrupted;
  if (arguments.has("--json"))
    std::puts(study_answer(file.experiment, s).text().c_str());
  else
    print_words(file, s);
  if (arguments.has("--plot")) {
    if (s.cycle.found())
      write_figure(arguments, run_figure(s.cycle.cycle, "One cycle", file.output.panels),
                   stem_of(arguments.positionals().front()) + "_cycle.svg");
    else
      say("stiction: there is no cycle to draw");
  }
  return s.conclusive() ? ok : failed;
}

}  // namespace

CommandRow analyse_command() {
  return {
      .name = "analyse",
      .purpose = "equilibria, eigenvalues, limit cycles, passivity and certificates of an experiment",
      .positionals = {{"FILE", "experiment in TOML"}},
      .options = {{"--period", "", "SECONDS", "period of the inputs [s], where they vary; default: they are constant"},
                  set_option,
                  plot_option},
      .examples = {"stiction analyse examples/09_hunting.toml", "stiction analyse hunting.toml --plot cycle.svg",
                   "stiction analyse servo.toml --set controller.integral_gain=0 --json"},
      .notes = "--plot draws one period of the limit cycle. Exit code 1 when nothing could be concluded.\n",
      .run = &run_analyse};
}

}  // namespace stiction::cli
