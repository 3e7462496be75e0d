// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/experiment_arguments.hpp"

#include <cstdio>

#include "stiction/io/output_file.hpp"
#include "stiction/report/png.hpp"
#include "stiction/report/terminal_plot.hpp"

namespace stiction::cli {

ExperimentFile experiment_from(const Arguments& arguments) {
  ExperimentFile file = read_experiment(arguments.positionals().front());
  for (const std::string& change : arguments.all("--set")) {
    const std::size_t equals = change.find('=');
    char* end = nullptr;
    const double value = equals == std::string::npos ? 0 : std::strtod(change.c_str() + equals + 1, &end);
    if (equals == std::string::npos || end == change.c_str() + equals + 1 || *end != '\0')
      throw InvalidInput("--set", {{change, "\"" + change + "\" is not of the form PATH=NUMBER"}});
    set_value(file.experiment, change.substr(0, equals), value);
  }
  resolved(file.experiment);  // a number that was set may be out of its range
  return file;
}

void write_figure(const Arguments& arguments, const Figure& figure, const std::string& fallback) {
  const std::string target = arguments.text("--plot", fallback);
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
    throw InvalidInput("--plot", {{target, "\"" + target + "\" must end in .svg or .png, or be \"-\""}});
  if (!arguments.has("--quiet")) std::fprintf(stderr, "wrote %s\n", target.c_str());
}

void require_writable(const Arguments& arguments) {
  const auto require = [](const std::string& option, const std::string& file,
                          std::initializer_list<const char*> endings) {
    if (file.empty() || file == "-") return;
    std::string known;
    for (const char* ending : endings) {
      if (file.ends_with(ending)) return;
      known += (known.empty() ? "" : ", ") + std::string(ending);
    }
    throw InvalidInput(option, {{file, "\"" + file + "\" must end in one of " + known + ", or be \"-\""}});
  };
  require("--plot", arguments.text("--plot"), {".svg", ".png"});
  require("--output", arguments.text("--output"), {".csv", ".mat", ".json"});
}

std::string stem_of(const std::string& file) {
  return file == "-" ? "run" : std::filesystem::path(file).stem().string();
}

Json answer_about(const NamedExperiment& experiment) {
  Json answer;
  answer["stiction"] = STICTION_VERSION;
  answer["format"] = 1;
  answer["experiment"] = experiment_text(experiment);
  return answer;
}

}  // namespace stiction::cli
