// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>
#include <mutex>
#include <thread>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/analysis/cure_comparison.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/comparison_page.hpp"

namespace stiction::cli {
namespace {

Json score_json(const LoopScore& s) {
  Json one;
  if (!s.problem.empty()) {
    one["problem"] = s.problem;
    return one;
  }
  one["error_rms"] = s.error, one["final_error"] = s.final_error, one["settling_time"] = s.settling_time;
  one["effort_rms"] = s.effort, one["chatter_rms"] = s.chatter, one["hunts"] = s.hunts, one["swing"] = s.swing;
  return one;
}

Json answer(const ExperimentFile& file, const CureComparison& all) {
  Json json = answer_about(file.experiment);
  json["position_unit"] = all.unit, json["effort_budget"] = all.effort_budget,
  json["chatter_budget"] = all.chatter_budget;
  json["verdict"] = all.sentence;
  json["cures"] = Json::array();
  for (const Cure& cure : all.cures) {
    Json one;
    one["label"] = cure.label, one["controller"] = cure.controller.model;
    for (const auto& [name, value] : cure.controller.values) one["parameters"][name] = Json(value.numbers);
    one["nominal"] = score_json(cure.nominal);
    one["worst_error_rms"] = cure.worst_error, one["worst_parameter"] = cure.worst_parameter;
    one["over_compensates"] = cure.over_compensates, one["sentence"] = cure.sentence;
    one["robustness"] = Json::array();
    for (const RobustnessScore& r : cure.moved) {
      Json moved = score_json(r.score);
      moved["parameter"] = r.parameter, moved["share"] = r.share;
      one["robustness"].push_back(std::move(moved));
    }
    json["cures"].push_back(std::move(one));
  }
  return json;
}

void print_table(const CureComparison& all) {
  std::printf("%-32s %11s %11s %9s %9s %9s %-7s %11s  %s\n", "cure", "error rms", "at the end", "settles", "effort",
              "chatter", "hunts", "worst error", "when");
  std::printf("%-32s %11s %11s %9s %9s %9s %-7s %11s\n", "", ("[" + all.unit + "]").c_str(),
              ("[" + all.unit + "]").c_str(), "[s]", "[N]", "[N]", "", ("[" + all.unit + "]").c_str());
  for (const Cure& cure : all.cures) {
    const LoopScore& s = cure.nominal;
    if (!s.problem.empty()) {
      std::printf("%-32s %s\n", cure.label.c_str(), s.problem.c_str());
      continue;
    }
    const std::string settles =
        std::isnan(s.settling_time) ? "never" : number_text(std::round(1e3 * s.settling_time) / 1e3);
    std::printf("%-32s %11.3e %11.3e %9s %9.3g %9.3g %-7s %11.3e  %s%s\n", cure.label.c_str(), s.error, s.final_error,
                settles.c_str(), s.effort, s.chatter, s.hunts ? "yes" : "no", cure.worst_error,
                cure.worst_parameter.c_str(), cure.over_compensates ? "; over-compensates" : "");
  }
  std::printf("\n%s.\n", all.sentence.c_str());
}

int run_compare(const Arguments& arguments) {
  require_writable(arguments);
  const ExperimentFile file = experiment_from(arguments);
  CompareOptions options;
  options.share = arguments.number("--share", 0.3, 0, 0.9);
  options.threads = static_cast<unsigned>(
      arguments.number("--threads", static_cast<double>(std::max(1U, std::thread::hardware_concurrency())), 1, 1024));
  Progress progress("compare", arguments.has("--quiet"));
  std::mutex lock;
  options.progress = [&](double share) {
    const std::lock_guard guard(lock);
    progress.report(share);
    return was_interrupted();
  };
  const CureComparison all = compare_cures(file.experiment, options);
  if (was_interrupted()) return interrupted;
  if (arguments.has("--json"))
    std::puts(answer(file, all).text().c_str());
  else
    print_table(all);
  if (arguments.has("--plot"))
    write_figure(arguments, comparison_figure(all), stem_of(arguments.positionals().front()) + "_cures.svg");
  if (arguments.has("--report")) {
    const std::filesystem::path folder = arguments.text("--report", "report");
    std::filesystem::create_directories(folder);
    write_file(folder / "comparison.html", comparison_page(all, experiment_text(file.experiment)).html());
    if (!arguments.has("--quiet")) say_written((folder / "comparison.html").string());
  }
  return ok;
}

}  // namespace

CommandRow compare_command() {
  return {
      .name = "compare",
      .purpose = "which cure for friction is best on this servo, beside a PID tuned to the same budget",
      .positionals = {{"FILE", "experiment in TOML with [controller], [reference] and, best, [controller.sampled]"}},
      .options = {set_option,
                  plot_option,
                  {"--report", "", "FOLDER", "write FOLDER/comparison.html; default: report", false, true},
                  {"--share", "", "NUMBER", "how far each friction parameter is moved, 0 to 0.9; default 0.3"},
                  {"--threads", "", "N", "loops computed at a time; default: one per core"}},
      .examples = {"stiction compare examples/12_machine_tool_axis.toml --plot cures.svg",
                   "stiction compare servo.toml --json"},
      .notes =
          "Every loop sees the same sensor, delay and limit. The friction that is moved is the true one; what a\n"
          "controller assumes stays. \"over-compensates\": it hunts when there is less friction than it assumes.\n",
      .run = &run_compare};
}

}  // namespace stiction::cli
