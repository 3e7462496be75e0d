// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/run_cases.hpp"

#include <cstdio>
#include <set>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/figures_answer.hpp"
#include "stiction/io/json_writer.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/result_file.hpp"
#include "stiction/io/run_check.hpp"

namespace stiction::cli {

void print_numbers(const FigureResult& r) {
  const bool compared = r.worst_deviation().has_value();
  if (!r.measurements.empty())
    std::printf("\n  %-36s %22s%s\n", "quantity", "measured", compared ? "              reference  deviation" : "");
  for (const MeasuredNumber& m : r.measurements) {
    const std::string key = m.key + (m.unit.empty() || m.unit == "1" ? "" : " [" + m.unit + "]");
    if (!m.missing.empty())
      std::printf("  %-36s %22s  %s\n", key.c_str(), "-", m.missing.c_str());
    else if (m.reference)
      std::printf("  %-36s %22.12g %22.12g %10.1e%s\n", key.c_str(), m.value, *m.reference, m.deviation,
                  m.holds ? "" : "  FAILS");
    else
      std::printf("  %-36s %22.12g\n", key.c_str(), m.value);
  }
  for (const CheckedClaim& c : r.claims)
    std::printf("\n  %s: %s\n    %s\n", c.holds ? "holds" : "FAILS", c.text.c_str(), c.comparison().c_str());
  if (!r.misprint.empty()) std::printf("\n  misprint: %s\n", r.misprint.c_str());
  if (!r.problem.empty()) std::printf("\n  problem: %s\n", r.problem.c_str());
}

namespace {

void print_cases(const PaperFigure& figure, const std::vector<Trajectory>& runs) {
  if (!figure.title.empty()) std::printf("%s\n\n", printable(figure.title).c_str());
  std::printf("  %-28s %12s %14s %10s %10s\n", "case", "ended", "at t [s]", "steps", "events");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SolveResult& r = runs[i].result;
    const std::string name = figure.cases[i].name.empty() ? "-" : printable(figure.cases[i].name);
    std::printf("  %-28s %12s %14.6g %10zu %10zu\n", name.c_str(), std::string(status_name(r.status)).c_str(), r.time,
                r.counters.accepted, runs[i].events.size());
  }
}

/// How well each case follows its reference: a row for each number, a column for each case.
void print_servo(const PaperFigure& figure, const std::vector<Trajectory>& runs) {
  std::vector<std::size_t> with_reference;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!runs[i].servo.empty()) with_reference.push_back(i);
  if (with_reference.empty()) return;
  std::printf("\n  %-28s", "servo");
  for (const std::size_t i : with_reference) std::printf(" %14.14s", printable(figure.cases[i].name).c_str());
  std::printf("\n");
  for (std::size_t k = 0; k < runs[with_reference.front()].servo.size(); ++k) {
    const MeasuredValue& first = runs[with_reference.front()].servo[k];
    std::printf("  %-28s", (first.key + (first.unit == "1" ? "" : " [" + first.unit + "]")).c_str());
    for (const std::size_t i : with_reference) {
      const MeasuredValue& m = runs[i].servo[k];
      m.missing.empty() ? std::printf(" %14.6g", m.value) : std::printf(" %14s", "-");
    }
    std::printf("\n");
  }
}

/// "servo.csv" of the case "half gain" -> "servo_half_gain.csv".
std::string file_of_case(const std::string& output, std::string name) {
  for (char& c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-')) c = '_';
  const std::filesystem::path path = output;
  return (path.parent_path() / (path.stem().string() + (name.empty() ? "" : "_" + name) + path.extension().string()))
      .string();
}

/// One result file for each case.
void write_results(const Arguments& arguments, const PaperFigure& figure, const std::vector<Trajectory>& runs) {
  const std::string output = arguments.text("--output", figure.cases.front().file.output.file);
  if (output.empty()) return;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string file = output == "-" ? output : file_of_case(output, figure.cases[i].name);
    const Metadata metadata = {{"version", STICTION_VERSION},
                               {"experiment", experiment_text(figure.cases[i].file.experiment)}};
    write_result(file, runs[i], metadata);
    if (!arguments.has("--quiet") && file != "-") say_written(file);
  }
}

void require_possible_output(const Arguments& arguments, const PaperFigure& figure) {
  for (const char* option : {"--check", "--slopes"})
    if (arguments.has(option))
      throw WrongCall(std::string(option) + " takes a file with one run, not with cases, claims or panels across them");
  const std::string output = arguments.text("--output");
  if (output == "-" && (figure.several() || arguments.has("--json")))
    throw WrongCall("-o - takes one run and no --json; give -o a file, and each case gets one of its own");
  std::set<std::string> files;
  for (const PaperCase& one : figure.cases)
    if (!output.empty() && !files.insert(file_of_case(output, one.name)).second)
      throw WrongCall("the cases would write the same file " + file_of_case(output, one.name));
}

}  // namespace

int run_cases(const Arguments& arguments, std::string_view text) {
  const std::string& source = arguments.positionals().front();
  PaperFigure figure = read_figure(text, source, std::filesystem::path(source).parent_path());
  require_possible_output(arguments, figure);
  for (PaperCase& one : figure.cases) {
    apply_options(arguments, one.file.experiment);
    require_other_files(arguments, one.file);
    require_room_for_samples(one.file.experiment);
  }
  std::vector<Trajectory> runs;
  FigureResult result = reproduce(figure, was_interrupted, &runs);
  result.figure.shows_title = !figure.title.empty();
  if (was_interrupted()) return interrupted;
  write_results(arguments, figure, runs);
  const std::string& plot = figure.cases.front().file.output.plot;
  if (arguments.has("--plot") || !plot.empty())
    write_figure(arguments, result.figure, plot.empty() ? stem_of(source) + ".svg" : plot);
  if (arguments.has("--json")) {
    std::puts(cases_answer(result, figure, runs).text().c_str());
  } else if (arguments.text("--output") != "-" && arguments.text("--plot") != "-" && !arguments.has("--quiet")) {
    print_cases(figure, runs);
    print_numbers(result);
    print_servo(figure, runs);
  }
  return result.holds() ? ok : failed;
}

}  // namespace stiction::cli
