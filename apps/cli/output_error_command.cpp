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
#include "stiction/identification/output_record.hpp"
#include "stiction/identification/output_score.hpp"
#include "stiction/io/log_reader.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/report/identification_output_page.hpp"

namespace stiction::cli {
namespace {

LogMapping mapping_of(const Arguments& arguments, std::string_view option) {
  LogMapping all;
  for (const std::string& text : arguments.all(option))
    for (auto& [name, expression] : parse_mapping(text)) all[name] = expression;
  return all;
}

OutputChannels channels_from(const Arguments& arguments) {
  OutputChannels channels;
  channels.inputs = mapping_of(arguments, "--input"), channels.references = mapping_of(arguments, "--reference");
  channels.known = mapping_of(arguments, "--known");
  for (auto& [name, expression] : mapping_of(arguments, "--map")) {
    if (name != "time")
      throw InvalidInput("--map", {{name,
                                    "with --experiment only time is mapped; --input, --reference and --compare say "
                                    "what other columns are"}});
    channels.time[name] = expression;
  }
  const LogMapping output = mapping_of(arguments, "--compare");
  if (output.size() > 1) throw InvalidInput("--compare", {{"", "one signal can be compared"}});
  for (const auto& [name, expression] : output) channels.signal = name, channels.measured = expression;
  const std::string between = arguments.text("--between", "held");
  if (between != "held" && between != "lines")
    throw InvalidInput("--between", {{between, "--between " + between + " is neither held nor lines"}});
  channels.between = between == "held" ? Between::held : Between::lines;
  channels.every = arguments.whole("--decimate", 1, 1, 10000);
  channels.from = arguments.number("--from", -1e300), channels.until = arguments.number("--until", 1e300);
  return channels;
}

/// --fit PATH, or PATH=PATH=... for numbers that move together; --bound narrows them.
std::vector<FittedNumber> fitted_numbers(const Arguments& arguments) {
  std::vector<FittedNumber> numbers;
  const ParameterWishes wishes = wishes_from(arguments);
  for (const std::string& word : words_in(arguments.all("--fit"))) {
    FittedNumber number;
    for (std::size_t at = 0; at <= word.size();) {
      const std::size_t end = std::min(word.find('=', at), word.size());
      if (end > at) number.paths.push_back(word.substr(at, end - at));
      at = end + 1;
    }
    if (number.paths.empty()) continue;
    for (const auto& [name, bounds] : wishes.bounds)
      if (name == number.paths.front()) number.lower = bounds.first, number.upper = bounds.second;
    if (const auto prior = wishes.priors.find(number.paths.front()); prior != wishes.priors.end())
      number.prior = prior->second;
    numbers.push_back(std::move(number));
  }
  for (const auto& one : wishes.bounds)
    if (std::none_of(numbers.begin(), numbers.end(), [&](const auto& n) { return n.paths.front() == one.first; }))
      throw InvalidInput("--bound", {{one.first, "\"" + one.first + "\" is not fitted: name it in --fit"}});
  for (const auto& one : wishes.priors)
    if (std::none_of(numbers.begin(), numbers.end(), [&](const auto& n) { return n.paths.front() == one.first; }))
      throw InvalidInput("--prior", {{one.first, "\"" + one.first + "\" is not fitted: name it in --fit"}});
  if (numbers.empty())
    throw InvalidInput("--fit",
                       {{"", "--experiment needs the numbers to fit: --fit plant.mass,friction.coulomb_force"}});
  return numbers;
}

}  // namespace

std::vector<OptionRow> output_error_options() {
  return {{"--experiment", "", "FILE",
           "fit by simulation (output error): this experiment is run from the measured inputs without correction"},
          {"--fit", "", "PATHS",
           "numbers of the experiment to fit: plant.mass,friction.coulomb_force=friction.static_force "
           "(joined by =: kept equal); measured.delay, measured.filter: how late and smoothed the signal was recorded",
           true},
          {"--input", "", "NAME=COLUMN", "a measured input of the plant", true},
          {"--reference", "", "NAME=COLUMN", "a measured reference of the controller", true},
          {"--known", "", "PATH=COLUMN",
           "a number of the experiment that differs from recording to recording: a constant of the log, or a column "
           "that never changes",
           true},
          {"--between", "", "HOW",
           "inputs and references between samples: held, as a drive holds them, or lines; default held"},
          {"--compare", "", "SIGNAL=COLUMN", "what the run is compared with; default: position=position", true}};
}

int run_output_error(const Arguments& arguments) {
  for (const char* const other : {"--model", "--steady", "--with", "--ripple", "--velocity", "--cutoff", "--discard",
                                  "--test-from", "--free", "--fix", "--start", "--tie"})
    if (arguments.has(other))
      throw InvalidInput(other, {{"", std::string(other) + " belongs to a fit by force prediction and has no meaning "
                                                           "with --experiment; numbers are set in the file"}});
  const bool quiet = arguments.has("--quiet");
  const NamedExperiment experiment = resolved(read_experiment(arguments.text("--experiment")).experiment);
  if (arguments.has("--report")) made_folder(arguments.text("--report", "report"));
  const OutputChannels channels = channels_from(arguments);
  const std::vector<FittedNumber> numbers = fitted_numbers(arguments);
  const auto records_of = [&](const std::vector<std::string>& files) {
    std::vector<OutputRecord> records;
    records.reserve(files.size());
    for (const std::string& file : files) records.push_back(output_record(read_log(file), experiment, channels));
    return records;
  };
  OutputErrorData data{.signal = channels.signal,
                       .records = records_of(arguments.positionals()),
                       .tests = records_of(arguments.all("--test")),
                       .held_out = arguments.number("--held-out", 0.3, 0, 0.9)};
  FitOptions options;
  options.starts = arguments.whole("--starts", 4, 1, 10000);
  options.seed = arguments.whole("--seed", 1, 0, 1e15);
  options.robust = arguments.number("--robust", 0, 0.1, 100);
  options.threads = arguments.whole("--threads", 0, 0, 1024);
  Progress progress("identify", quiet);
  options.stop = [] { return was_interrupted(); };
  options.progress = [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  };
  const ScoredOutputFit scored = fit_and_score(experiment, std::move(data), numbers, options);
  const OutputErrorFit& fit = scored.fit;
  const OutputErrorScore& score = scored.score;
  if (was_interrupted()) return interrupted;
  if (!fit.found()) {
    say("stiction: " + fit.problem);
    return failed;
  }
  if (arguments.has("--json")) {
    std::puts(output_error_answer(fit, score).text().c_str());
  } else {
    const char* const unit = score.unit.c_str();
    std::printf("%s simulated from measured inputs\n  root mean square error %.6g %s over the fitted part",
                printable(channels.signal).c_str(), score.fitted.root_mean_square, unit);
    if (score.held_out) std::printf(", %.6g %s held out", score.held_out->root_mean_square, unit);
    std::printf("\n  mean absolute error    %.6g %s over the fitted part", score.fitted.mean_absolute, unit);
    if (score.held_out) std::printf(", %.6g %s held out", score.held_out->mean_absolute, unit);
    const std::string begun_at(search_start_name(fit.begun_at));
    std::printf("\n%zu of %zu searches ended in the same minimum; the answer is that of the search that began at %s\n",
                fit.agreeing, fit.starts, begun_at.c_str());
    if (fit.least_error > 0)
      std::printf(
          "another went down to %.4g; the recordings cannot tell that minimum from this one, which %s lead to\n",
          fit.least_error, begun_at.c_str());
    if (!fit.no_inverse_start.empty())
      std::printf("no search began at the inverse model: %s\n", fit.no_inverse_start.c_str());
    if (!fit.why_differences.empty()) std::printf("slopes are differences of runs: %s\n", fit.why_differences.c_str());
    std::printf("\n");
    std::printf("  %-34s %13s  %-8s %13s %13s  %s\n", "number", "value", "unit", "95 % from", "to", "verdict");
    for (const EstimatedNumber& n : estimated_numbers(fit))
      std::printf("  %-34s %13.6g  %-8s %13.6g %13.6g  %s%s\n", n.name.c_str(), n.value, n.unit.c_str(), n.lower,
                  n.upper, std::string(identified_name(n.verdict)).c_str(),
                  n.reason.empty() ? "" : (": " + n.reason).c_str());
  }
  if (arguments.has("--law")) {
    write_file(arguments.text("--law", "law.toml"), experiment_text(fit.experiment));
    if (!quiet) say_written(arguments.text("--law", "law.toml"));
  }
  if (arguments.has("--plot"))
    write_figure(arguments, output_error_figure(scored), stem_of(arguments.positionals().front()) + "_fit.svg");
  if (arguments.has("--report")) {
    const std::filesystem::path folder = arguments.text("--report", "report");
    made_folder(folder);
    write_file(folder / "identification.html",
               output_error_page(scored, experiment_text(fit.experiment), examine(fit.experiment, 2)).html());
    if (!quiet) say_written((folder / "identification.html").string());
  }
  return fit.converged ? ok : failed;
}

}  // namespace stiction::cli
