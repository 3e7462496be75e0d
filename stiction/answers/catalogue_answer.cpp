// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/catalogue_answer.hpp"

#include "stiction/answers/answer.hpp"
#include "stiction/answers/law_equations.hpp"

namespace stiction {
ShownPhenomena phenomena_of(const Phenomena& p) {
  ShownPhenomena shown;
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

namespace {

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
    one["follows"] = row.follows;
    list.push_back(std::move(one));
  }
  return list;
}

Json model_answer(const ModelEntry& e) {
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
  one["equations"] = Json::array();
  for (const std::string_view line : law_equations(e.info.name)) one["equations"].push_back(Json(line));
  return one;
}

Json plant_answer(const PlantEntry& e) {
  Json one;
  one["name"] = e.info.name, one["description"] = e.info.description, one["type"] = e.info.type;
  one["contacts"] = Json::array();
  for (const std::string& name : e.contacts) one["contacts"].push_back(name);
  one["parameters"] = rows_json(e.parameters), one["stop_parameters"] = rows_json(e.stop_parameters);
  one["drive_parameters"] = rows_json(e.drive_parameters);
  one["states"] = rows_json(e.states), one["inputs"] = rows_json(e.inputs), one["outputs"] = rows_json(e.outputs);
  return one;
}

Json controller_answer(const ControllerEntry& e) {
  Json one;
  one["name"] = e.info.name, one["description"] = e.info.description, one["source"] = e.info.source;
  one["type"] = e.info.type, one["parameters"] = rows_json(e.parameters), one["states"] = rows_json(e.states);
  one["shape_parameters"] = rows_json(e.shape_parameters);
  one["inputs"] = rows_json(e.inputs), one["outputs"] = rows_json(e.outputs);
  return one;
}

}  // namespace

Json catalogue_answer(std::string_view name) {
  Json all = answer_begin();
  const auto add = [&](const char* list, const auto& entries, const auto& as_json) {
    Json& members = all[list] = Json::array();
    for (const auto& e : entries)
      if (name.empty() || e.info.name == name) members.push_back(as_json(e));
  };
  add("models", model_catalogue(), model_answer);
  add("plants", plant_catalogue(), plant_answer);
  add("controllers", controller_catalogue(), controller_answer);
  return all;
}

}  // namespace stiction
