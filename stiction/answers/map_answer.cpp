// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/map_answer.hpp"

#include "stiction/answers/answer.hpp"

namespace stiction {
namespace {

Json axes_json(const ParameterMap& map) {
  Json axes = Json::array();
  for (std::size_t k = 0; k < map.axes.size(); ++k) {
    Json one;
    one["path"] = map.axes[k].path, one["unit"] = map.units[k], one["values"] = map.axes[k].values();
    axes.push_back(std::move(one));
  }
  return axes;
}

/// What starts lead to, and for every point its place in that list; null where nothing was found.
void add_attractors(Json& json, const BasinMap& basins) {
  json["attractors"] = Json::array(), json["attractor_of"] = Json::array();
  for (const Attractor& a : basins.attractors) {
    Json one;
    one["motion"] = motion_word(a.kind), one["sentence"] = a.sentence, one["period"] = a.period,
    one["starts"] = a.starts;
    json["attractors"].push_back(std::move(one));
  }
  for (const std::size_t which : basins.attractor_of)
    json["attractor_of"].push_back(which == BasinMap::unknown ? Json() : Json(which));
}

}  // namespace

std::string_view special_point_name(SpecialPointKind kind) {
  constexpr std::string_view names[] = {"hopf", "fold", "period_doubling", "torus", "jump", "vanishes", "ends"};
  return names[static_cast<std::size_t>(kind)];
}

Json map_answer(const NamedExperiment& experiment, const ParameterMap& map) {
  Json json = answer_about(experiment);
  json["axes"] = axes_json(map), json["complete"] = map.complete, json["points"] = Json::array();
  for (const MapPoint& p : map.points) {
    Json one;
    one["values"] = p.values, one["motion"] = motion_word(p.kind), one["sentence"] = p.sentence;
    one["period"] = p.period, one["largest_multiplier"] = p.largest_multiplier, one["rest_fraction"] = p.rest_fraction;
    for (const CycleSignal& s : p.signals) {
      Json& signal = one["signals"][s.name];
      signal["lowest"] = s.lowest, signal["highest"] = s.highest, signal["mean"] = s.mean, signal["unit"] = s.unit;
    }
    json["points"].push_back(std::move(one));
  }
  return json;
}

Json basin_answer(const NamedExperiment& experiment, const BasinMap& basins) {
  Json json = map_answer(experiment, basins.map);
  add_attractors(json, basins);
  return json;
}

Json branches_answer(const NamedExperiment& experiment, const std::vector<ContinuationBranch>& branches) {
  Json json = answer_about(experiment);
  json["branches"] = Json::array();
  for (const ContinuationBranch& b : branches) {
    Json one;
    one["path"] = b.path, one["unit"] = b.unit, one["signal"] = b.signal, one["signal_unit"] = b.signal_unit;
    one["sentence"] = b.sentence, one["points"] = Json::array(), one["special"] = Json::array();
    for (const BranchPoint& p : b.points) {
      Json point;
      point["parameter"] = p.parameter, point["lowest"] = p.lowest, point["highest"] = p.highest;
      point["period"] = p.period, point["stable"] = p.stable;
      one["points"].push_back(std::move(point));
    }
    for (const SpecialPoint& s : b.special) {
      Json special;
      special["kind"] = special_point_name(s.kind), special["parameter"] = s.parameter,
      special["sentence"] = s.sentence;
      one["special"].push_back(std::move(special));
    }
    json["branches"].push_back(std::move(one));
  }
  return json;
}

}  // namespace stiction
