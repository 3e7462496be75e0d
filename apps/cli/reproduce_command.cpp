// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <thread>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/run_cases.hpp"
#include "stiction/answers/figures_answer.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/papers/papers_page.hpp"

namespace stiction::cli {
namespace {

void print_details(const FigureResult& r) {
  std::printf("%s - %s\n%s\n", r.source.c_str(), r.title.c_str(), r.text.c_str());
  print_numbers(r);
}

int run_reproduce(const Arguments& arguments) {
  require_ending(arguments, "--plot", {".svg", ".png"});
  for (const char* option : {"--list", "--toml"})
    for (const char* other : {"--json", "--plot", "--report"})
      if (arguments.has(option) && arguments.has(other))
        throw WrongCall(std::string(option) + " prints text; leave " + other + " out");
  if (arguments.has("--list")) {
    for (const PaperText& text : paper_texts()) std::printf("%s\n", std::string(text.name).c_str());
    return ok;
  }
  if (arguments.positionals().empty())
    throw WrongCall("give the name of a figure, of a paper, or all; --list prints the names");
  const std::vector<PaperText> texts = chosen_figures(arguments.positionals());
  if (texts.size() > 1 && (arguments.has("--toml") || arguments.has("--plot")))
    throw WrongCall("--toml and --plot take one figure; " + arguments.positionals().front() + " has several: --report");
  if (arguments.has("--toml")) {
    for (const PaperText& text : texts) std::printf("%s\n", std::string(text.text).c_str());
    return ok;
  }
  if (arguments.has("--report")) made_folder(arguments.text("--report", "report"));
  std::vector<FigureResult> results(texts.size());
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const auto threads = arguments.whole("--threads", cores, 1, 1024);
  {
    Progress progress("reproduce", arguments.has("--quiet"));
    for_each_parallel(
        texts.size(), threads,
        [&](std::size_t i) { results[i] = reproduce(read_paper_figure(texts[i]), was_interrupted); },
        [&](double fraction) {
          progress.report(fraction);
          return was_interrupted();
        });
  }
  if (was_interrupted()) return interrupted;
  bool all_hold = true;
  for (const FigureResult& r : results) all_hold = all_hold && r.holds();
  if (arguments.has("--json")) {
    std::puts(figures_answer(results).text().c_str());
  } else if (results.size() == 1) {
    print_details(results.front());
  } else {
    std::printf("%-34s %10s %8s %8s  %s\n", "figure", "deviation", "numbers", "claims", "");
    for (const FigureResult& r : results) {
      char worst[16] = "-";
      if (r.worst_deviation()) std::snprintf(worst, sizeof worst, "%.1e", *r.worst_deviation());
      std::printf("%-34s %10s %8zu %8zu  %s%s%s\n", r.name.c_str(), worst, r.measurements.size(), r.claims.size(),
                  r.holds() ? "pass" : "FAIL", r.problem.empty() ? "" : ": ", r.problem.c_str());
    }
  }
  if (arguments.has("--plot")) write_figure(arguments, results.front().figure, stem_of(results.front().name) + ".svg");
  const bool whole = arguments.positionals().front() == "all";
  if (arguments.has("--report") || (whole && !arguments.has("--json"))) {
    const std::filesystem::path folder = arguments.text("--report", "report");
    made_folder(folder);
    write_file(folder / "index.html", papers_page(results, STICTION_VERSION).html());
    if (!arguments.has("--quiet")) say_written((folder / "index.html").string());
  }
  return all_hold ? ok : failed;
}

}  // namespace

CommandRow reproduce_command() {
  return {.name = "reproduce",
          .purpose = "figures and claims of the papers, measured beside independent references",
          .positionals = {{"NAME", "a figure (lugre1995/fig6), a paper (lugre1995) or all", false, true}},
          .options = {{"--list", "", "", "print the names there are"},
                      {"--toml", "", "", "print a figure as a file that stiction run takes, to start one's own from"},
                      plot_option,
                      {"--report", "", "FOLDER", "write FOLDER/index.html; default with all: report", false, true},
                      {"--threads", "", "N", "figures computed at a time; default: one per core"}},
          .examples = {"stiction reproduce lugre1995/fig6", "stiction reproduce all",
                       "stiction reproduce lugre1995/fig8 --json --plot fig8.svg",
                       "stiction reproduce lugre1995/fig8 --toml > fig8.toml && stiction run fig8.toml"},
          .notes = "Exit code 1 when a number or a claim does not hold.\n",
          .run = &run_reproduce};
}

}  // namespace stiction::cli
