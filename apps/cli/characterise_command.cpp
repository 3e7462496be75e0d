// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/law_answer.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/law_figure.hpp"

namespace stiction::cli {
namespace {

/// The law in a contact of an experiment file.
LawInContact law_of_file(const Arguments& arguments) {
  if (arguments.has("--preset")) throw WrongCall("--preset is for a law by its name; a file has its own");
  return law_in_contact(experiment_from(arguments).experiment, arguments.text("--contact"));
}

/// A law by its name, with a preset and values.
LawInContact law_by_name(const Arguments& arguments) {
  if (arguments.has("--contact")) throw WrongCall("--contact is for a file");
  NamedExperiment e;
  e.plant = {.model = "prescribed_velocity"};
  e.friction = {{.model = arguments.positionals().front(), .preset = arguments.text("--preset")}};
  find_model(e.friction.front().model);
  apply_options(arguments, e);
  return {resolved(e).friction.front(), false, {}};
}

void print_study(const LawStudy& s) {
  const auto unit = [&](std::string_view of_sliding) {
    return s.turns ? rotational(of_sliding) : std::string(of_sliding);
  };
  std::printf("%s: F = %.4g %s, z = %.4g %s, v = %.4g %s, in experiments with %.4g %s\n", s.law.model.c_str(), s.force,
              unit("N").c_str(), s.deflection, unit("m").c_str(), s.speed, unit("m/s").c_str(), s.mass,
              unit("kg").c_str());
  for (const LawStudyPart& part : s.parts) {
    std::printf("\n%s\n", part.title.c_str());
    if (!part.problem.empty()) std::printf("  none: %s\n", part.problem.c_str());
    for (const MeasuredValue& m : part.numbers)
      std::printf("  %-32s %14.6g  %s\n", m.key.c_str(), m.value, m.unit.c_str());
  }
}

int run_characterise(const Arguments& arguments) {
  const std::string& word = arguments.positionals().front();
  require_ending(arguments, "--plot", {".svg", ".png"});
  require_ending(arguments, "--output", {".csv", ".json"});
  const LawInContact law = names_a_file(word) ? law_of_file(arguments) : law_by_name(arguments);
  Progress progress("characterise", arguments.has("--quiet"));
  const LawStudy s = study_law(law.law, {.mass = arguments.number("--mass", law.mass.value_or(1), 1e-12, 1e12),
                                         .turns = law.turns,
                                         .tolerance = 1e-9,
                                         .progress = [&](double fraction) {
                                           progress.report(fraction);
                                           return was_interrupted();
                                         }});
  if (was_interrupted()) return interrupted;
  const std::string output = arguments.text("--output");
  if (output == "-")
    std::fputs(law_csv(s).c_str(), stdout);
  else if (!output.empty()) {
    write_file(output, output.ends_with(".json") ? law_answer(s).text() + "\n" : law_csv(s));
    if (!arguments.has("--quiet")) say_written(output);
  }
  if (arguments.has("--plot")) write_figure(arguments, law_figure(s, s.law.model), stem_of(word) + "_law.svg");
  if (arguments.has("--json"))
    std::puts(law_answer(s).text().c_str());
  else if (output != "-" && arguments.text("--plot") != "-" && !arguments.has("--quiet"))
    print_study(s);
  return ok;
}

}  // namespace

CommandRow characterise_command() {
  return {.name = "characterise",
          .purpose = "what a law does: steady curve, presliding, break-away, lag, rate dependence, drift",
          .positionals = {{"LAW", "a law by its name (stiction models), or an experiment file"}},
          .options = {{"--output", "-o", "FILE", "write the curves: .csv or .json; - is CSV on stdout"},
                      plot_option,
                      set_option,
                      {"--preset", "", "NAME", "parameters of a paper, of a law by its name"},
                      {"--contact", "", "NAME", "which contact of a file; default: the first"},
                      {"--mass", "", "KG", "in the experiments with a mass [kg]; default: that of the file, or 1"}},
          .examples = {"stiction characterise lugre --plot lugre.svg",
                       "stiction characterise elasto_plastic --set friction.static_force=2 --json",
                       "stiction characterise examples/11_gearbox.toml -o gearbox_law.csv"},
          .notes =
              "Sizes follow from the law: its Coulomb level F, the deflection z of its bristles, its smallest speed "
              "v.\n",
          .run = &run_characterise};
}

}  // namespace stiction::cli
