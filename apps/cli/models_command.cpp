// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <span>

#include "apps/cli/commands.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "stiction/answers/catalogue_answer.hpp"
#include "stiction/answers/law_equations.hpp"
#include "stiction/report/law_figure.hpp"

namespace stiction::cli {
namespace {

/// Printf with a string_view: "%.*s" asks for length and pointer.
#define TEXT(view) static_cast<int>((view).size()), (view).data()

std::string numbers_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : " ") + number_text(x);
  return numbers.size() > 1 ? "[" + text + "]" : text;
}

void print_table(const char* heading, const std::vector<FieldInfo>& rows) {
  if (rows.empty()) return;
  std::printf("\n%s\n", heading);
  for (const FieldInfo& row : rows) {
    std::printf("  %-28.*s %-16.*s %-20s [%.*s]  %.*s Must %s.%s%s\n", TEXT(row.name), TEXT(row.symbol),
                row.follows.empty() ? numbers_text(row.defaults).c_str() : std::string(row.follows).c_str(),
                TEXT(row.unit), TEXT(row.doc), requirement_text(row.range).c_str(), row.longest > 0 ? " " : "",
                list_length_text(row).c_str());
  }
}

void print_model(const ModelEntry& e) {
  std::printf("%.*s - %.*s\n\n", TEXT(e.info.name), TEXT(e.info.description));
  std::printf("kind       %.*s\nC++        stiction::%.*s\nsource     %.*s\n", TEXT(e.kind), TEXT(e.info.type),
              TEXT(e.info.source));
  std::printf("\nequations\n");
  for (const std::string_view line : law_equations(e.info.name)) std::printf("  %.*s\n", TEXT(line));
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("what multiplies its force levels, where one of these is given", e.load_parameters);
  print_table("states", e.states);
  print_table("modes", e.modes);
  if (!e.presets.empty()) std::printf("\npresets\n");
  for (const PresetInfo& p : e.presets) std::printf("  %-28.*s %.*s\n", TEXT(p.name), TEXT(p.source));
  std::string shown;
  for (const auto& [key, words] : phenomena_of(e.info.phenomena))
    shown += (shown.empty() ? "" : ", ") + std::string(words);
  std::printf("\nshows      %s\n", shown.empty() ? "none of the listed phenomena" : shown.c_str());
  if (!e.passivity_condition.empty()) std::printf("passive    %.*s\n", TEXT(e.passivity_condition));
}

void print_plant(const PlantEntry& e) {
  std::printf("%.*s - %.*s\n\nC++        stiction::%.*s\ncontacts  ", TEXT(e.info.name), TEXT(e.info.description),
              TEXT(e.info.type));
  for (const std::string& name : e.contacts) std::printf(" %s", name.c_str());
  std::printf("\n");
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("hard stops, where one of these is given", e.stop_parameters);
  print_table("an electric motor in front, where one of these is given", e.drive_parameters);
  print_table("states", e.states);
  print_table("inputs", e.inputs);
  print_table("outputs", e.outputs);
}

void print_controller(const ControllerEntry& e) {
  std::printf("%.*s - %.*s\n\nC++        stiction::%.*s\nsource     %.*s\n", TEXT(e.info.name),
              TEXT(e.info.description), TEXT(e.info.type), TEXT(e.info.source));
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("filters and feed-forward, where one of these is given", e.shape_parameters);
  print_table("states", e.states);
  print_table("inputs", e.inputs);
  print_table("outputs", e.outputs);
}

void print_catalogue() {
  std::printf("%-34s %-10s %s\n", "name", "kind", "description");
  for (const ModelEntry& e : model_catalogue())
    std::printf("%-34.*s %-10.*s %.*s\n", TEXT(e.info.name), TEXT(e.kind), TEXT(e.info.description));
  std::printf("\n");
  for (const PlantEntry& e : plant_catalogue())
    std::printf("%-34.*s %-10s %.*s\n", TEXT(e.info.name), "plant", TEXT(e.info.description));
  std::printf("\n");
  for (const ControllerEntry& e : controller_catalogue())
    std::printf("%-34.*s %-10s %.*s\n", TEXT(e.info.name), "controller", TEXT(e.info.description));
}

int run_models(const Arguments& arguments) {
  const std::string name = arguments.positionals().empty() ? "" : arguments.positionals().front();
  const bool json = arguments.has("--json");
  if (arguments.has("--plot")) {
    require_ending(arguments, "--plot", {".svg", ".png"});
    if (name.empty()) throw WrongCall("--plot draws one law: give its NAME");
    const auto has_it = [&](const auto& entries) {
      return std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.info.name == name; });
    };
    if (has_it(plant_catalogue()) || has_it(controller_catalogue()))
      throw WrongCall("--plot draws a law, which " + name + " is not; `stiction run` draws what it does");
  }
  std::vector<std::string_view> known;
  bool found = false;
  const auto visit = [&](const auto& entries, auto&& print) {
    for (const auto& e : entries) {
      known.push_back(e.info.name);
      if (!name.empty() && e.info.name != name) continue;
      found = true;
      if (!json && !name.empty()) print(e);
    }
  };
  visit(model_catalogue(), print_model);
  if (name == "none") visit(std::span(&find_model(name), 1), print_model);
  visit(plant_catalogue(), print_plant);
  visit(controller_catalogue(), print_controller);
  if (!found) throw InvalidInput("models", {{"", unknown_name_text("law, plant or controller", name, known)}});
  if (json)
    std::puts(catalogue_answer(name).text().c_str());
  else if (name.empty())
    print_catalogue();
  if (arguments.has("--plot"))
    write_figure(arguments, law_figure(study_law({.model = std::string(find_model(name).info.name)}), name),
                 name + ".svg");
  return ok;
}

}  // namespace

CommandRow models_command() {
  return {.name = "models",
          .purpose = "the friction laws, plants and controllers there are",
          .positionals = {{"NAME", "one of them: parameters with units and ranges, presets, what it shows", false}},
          .options = {{"--plot", "", "FILE",
                       "draw a law with its default parameters: .svg or .png; \"-\" draws it in the terminal", false,
                       true}},
          .examples = {"stiction models", "stiction models lugre", "stiction models lugre --plot lugre.svg",
                       "stiction models --json"},
          .notes = "",
          .run = &run_models};
}

}  // namespace stiction::cli
