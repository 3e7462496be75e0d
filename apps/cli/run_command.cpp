// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/run_cases.hpp"
#include "stiction/analysis/contact_loss.hpp"
#include "stiction/answers/run_answer.hpp"
#include "stiction/io/json_writer.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/io/result_file.hpp"
#include "stiction/io/run_check.hpp"
#include "stiction/loop/measure_servo.hpp"
#include "stiction/loop/signal_extremes.hpp"
#include "stiction/report/run_figure.hpp"

namespace stiction::cli {
namespace {

void print_check(const AccuracyCheck& check, bool in_full) {
  if (in_full && !check.signals.empty()) {
    std::printf("\n  %-32s %14s %14s %14s  %s\n", "signal", "difference", "of its range", "at t [s]", "unit");
    for (const SignalDifference& d : check.signals)
      std::printf("  %-32s %14.3g %14.3g %14.6g  %s\n", d.name.c_str(), d.largest, d.relative, d.time, d.unit.c_str());
  }
  std::printf("\naccuracy: %s: %s\n", check.verdict.c_str(), check.sentence.c_str());
}

void print_measured(const char* heading, const std::vector<MeasuredValue>& values) {
  if (!values.empty()) std::printf("\n  %-32s %14s  %s\n", heading, "", "unit");
  for (const MeasuredValue& m : values)
    if (m.missing.empty())
      std::printf("  %-32s %14.6g  %s\n", m.key.c_str(), m.value, m.unit.c_str());
    else
      std::printf("  %-32s %14s  %s\n", m.key.c_str(), "none:", m.missing.c_str());
}

void print_summary(const ExperimentFile& file, const Trajectory& t) {
  if (!file.experiment.title.empty()) std::printf("%s\n", printable(file.experiment.title).c_str());
  std::printf("%s at t = %s s after %zu steps, %zu events\n\n", std::string(status_name(t.result.status)).c_str(),
              number_text(t.result.time).c_str(), t.result.counters.accepted, t.events.size());
  std::printf("  %-32s %14s %14s %14s  %s\n", "signal", "smallest", "largest", "at the end", "unit");
  for (const TrajectorySignal& s : t.signals) {
    const auto [low, high] = s.range();
    std::printf("  %-32s %14.6g %14.6g %14.6g  %s\n", s.name.c_str(), low, high, s.values.back(), s.unit.c_str());
  }
  print_measured("measured", t.measured);
  print_measured("servo", t.servo);
  if (const auto e = energies_of(t)) std::printf("\nenergy: %s\n", e->sentence.c_str());
}

/// Errors of steps add up over hundreds of reversals where little damps them: such a run is checked without being
/// asked, unless that takes long.
bool adds_up_errors(const Trajectory& t) { return t.result.finished() && t.events.size() >= 100; }
bool is_soon_checked(const Trajectory& t) { return t.result.counters.accepted < 200'000; }

/// The signals of these names with their slopes; all, where no names are given.
Trajectory only(Trajectory t, const std::vector<std::string>& names) {
  if (names.empty()) return t;
  std::vector<TrajectorySignal> kept;
  for (const std::string& name : names)
    for (TrajectorySignal& s : t.signals)
      if (s.name == name || s.name.starts_with("d " + name + "/d ")) kept.push_back(std::move(s));
  t.signals = std::move(kept);
  return t;
}

/// The words of "friction.static_force,plant.mass".
std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    words.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return words;
}

int run_experiment_file(const Arguments& arguments) {
  require_writable(arguments);
  const std::string text = read_file(arguments.positionals().front());
  if (asks_for_a_figure(text)) return run_cases(arguments, text);
  const ExperimentFile file = experiment_from(arguments, text);
  require_room_for_samples(file.experiment);
  RunOptions options = file.experiment.run;
  const std::vector<std::string> wanted = std::move(options.record.signals);
  options.record.signals.clear();  // figures and the summary may need the others
  const bool quiet = arguments.has("--quiet");
  const std::string name = arguments.positionals().front();
  Progress progress("run", quiet);
  const auto begin = std::chrono::steady_clock::now();
  options.solver.interrupt = [&](double t) {
    const double fraction = (t - options.start_time) / options.duration;
    const bool slow = fraction < 0.05 && std::chrono::steady_clock::now() - begin > std::chrono::seconds(10);
    progress.report(fraction, slow ? "slow: stiction doctor " + name + " looks for the reason" : "");
    return was_interrupted();
  };
  LoopRun run = assemble(file.experiment, true);
  SignalExtremes extremes(run);
  ContactLoss loss;
  ServoMeter servo(run, options.start_time + options.duration);
  LoopObserver* const observers[] = {&extremes, &loss, &servo};
  if (arguments.has("--slopes")) options.record.slopes = listed(arguments.text("--slopes"));
  Trajectory trajectory = run_loop(run, options, observers);
  extremes.add_to(trajectory), servo.add_to(trajectory);
  if (!quiet && trajectory.order_of_events_may_change)
    say("stiction: two events coincide or a guard is only touched: the order of events may change with the parameters, "
        "and slopes hold on one side at best");
  if (trajectory.result.status == SolveStatus::interrupted) {
    say("stiction: " + trajectory.result.reason + "; nothing was written");
    return interrupted;
  }
  if (!trajectory.result.finished())
    say("stiction: the run ended early: " + trajectory.result.reason + ". What was computed is kept; stiction doctor " +
        name + " looks for the reason.");
  if (loss.lost()) say("stiction: " + loss.sentence());
  std::optional<AccuracyCheck> check;
  const bool asked = arguments.has("--check");
  if (!asked && adds_up_errors(trajectory) && !is_soon_checked(trajectory))
    say("stiction: errors may have added up over " + std::to_string(trajectory.events.size()) +
        " events: --check tells how far, and takes as long as this run again");
  if ((asked && trajectory.result.finished()) || (adds_up_errors(trajectory) && is_soon_checked(trajectory))) {
    Progress checking("check", quiet);
    check = check_accuracy(file.experiment, trajectory, [&](double fraction) {
      checking.report(fraction);
      return was_interrupted();
    });
    if (was_interrupted()) return interrupted;
    if (!asked && !check->holds()) say("stiction: " + check->sentence);
  }
  const std::string output = arguments.text("--output", file.output.file);
  if (!output.empty()) {
    const Metadata metadata = {{"version", STICTION_VERSION}, {"experiment", experiment_text(file.experiment)}};
    write_result(output, only(trajectory, wanted), metadata);
    if (!quiet && output != "-") say_written(output);
  }
  if (arguments.has("--plot") || !file.output.plot.empty()) {
    const std::string fallback =
        file.output.plot.empty() ? stem_of(arguments.positionals().front()) + ".svg" : file.output.plot;
    write_figure(arguments, run_figure(trajectory, file.experiment.title, file.output.panels), fallback);
  }
  if (arguments.has("--json"))
    std::puts(run_answer(file.experiment, trajectory, check, loss.sentence()).text().c_str());
  else if (output != "-" && arguments.text("--plot") != "-" && !quiet) {
    print_summary(file, trajectory);
    if (check) print_check(*check, asked);
  }
  return trajectory.result.finished() && !loss.lost() && (!asked || check->holds()) ? ok : failed;
}

}  // namespace

CommandRow run_command() {
  return {
      .name = "run",
      .purpose = "simulate an experiment file: numbers, result files, figures",
      .positionals = {{"FILE", "experiment in TOML (stiction schema prints the grammar); - is standard input"}},
      .options = {{"--output", "-o", "FILE", "write the signals: .csv, .mat or .json; - is CSV on stdout"},
                  plot_option,
                  set_option,
                  {"--duration", "", "SECONDS", "how long the run lasts [s]; default: as in the file"},
                  {"--tolerance", "", "NUMBER", "relative error per step, 1e-14 to 0.1; default: as in the file"},
                  {"--interval", "", "SECONDS",
                   "time between samples [s]; 0: every step and event; default: as in the file"},
                  {"--check", "", "", "run again at a tenth of the tolerance and say how far every signal lies apart"},
                  {"--slopes", "", "PATH[,PATH...]",
                   "record the slopes of all signals by these parameters, e.g. friction.static_force"}},
      .examples = {"stiction run examples/07_stick_slip.toml --plot stick_slip.svg",
                   "stiction run servo.toml -o servo.csv --set controller.integral_gain=2",
                   "stiction run servo.toml --json | python3 -m json.tool",
                   "stiction run servo.toml -o servo.csv --slopes friction.static_force,plant.mass",
                   "stiction run servo.toml --check"},
      .notes = "",
      .run = &run_experiment_file};
}

}  // namespace stiction::cli
