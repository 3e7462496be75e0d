// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/log_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/answer.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/report/identification_page.hpp"

namespace stiction::cli {
namespace {

Json number_json(const EstimatedNumber& n) {
  Json one;
  one["name"] = n.name, one["value"] = n.value, one["unit"] = n.unit, one["standard_deviation"] = n.deviation;
  one["interval"] = std::vector<double>{n.lower, n.upper};
  if (n.profile) one["profile_interval"] = std::vector<double>{n.profile->first, n.profile->second};
  one["verdict"] = identified_name(n.verdict), one["reason"] = n.reason, one["advice"] = n.advice;
  return one;
}

Json law_json(const LawFit& fit) {
  Json one;
  one["law"] = fit.law, one["problem"] = fit.problem;
  if (!fit.found()) return one;
  one["held_out_error_percent"] = fit.test_error, one["fit_error_percent"] = fit.train_error, one["noise"] = fit.noise;
  one["information_criterion"] = fit.information_criterion, one["unknowns"] = fit.unknowns;
  one["linear"] = fit.linear, one["converged"] = fit.converged, one["starts"] = fit.starts,
  one["starts_in_same_minimum"] = fit.agreeing;
  for (std::size_t j = 0; j < fit.p.size(); ++j) one["numbers"][fit.parameters->numbers()[j].name] = fit.p[j];
  return one;
}

Json identification_json(const ForceData& data, const Identification& found, const NamedExperiment& law, double seed) {
  Json json = answer_about(law);
  json["sentence"] = found.sentence, json["seed"] = seed, json["complete"] = !found.stopped;
  json["recordings"] = Json::array();
  for (const Recording& r : data.recordings()) {
    Json one;
    one["file"] = r.name, one["samples"] = r.size(), one["pieces"] = r.pieces.size() - 1,
    one["sample_time"] = r.sample_time;
    one["encoder_step"] = r.quantum, one["position_noise"] = r.position_noise, one["velocity_noise"] = r.velocity_noise;
    one["remarks"] = Json::array();
    for (const std::string& remark : r.remarks) one["remarks"].push_back(remark);
    json["recordings"].push_back(std::move(one));
  }
  json["rows_fitted"] = data.train_rows(), json["rows_held_out"] = data.rows() - data.train_rows();
  json["laws"] = Json::array();
  for (const LawFit& fit : found.fits) json["laws"].push_back(law_json(fit));
  json["numbers"] = Json::array();
  for (const EstimatedNumber& n : found.certainty.numbers) json["numbers"].push_back(number_json(n));
  json["informative"] = found.certainty.informative, json["certainty"] = found.certainty.sentence;
  json["null_directions"] = Json::array();
  for (const NullDirection& n : found.certainty.null_directions) json["null_directions"].push_back(n.sentence);
  Json& correlation = json["correlation"];
  correlation["names"] = Json::array();
  for (const std::string& name : found.certainty.correlated_names) correlation["names"].push_back(name);
  correlation["values"] = found.certainty.correlation;
  json["residual_tests"] = Json::array();
  for (const ResidualTest& test : found.tests) {
    Json one;
    one["name"] = test.name, one["statistic"] = test.statistic, one["limit"] = test.limit, one["passed"] = test.passed,
    one["sentence"] = test.sentence;
    json["residual_tests"].push_back(std::move(one));
  }
  return json;
}

void print_identification(const ForceData& data, const Identification& found) {
  for (const Recording& r : data.recordings())
    for (const std::string& remark : r.remarks)
      std::printf("%s: %s\n", printable(r.name).c_str(), printable(remark).c_str());
  std::printf("%s\n\n", found.sentence.c_str());
  if (found.fits.size() > 1) {
    std::printf("  %-30s %14s %10s %12s %9s  %s\n", "law", "held out [%]", "fit [%]", "criterion", "unknowns",
                "searches in the same minimum");
    for (const LawFit& fit : found.fits) {
      if (!fit.found()) {
        std::printf("  %-30s %s\n", fit.law.c_str(), fit.problem.c_str());
        continue;
      }
      const std::string searches =
          fit.linear ? "solved at once" : std::to_string(fit.agreeing) + " of " + std::to_string(fit.starts);
      std::printf("  %-30s %14.4f %10.4f %12.1f %9zu  %s\n", fit.law.c_str(), fit.test_error, fit.train_error,
                  fit.information_criterion, fit.unknowns, searches.c_str());
    }
    std::printf("\n");
  }
  std::printf("  %-26s %13s  %-6s %13s %13s  %s\n", found.best().law.c_str(), "value", "unit", "95 % from", "to",
              "verdict");
  for (const EstimatedNumber& n : found.certainty.numbers) {
    if (n.verdict == Identified::kept)
      std::printf("  %-26s %13.6g  %-6s %13s %13s  kept\n", n.name.c_str(), n.value, n.unit.c_str(), "", "");
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
  if (!can_minimise())
    throw MissingFeature("this build cannot fit: install Ceres (Debian: libceres-dev) and build again");
  const bool quiet = arguments.has("--quiet");
  std::vector<std::string> files = arguments.positionals();
  const std::vector<std::string>& tests = arguments.all("--test");
  files.insert(files.end(), tests.begin(), tests.end());
  ForceDataOptions data_options = data_options_from(arguments);
  data_options.test_recordings = tests.size();
  const ForceData data(recordings_from(arguments, files), data_options);
  FitOptions options;
  options.starts =
      static_cast<std::size_t>(arguments.number("--starts", static_cast<double>(options.starts), 1, 10000));
  const double seed = arguments.number("--seed", 1, 0, 1e15);
  options.seed = static_cast<std::uint64_t>(seed);
  options.threads = static_cast<std::size_t>(arguments.number("--threads", 0, 0, 1024));
  options.robust = arguments.number("--robust", 0, 0.1, 100);
  std::vector<std::string> laws;
  for (const std::string& text : arguments.all("--model"))
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      if (end > at) laws.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  if (laws.empty() || (laws.size() == 1 && laws.front() == "auto")) laws = candidate_laws();
  Progress progress("identify", quiet);
  options.progress = [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  };
  const Identification found = identify(data, laws, wishes_from(arguments), options);
  if (was_interrupted()) return interrupted;
  if (!found.best().found()) {
    say("stiction: " + found.sentence);
    return failed;
  }
  const NamedExperiment law = experiment_with(found.best(), data);
  if (arguments.has("--json"))
    std::puts(identification_json(data, found, law, seed).text().c_str());
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
    std::filesystem::create_directories(folder);
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
      {"--free", "", "NAME", "fit a shape that is kept by default, such as stribeck_exponent", true},
      {"--starts", "", "N", "searches from different starts; default 12"},
      {"--seed", "", "N", "of the starts; default 1"},
      {"--threads", "", "N", "searches at a time; default: one per core"},
      {"--robust", "", "NUMBER", "residuals beyond so many standard deviations count in proportion (Huber)"},
      {"--law", "-o", "FILE", "write the law as an experiment in TOML; default law.toml", false, true},
      plot_option,
      {"--report", "", "FOLDER", "write the dossier FOLDER/identification.html; default: report", false, true}};
  for (const OptionRow& row : log_options()) options.push_back(row);
  return {
      .name = "identify",
      .purpose = "from a measured log to a friction law: fit, error bars, ranking, what to record next",
      .positionals = {{"LOG", "recordings: CSV, MAT or JSON", true, true}},
      .options = std::move(options),
      .examples =
          {"stiction identify examples/14_axis_log.csv --model auto --report",
           "stiction identify log.csv --model lugre,elasto_plastic --map position=qm[mm],force=0.8*current -o law.toml",
           "stiction identify speeds/*.csv --steady --model coulomb_viscous,generalized_kinetic --json"},
      .notes =
          "The motion is prescribed as it was recorded and the force predicted (docs/identification.md). The end of "
          "each\n"
          "recording is held out; laws are ranked by their error there. Exit code 1 when the chosen fit did not "
          "converge.\n",
      .run = &run_identify};
}

}  // namespace stiction::cli
