// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/comparison_answer.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/comparison_page.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::cli {
namespace {

std::string remark(const Cure& cure) {
  std::string text;
  if (cure.over_budget > 0) text += "; exceeds the budget by " + rounded_text(100 * cure.over_budget, 2) + " %";
  if (cure.over_compensates)
    text += "; over-compensates";
  else if (!cure.hunts_when.empty())
    text += "; hunts with " + cure.hunts_when;
  return cure.complete ? text : text + "; not all computed";
}

void print_table(const CureComparison& all) {
  const std::string position = "[" + all.position_unit() + "]", force = "[" + all.force_unit() + "]";
  const auto line = [](const auto&... words) {
    std::printf("%4s  %-27s %9s %9s %8s %8s %8s  %-5s %19s  %s\n", words...);
  };
  line("rank", "cure", "error rms", "at rest", "settles", "effort", "chatter", "hunts", "error with friction", "");
  line("", "", position.c_str(), position.c_str(), "[s]", force.c_str(), force.c_str(), "",
       ("moved " + position).c_str(), "worst with");
  const auto number = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", x);
    return std::string(std::isnan(x) ? "never" : std::isinf(x) ? "fails" : text);
  };
  for (const Cure& cure : all.cures) {
    const LoopScore& s = cure.nominal;
    if (!cure.ran()) {
      std::printf("%4s  %-27s %s\n", "", cure.label.c_str(), s.problem.c_str());
      continue;
    }
    line(cure.rank > 0 ? std::to_string(cure.rank).c_str() : "-", cure.label.c_str(), number(s.error).c_str(),
         number(s.rest_error).c_str(), number(s.settling_time).c_str(), number(s.effort).c_str(),
         number(s.chatter).c_str(), s.hunts ? "yes" : "no",
         (number(cure.least_error) + " to " + number(cure.worst_error)).c_str(),
         (cure.worst_parameter + remark(cure)).c_str());
  }
  std::printf("\nbudget: effort %s %s, chatter %s %s per %s\n", number(all.budget.effort).c_str(), force.c_str(),
              number(all.budget.chatter).c_str(), force.c_str(), all.sampled ? "sample" : "millisecond");
  std::printf("%s\n", all.sentence.c_str());
  for (const Cure& cure : all.cures) {
    if (cure.numbers.empty() || !cure.ran()) continue;
    std::printf("  %s, %s:", cure.label.c_str(), cure.controller().model.c_str());
    for (const TunedNumber& n : cure.numbers)
      std::printf(" %s = %s", n.name.c_str(), number(value_in(cure.controller().values, n.name).value_or(0)).c_str());
    std::printf("\n");
  }
}

/// "feed-forward of friction" -> "feed_forward_of_friction".
std::string file_name(const std::string& label) {
  std::string name;
  for (const char c : label) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  return name;
}

void write_experiments(const std::filesystem::path& folder, const CureComparison& all, bool quiet) {
  made_folder(folder);
  for (const Cure& cure : all.cures) {
    const std::string name = file_name(cure.label);
    write_file(folder / (name + ".toml"), experiment_text(cure.experiment));
    write_file(folder / (name + "_set_point.toml"), experiment_text(cure.set_point));
  }
  if (!quiet) say_written(folder.string());
}

int run_compare(const Arguments& arguments) {
  require_writable(arguments);
  const ExperimentFile file = experiment_from(arguments);
  const bool quiet = arguments.has("--quiet");
  CompareOptions options;
  options.mismatch = arguments.number("--mismatch", options.mismatch, 0, 0.9);
  options.budget = arguments.number("--budget", options.budget, 1, 1e6);
  options.evaluations =
      static_cast<int>(arguments.whole("--evaluations", static_cast<std::uint64_t>(options.evaluations), 3, 100000));
  options.threads = arguments.whole("--threads", 0, 0, 1024);
  if (arguments.has("--report")) made_folder(arguments.text("--report", "report"));
  if (arguments.has("--write")) made_folder(arguments.text("--write", "cures"));
  Progress progress("compare", quiet);
  options.progress = [&](double fraction) { progress.report(fraction); };
  options.stop = [] { return was_interrupted(); };
  const CureComparison all = compare_cures(file.experiment, options);
  // What was computed until Ctrl-C is told like the whole.
  if (arguments.has("--json"))
    std::puts(comparison_answer(file.experiment, all).text().c_str());
  else
    print_table(all);
  if (arguments.has("--plot"))
    write_figure(arguments, comparison_figure(all), stem_of(arguments.positionals().front()) + "_cures.svg");
  if (arguments.has("--report")) {
    const std::filesystem::path folder = arguments.text("--report", "report");
    made_folder(folder);
    std::vector<std::string> experiments;
    for (const Cure& cure : all.cures) experiments.push_back(experiment_text(cure.experiment));
    write_file(folder / "comparison.html", comparison_page(all, experiments).html());
    if (!quiet) say_written((folder / "comparison.html").string());
  }
  if (arguments.has("--write")) write_experiments(arguments.text("--write", "cures"), all, quiet);
  if (!all.complete) say("stiction: interrupted; what was computed until then is above");
  return all.complete ? ok : interrupted;
}

}  // namespace

CommandRow compare_command() {
  return {
      .name = "compare",
      .purpose = "which cure for friction is best on this servo, each tuned to the same budget",
      .positionals = {{"FILE", "experiment in TOML with [controller] and [reference]"}},
      .options = {set_option,
                  plot_option,
                  {"--report", "", "FOLDER", "write FOLDER/comparison.html; default: report", false, true},
                  {"--write", "", "FOLDER",
                   "write every cure as an experiment, and one at its set-point; default: cures", false, true},
                  {"--budget", "", "NUMBER",
                   "effort and chatter allowed, in multiples of what the given loop spends; default 2"},
                  {"--evaluations", "", "N", "loops tried for each cure; default 40"},
                  {"--mismatch", "", "NUMBER",
                   "fraction by which each friction parameter is moved, 0 to 0.9; default 0.3"},
                  {"--threads", "", "N", "loops computed at a time; default: one per core"}},
      .examples = {"stiction compare examples/12_machine_tool_axis.toml --plot cures.svg",
                   "stiction compare servo.toml --write cures", "stiction compare servo.toml --json"},
      .notes =
          "The given controller runs as given. Every other is tuned by the same search, with as many evaluations,\n"
          "to the smallest error in the worst of three frictions: as given, less and more by --mismatch. The\n"
          "friction that is moved is the true one; what a controller assumes stays. \"over-compensates\": it hunts\n"
          "when there is less friction than it assumes. Ctrl-C ends it, with what is known by then.\n",
      .run = &run_compare};
}

}  // namespace stiction::cli
