// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/experiment_arguments.hpp"

#include <cstdio>

#include "apps/cli/console.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/run_check.hpp"
#include "stiction/io/setting.hpp"
#include "stiction/report/png.hpp"
#include "stiction/report/terminal_plot.hpp"

namespace stiction::cli {

namespace {

/// A folder that does not exist is reported before the run, not after it.
void require_folder_of(const std::filesystem::path& output) {
  const std::filesystem::path folder = output.parent_path();
  std::error_code ignored;
  if (!output.empty() && !folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw FileError("cannot write " + output.string() + ": the folder " + folder.string() + " does not exist");
}

}  // namespace

void require_other_files(const Arguments& arguments, const ExperimentFile& file, const std::filesystem::path& another) {
  const std::filesystem::path source = arguments.positionals().front();
  std::vector<std::filesystem::path> inputs = {source, another};
  for (const NamedSignals* signals : {&file.experiment.inputs, &file.experiment.references})
    for (const auto& [name, signal] : *signals)
      for (const NamedSignal::Term& term : signal.terms)
        if (!term.file.empty()) inputs.push_back(source.parent_path() / term.file);
  std::vector<std::string> outputs = {arguments.text("--output", file.output.file)};
  if (arguments.has("--plot") || !file.output.plot.empty())
    outputs.push_back(
        arguments.text("--plot", file.output.plot.empty() ? stem_of(source.string()) + ".svg" : file.output.plot));
  for (const std::string& output : outputs) {
    require_folder_of(output);
    for (const std::filesystem::path& input : inputs) {
      std::error_code absent;
      if (output.empty() || output == "-" || input.empty() || input == "-" ||
          !std::filesystem::equivalent(output, input, absent))
        continue;
      throw InvalidInput("--output", {{output, "\"" + output +
                                                   "\" is read by this experiment and would be replaced; "
                                                   "give another name"}});
    }
  }
}

void apply_options(const Arguments& arguments, NamedExperiment& experiment) {
  RunOptions& run = experiment.run;
  apply_settings(experiment, arguments.all("--set"));
  run.duration = arguments.number("--duration", run.duration, 1e-12, 1e12);
  run.solver.tolerance = arguments.number("--tolerance", run.solver.tolerance, 1e-14, 0.1);
  if (arguments.has("--interval")) run.record.interval = arguments.number("--interval", 0, 0, 1e12);
  resolved(experiment);  // a number that was set may be out of its range
  require_possible_times(run);
}

ExperimentFile experiment_from(const Arguments& arguments, const std::optional<std::string>& text) {
  const std::string& source = arguments.positionals().front();
  ExperimentFile file =
      text ? parse_experiment(*text, source, std::filesystem::path(source).parent_path()) : read_experiment(source);
  apply_options(arguments, file.experiment);
  require_other_files(arguments, file);
  return file;
}

bool names_a_file(const std::string& word) {
  std::error_code ignored;
  return word == "-" || word.ends_with(".toml") || word.find('/') != std::string::npos ||
         std::filesystem::exists(word, ignored);
}

NamedExperiment law_experiment(const std::string& word) {
  if (names_a_file(word)) return resolved(read_experiment(word).experiment);
  NamedExperiment e;
  e.friction = {{.model = word}};
  return resolved(e);
}

void write_figure(const Arguments& arguments, Figure figure, const std::string& fallback) {
  const std::string target = arguments.text("--plot", fallback);
  // Titles come from files; neither a terminal nor SVG takes control characters.
  figure.title = printable(figure.title);
  for (Panel& panel : figure.panels) panel.title = printable(panel.title);
  if (target == "-") {
    const Terminal terminal = this_terminal();
    for (const Panel& panel : figure.panels) std::fputs((terminal_plot(panel, terminal) + "\n").c_str(), stdout);
    return;
  }
  if (target.ends_with(".png"))
    write_png(target, figure);
  else if (target.ends_with(".svg"))
    write_file(target, to_svg(figure));
  else
    throw WrongCall("\"" + target + "\" must end in .svg or .png, or be \"-\"");
  if (!arguments.has("--quiet")) say_written(target);
}

std::filesystem::path made_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::error_code ignored; !std::filesystem::is_directory(folder, ignored))
    throw FileError("cannot make the folder " + folder.string() + ": " +
                    (error ? error.message() : "a file has its name"));
  return folder;
}

void require_ending(const Arguments& arguments, std::string_view option,
                    std::initializer_list<std::string_view> endings) {
  const std::string file = arguments.text(option);
  if (file.empty() || file == "-") return;
  std::string known;
  for (const std::string_view ending : endings) {
    if (file.ends_with(ending)) return;
    known.append(known.empty() ? "" : ", ").append(ending);
  }
  throw WrongCall(std::string(option) + ": \"" + file + "\" must end in one of " + known + ", or be \"-\"");
}

void require_writable(const Arguments& arguments) {
  require_ending(arguments, "--plot", {".svg", ".png"});
  require_ending(arguments, "--output", {".csv", ".mat", ".json"});
}

std::string stem_of(const std::string& file) {
  return file == "-" ? "run" : std::filesystem::path(file).stem().string();
}

}  // namespace stiction::cli
