// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/json.hpp"

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
  for (const FieldInfo& row : rows)
    std::printf("  %-28.*s %-16.*s %-20s [%.*s]  %.*s Must %s.%s%s\n", TEXT(row.name), TEXT(row.symbol),
                numbers_text(row.defaults).c_str(), TEXT(row.unit), TEXT(row.doc), requirement_text(row.range).c_str(),
                row.longest > 0 ? " " : "", list_length_text(row).c_str());
}

using Shown = std::vector<std::pair<std::string_view, std::string_view>>;

/// Key and words of every phenomenon the law shows.
Shown phenomena_of(const Phenomena& p) {
  Shown shown;
  const auto add = [&](bool flag, std::string_view key, std::string_view words) {
    if (flag) shown.emplace_back(key, words);
  };
  add(p.stribeck, "stribeck", "Stribeck effect");
  add(p.presliding_spring, "presliding_spring", "presliding spring");
  add(p.hysteresis, "hysteresis", "hysteresis");
  add(p.frictional_lag, "frictional_lag", "frictional lag");
  add(p.varying_breakaway, "varying_breakaway", "break-away that depends on the loading rate");
  add(p.non_drifting_presliding, "non_drifting_presliding", "no drift in presliding");
  add(p.reversal_point_memory, "reversal_point_memory", "reversal-point memory");
  add(p.rate_independent, "rate_independent", "rate independence");
  add(p.true_stick, "true_stick", "true stick");
  return shown;
}

void print_model(const ModelEntry& e) {
  std::printf("%.*s - %.*s\n\n", TEXT(e.info.name), TEXT(e.info.description));
  std::printf("kind       %.*s\nC++        stiction::%.*s\nsource     %.*s\n", TEXT(e.kind), TEXT(e.info.type),
              TEXT(e.info.source));
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("under load, where one of these is given", e.load_parameters);
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
  print_table("states", e.states);
  print_table("inputs", e.inputs);
  print_table("outputs", e.outputs);
}

void print_controller(const ControllerEntry& e) {
  std::printf("%.*s - %.*s\n\nC++        stiction::%.*s\nsource     %.*s\n", TEXT(e.info.name),
              TEXT(e.info.description), TEXT(e.info.type), TEXT(e.info.source));
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("states", e.states);
  print_table("inputs", e.inputs);
  print_table("outputs", e.outputs);
}

Json rows_json(const std::vector<FieldInfo>& rows) {
  Json list = Json::array();
  for (const FieldInfo& row : rows) {
    Json one;
    one["name"] = row.name, one["symbol"] = row.symbol, one["unit"] = row.unit;
    one["default"] = row.defaults.size() == 1 ? Json(row.defaults.front()) : Json(row.defaults);
    one["minimum"] = row.range.low, one["maximum"] = row.range.high;
    one["minimum_allowed"] = row.range.low_allowed, one["maximum_allowed"] = row.range.high_allowed;
    one["description"] = row.doc;
    one["fewest_numbers"] = row.longest > 0 ? row.shortest : row.defaults.size();
    one["most_numbers"] = row.longest > 0 ? row.longest : row.defaults.size();
    list.push_back(std::move(one));
  }
  return list;
}

Json model_json(const ModelEntry& e) {
  Json one;
  one["name"] = e.info.name, one["kind"] = e.kind, one["description"] = e.info.description;
  one["source"] = e.info.source, one["type"] = e.info.type;
  one["parameters"] = rows_json(e.parameters), one["load_parameters"] = rows_json(e.load_parameters);
  one["states"] = rows_json(e.states), one["modes"] = rows_json(e.modes);
  one["presets"] = Json::array();
  for (const PresetInfo& p : e.presets) {
    Json preset;
    preset["name"] = p.name, preset["source"] = p.source;
    one["presets"].push_back(std::move(preset));
  }
  one["phenomena"] = Json::array();
  for (const auto& [key, words] : phenomena_of(e.info.phenomena)) one["phenomena"].push_back(key);
  one["passivity_condition"] = e.passivity_condition;
  return one;
}
Json plant_json(const PlantEntry& e) {
  Json one;
  one["name"] = e.info.name, one["description"] = e.info.description, one["type"] = e.info.type;
  one["contacts"] = Json::array();
  for (const std::string& name : e.contacts) one["contacts"].push_back(name);
  one["parameters"] = rows_json(e.parameters), one["stop_parameters"] = rows_json(e.stop_parameters);
  one["states"] = rows_json(e.states), one["inputs"] = rows_json(e.inputs), one["outputs"] = rows_json(e.outputs);
  return one;
}
Json controller_json(const ControllerEntry& e) {
  Json one;
  one["name"] = e.info.name, one["description"] = e.info.description, one["source"] = e.info.source;
  one["type"] = e.info.type, one["parameters"] = rows_json(e.parameters), one["states"] = rows_json(e.states);
  one["inputs"] = rows_json(e.inputs), one["outputs"] = rows_json(e.outputs);
  return one;
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
  Json all;
  all["stiction"] = STICTION_VERSION, all["format"] = 1;
  all["models"] = Json::array(), all["plants"] = Json::array(), all["controllers"] = Json::array();
  std::vector<std::string_view> known;
  bool found = false;
  const auto visit = [&](const auto& entries, const char* list, auto&& as_json, auto&& print) {
    for (const auto& e : entries) {
      known.push_back(e.info.name);
      if (!name.empty() && e.info.name != name) continue;
      found = true;
      if (json)
        all[list].push_back(as_json(e));
      else if (!name.empty())
        print(e);
    }
  };
  visit(model_catalogue(), "models", model_json, print_model);
  visit(plant_catalogue(), "plants", plant_json, print_plant);
  visit(controller_catalogue(), "controllers", controller_json, print_controller);
  if (!found) throw InvalidInput("models", {{"", unknown_name_text("law, plant or controller", name, known)}});
  if (json)
    std::puts(all.text().c_str());
  else if (name.empty())
    print_catalogue();
  return ok;
}

}  // namespace

CommandRow models_command() {
  return {.name = "models",
          .purpose = "the friction laws, plants and controllers there are",
          .positionals = {{"NAME", "one of them: parameters with units and ranges, presets, what it shows", false}},
          .options = {},
          .examples = {"stiction models", "stiction models lugre", "stiction models --json"},
          .notes = "",
          .run = &run_models};
}

}  // namespace stiction::cli
