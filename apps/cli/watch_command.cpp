// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/log_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"

namespace stiction::cli {
namespace {

Figure watch_figure(const WatchResult& result) {
  Figure figure{.title = "Friction over recordings", .panels = {}};
  std::vector<std::string> names;
  for (const WatchedRecording& w : result.recordings)
    for (const EstimatedNumber& n : w.numbers)
      if (n.verdict != Identified::kept && std::find(names.begin(), names.end(), n.name) == names.end())
        names.push_back(n.name);
  for (const std::string& name : names) {
    Curve value{.label = "value", .marker = Marker::circle},
        low{.label = "95 % interval", .stroke = Stroke::dashed, .colour = 1},
        high{.stroke = Stroke::dashed, .colour = 1};
    std::string unit;
    for (std::size_t k = 0; k < result.recordings.size(); ++k)
      for (const EstimatedNumber& n : result.recordings[k].numbers) {
        if (n.name != name) continue;
        const double at = static_cast<double>(k + 1);
        unit = n.unit;
        value.x.push_back(at), value.y.push_back(n.value), low.x.push_back(at), low.y.push_back(n.lower),
            high.x.push_back(at), high.y.push_back(n.upper);
      }
    std::string label = name;
    label.append(" [").append(unit).append("]");
    figure.panels.push_back(
        {.title = name, .x_label = "recording", .y_label = std::move(label), .curves = {value, low, high}});
  }
  return figure;
}

int run_watch(const Arguments& arguments) {
  require_writable(arguments);
  if (!can_minimise())
    throw MissingFeature("this build cannot fit: install Ceres (Debian: libceres-dev) and build again");
  std::vector<std::string> files = arguments.positionals();
  const NamedExperiment law = law_experiment(files.front());
  files.erase(files.begin());
  if (files.size() < 2) throw WrongCall("needs two recordings or more, in the order they were made");
  const NamedPart& friction = law.friction.front();
  const std::vector<double> start = FitParameters(friction.model).from_values(friction.values);
  Progress progress("watch", arguments.has("--quiet"));
  FitOptions options;
  options.threads = arguments.whole("--threads", 0, 0, 1024);
  options.stop = [] { return was_interrupted(); };
  options.progress = [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  };
  const WatchResult result = watch(recordings_from(arguments, files), friction.model, start,
                                   data_options_from(arguments), arguments.number("--limit", 4, 1, 100), options);
  if (was_interrupted()) return interrupted;
  if (arguments.has("--json")) {
    std::puts(watch_answer(law, result).text().c_str());
  } else {
    std::printf("%s\n\n", printable(result.sentence).c_str());
    for (const WatchedRecording& w : result.recordings) {
      std::printf("%s", printable(w.name).c_str());
      if (!w.problem.empty())
        std::printf(": %s\n", w.problem.c_str());
      else
        std::printf(" (error %.4g %%)\n", w.error);
      for (const EstimatedNumber& n : w.numbers) {
        if (n.verdict == Identified::kept) continue;
        bool changed = false;
        for (const WatchedChange& c : result.changes)
          changed = changed || (c.number == n.name && c.recording == w.name);
        std::printf("  %-26s %13.6g  %-6s %13.6g to %-13.6g %s%s\n", n.name.c_str(), n.value, n.unit.c_str(), n.lower,
                    n.upper, std::string(identified_name(n.verdict)).c_str(), changed ? "  CHANGED" : "");
      }
    }
  }
  if (arguments.has("--plot")) write_figure(arguments, watch_figure(result), "watch.svg");
  return result.changes.empty() ? ok : failed;
}

}  // namespace

CommandRow watch_command() {
  std::vector<OptionRow> options = {
      {"--limit", "", "NUMBER", "standard deviations at which a number has changed; default 4"},
      {"--threads", "", "N", "recordings at a time; default: one per core"},
      plot_option};
  for (const OptionRow& row : log_options()) options.push_back(row);
  return {.name = "watch",
          .purpose = "follow a law's numbers over recordings, and name the one in which friction changed",
          .positionals = {{"LAW", "the law that is fitted: its name, or an experiment in TOML as identify writes it"},
                          {"LOG", "recordings in the order they were made", true, true}},
          .options = std::move(options),
          .examples = {"stiction watch law.toml monday.csv tuesday.csv wednesday.csv --plot",
                       "stiction watch law.toml logs/*.csv --map force=0.8*current --json"},
          .notes =
              "A number has changed when it differs from the mean of those before by more than --limit standard "
              "deviations of\n"
              "both, and by more than 5 %. Exit code 1 when one has.\n",
          .run = &run_watch};
}

}  // namespace stiction::cli
