// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/comparison_answer.hpp"

#include "stiction/answers/answer.hpp"
#include "stiction/io/experiment_file.hpp"

namespace stiction {
namespace {

Json score_json(const LoopScore& s) {
  Json one;
  if (!s.problem.empty()) {
    one["problem"] = s.problem;
    return one;
  }
  one["error_rms"] = s.error, one["final_error"] = s.final_error, one["settling_time"] = s.settling_time;
  one["effort_rms"] = s.effort, one["chatter_rms"] = s.chatter;
  one["rest_error"] = s.rest_error, one["hunts"] = s.hunts, one["swing"] = s.swing;
  return one;
}

Json cure_json(const Cure& cure) {
  Json one;
  one["label"] = cure.label, one["rank"] = cure.rank > 0 ? Json(cure.rank) : Json();
  one["controller"] = cure.controller().model, one["experiment"] = experiment_text(cure.experiment);
  for (const auto& [name, value] : cure.controller().values) one["parameters"][name] = Json(value.numbers);
  one["tuned"] = Json::array();
  for (const TunedNumber& n : cure.numbers) {
    Json number;
    number["name"] = n.name, number["unit"] = n.unit, number["from"] = n.start;
    number["to"] = value_in(cure.controller().values, n.name).value_or(0);
    one["tuned"].push_back(std::move(number));
  }
  one["evaluations"] = cure.evaluations, one["nominal"] = score_json(cure.nominal);
  one["over_budget"] = cure.over_budget, one["efficient"] = cure.efficient, one["complete"] = cure.complete;
  one["least_error_rms"] = cure.least_error, one["worst_error_rms"] = cure.worst_error;
  one["worst_parameter"] = cure.worst_parameter, one["hunts_when"] = cure.hunts_when;
  one["over_compensates"] = cure.over_compensates, one["sentence"] = cure.sentence;
  one["robustness"] = Json::array();
  for (const RobustnessScore& r : cure.moved) {
    Json moved = score_json(r.score);
    moved["parameter"] = r.parameter, moved["change"] = r.change;
    one["robustness"].push_back(std::move(moved));
  }
  return one;
}

}  // namespace

Json comparison_answer(const NamedExperiment& experiment, const CureComparison& all) {
  Json json = answer_about(experiment);
  json["position_unit"] = all.position_unit(), json["force_unit"] = all.force_unit(), json["sampled"] = all.sampled;
  json["effort_budget"] = all.budget.effort, json["chatter_budget"] = all.budget.chatter;
  json["verdict"] = all.sentence, json["complete"] = all.complete;
  json["cures"] = Json::array();
  for (const Cure& cure : all.cures) json["cures"].push_back(cure_json(cure));
  return json;
}

}  // namespace stiction
