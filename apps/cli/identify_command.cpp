// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/log_arguments.hpp"
#include "apps/cli/output_error_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/identification/lag.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/report/identification_page.hpp"

namespace stiction::cli {
namespace {

void print_identification(const ForceData& data, const Identification& found) {
  for (const Recording& r : data.recordings())
    for (const std::string& remark : r.remarks)
      std::printf("%s: %s\n", printable(r.name).c_str(), printable(remark).c_str());
  std::printf("%s\n\n", found.sentence.c_str());
  if (found.fits.size() > 1) {
    std::printf("  %-30s %14s %13s %10s %12s %9s  %s\n", "law", "held out [%]", "in motion [%]", "fit [%]", "criterion",
                "unknowns", "searches in the same minimum");
    for (const LawFit& fit : found.fits) {
      if (!fit.found()) {
        std::printf("  %-30s %s\n", fit.law.c_str(), fit.problem.c_str());
        continue;
      }
      const std::string searches = fit.linear ? "solved at once"
                                              : std::to_string(fit.agreeing) + " of " + std::to_string(fit.starts) +
                                                    (fit.given_up ? "; far behind, given up" : "");
      std::printf("  %-30s %14.4f %13.4f %10.4f %12.1f %9zu  %s\n", fit.law.c_str(), fit.test_error, fit.motion_error,
                  fit.train_error, fit.information_criterion, fit.unknowns, searches.c_str());
    }
    std::printf("\n");
  }
  std::printf("  %-26s %13s  %-6s %13s %13s  %s\n", found.best().law.c_str(), "value", "unit", "95 % from", "to",
              "verdict");
  for (const EstimatedNumber& n : found.certainty.numbers) {
    if (n.verdict == Identified::kept)
      std::printf("  %-26s %13.6g  %-6s %13s %13s  kept%s\n", n.name.c_str(), n.value, n.unit.c_str(), "", "",
                  n.reason.empty() ? "" : (": " + n.reason).c_str());
    else
      std::printf("  %-26s %13.6g  %-6s %13.6g %13.6g  %s%s\n", n.name.c_str(), n.value, n.unit.c_str(), n.lower,
                  n.upper, std::string(identified_name(n.verdict)).c_str(),
                  n.reason.empty() ? "" : (": " + n.reason).c_str());
  }
  std::printf("\n%s\n", found.certainty.sentence.c_str());
  for (const NullDirection& n : found.certainty.null_directions) std::printf("  %s\n", n.sentence.c_str());
  for (const ResidualTest& test : found.tests)
    std::printf("%s %-10s %s\n", test.passed ? "ok  " : "look", test.name.c_str(), test.sentence.c_str());
  std::string last;
  for (const EstimatedNumber& n : found.certainty.numbers)
    if (!n.advice.empty() && n.advice != last) {
      std::printf("next %s: %s\n", n.name.c_str(), n.advice.c_str());
      last = n.advice;
    }
}

int run_identify(const Arguments& arguments) {
  require_writable(arguments);
  require_ending(arguments, "--law", {".toml"});
  if (!can_minimise())
    throw MissingFeature("this build cannot fit: install Ceres (Debian: libceres-dev) and build again");
  if (arguments.has("--experiment")) return run_output_error(arguments);
  for (const OptionRow& row : output_error_options())
    if (arguments.has(row.name))
      throw InvalidInput(std::string(row.name),
                         {{"", std::string(row.name) + " needs --experiment FILE, which says what is simulated"}});
  if (arguments.has("--report")) made_folder(arguments.text("--report", "report"));
  const bool quiet = arguments.has("--quiet");
  std::vector<std::string> files = arguments.positionals();
  const std::vector<std::string>& tests = arguments.all("--test");
  files.insert(files.end(), tests.begin(), tests.end());
  ForceDataOptions data_options = data_options_from(arguments);
  data_options.test_recordings = tests.size();
  const ForceData measured(recordings_from(arguments, files), data_options);
  FitOptions options;
  options.starts = arguments.whole("--starts", options.starts, 1, 10000);
  options.seed = arguments.whole("--seed", 1, 0, 1e15);
  options.threads = arguments.whole("--threads", 0, 0, 1024);
  options.robust = arguments.number("--robust", 0, 0.1, 100);
  std::vector<std::string> laws = words_in(arguments.all("--model"));
  if (laws.empty() || (laws.size() == 1 && laws.front() == "auto")) laws = candidate_laws();
  Progress progress("identify", quiet);
  options.stop = [] { return was_interrupted(); };
  options.progress = [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  };
  const auto [data, found] = identify_with_lag(measured, laws, wishes_from(arguments), options);
  if (was_interrupted()) return interrupted;
  if (!found.best().found()) {
    say("stiction: " + found.sentence);
    return failed;
  }
  const NamedExperiment law = experiment_with(found.best(), data);
  if (arguments.has("--json"))
    std::puts(identification_answer(law, data, found, static_cast<double>(options.seed)).text().c_str());
  else
    print_identification(data, found);
  const std::string text = "# " + printable(found.sentence) + "\n" + experiment_text(law);
  if (arguments.has("--law")) {
    write_file(arguments.text("--law", "law.toml"), text);
    if (!quiet) say_written(arguments.text("--law", "law.toml"));
  }
  if (arguments.has("--plot"))
    write_figure(arguments, identification_figure(data, found), stem_of(files.front()) + "_fit.svg");
  if (arguments.has("--report")) {
    const std::filesystem::path folder = arguments.text("--report", "report");
    made_folder(folder);
    write_file(folder / "identification.html", identification_page(data, found, text, examine(law, 2)).html());
    if (!quiet) say_written((folder / "identification.html").string());
  }
  return found.best().converged ? ok : failed;
}

}  // namespace

CommandRow identify_command() {
  std::vector<OptionRow> options = {
      {"--model", "-m", "LAWS", "laws to fit, separated by commas, or auto: all of the catalogue; default auto", true},
      {"--test", "", "FILE", "a recording that takes no part in the fit and is scored; may be repeated", true},
      {"--fix", "", "NAME=NUMBER", "keep a number of the law, in SI units", true},
      {"--bound", "", "NAME=LOW:HIGH", "bounds of a number", true},
      {"--start", "", "NAME=NUMBER", "where the search begins", true},
      {"--prior", "", "NAME=MEAN,DEVIATION", "what is known of a number beforehand, with its standard deviation", true},
      {"--free", "", "NAME", "fit a shape that is kept by default, such as stribeck_exponent", true},
      {"--tie", "", "NAME=NAME", "keep a number of the law equal to another one: static_force=coulomb_force", true},
      {"--starts", "", "N",
       "searches from different starts; default 12, with --experiment 4 and one more from the inverse model"},
      {"--seed", "", "N", "of the starts; default 1"},
      {"--threads", "", "N", "searches at a time; default: one per core"},
      {"--robust", "", "NUMBER", "residuals beyond so many standard deviations count in proportion (Huber)"},
      {"--law", "-o", "FILE", "write the law as an experiment in TOML; default law.toml", false, true},
      plot_option,
      {"--report", "", "FOLDER", "write the dossier FOLDER/identification.html; default: report", false, true}};
  for (const OptionRow& row : log_options()) options.push_back(row);
  for (const OptionRow& row : output_error_options()) options.push_back(row);
  return {
      .name = "identify",
      .purpose = "from a measured log to a friction law: fit, error bars, ranking, what to record next",
      .positionals = {{"LOG", "recordings: CSV, MAT or JSON", true, true}},
      .options = std::move(options),
      .examples =
          {"stiction identify examples/14_axis_log.csv --model auto --report",
           "stiction identify log.csv --model lugre,elasto_plastic --map position=qm[mm],force=0.8*current -o law.toml",
           "stiction identify speeds/*.csv --steady --model coulomb_viscous,generalized_kinetic --json",
           "stiction identify log.csv --experiment axis.toml --input force=35.15*vir --compare position=qm --fit "
           "plant.mass,friction.viscous_damping"},
      .notes =
          "The motion is prescribed as it was recorded and the force predicted (docs/identification.md). The end of "
          "each\n"
          "recording is held out; laws are ranked by their error there. Exit code 1 when the chosen fit did not "
          "converge.\n",
      .run = &run_identify};
}

}  // namespace stiction::cli
