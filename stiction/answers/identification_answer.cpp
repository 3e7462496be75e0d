// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/identification_answer.hpp"

#include "stiction/answers/answer.hpp"

namespace stiction {
namespace {

Json estimated_number_json(const EstimatedNumber& n) {
  Json one;
  one["name"] = n.name, one["value"] = n.value, one["unit"] = n.unit, one["standard_deviation"] = n.deviation;
  one["interval"] = std::vector<double>{n.lower, n.upper};
  if (n.profile) one["profile_interval"] = std::vector<double>{n.profile->first, n.profile->second};
  one["verdict"] = identified_name(n.verdict), one["reason"] = n.reason, one["advice"] = n.advice;
  return one;
}

Json law_json(const LawFit& fit) {
  Json one;
  one["law"] = fit.law, one["problem"] = fit.problem;
  if (!fit.found()) return one;
  one["held_out_error_percent"] = fit.test_error, one["fit_error_percent"] = fit.train_error, one["noise"] = fit.noise;
  one["motion_error_percent"] = fit.motion_error, one["range_fraction"] = fit.range_fraction;
  one["information_criterion"] = fit.information_criterion, one["unknowns"] = fit.unknowns;
  one["linear"] = fit.linear, one["converged"] = fit.converged, one["starts"] = fit.starts,
  one["starts_in_same_minimum"] = fit.agreeing, one["given_up"] = fit.given_up;
  for (std::size_t j = 0; j < fit.p.size(); ++j) one["numbers"][fit.parameters->numbers()[j].name] = fit.p[j];
  return one;
}

}  // namespace

Json identification_answer(const NamedExperiment& law, const ForceData& data, const Identification& found,
                           double seed) {
  Json json = answer_about(law);
  json["sentence"] = found.sentence, json["seed"] = seed, json["complete"] = !found.stopped;
  json["recordings"] = Json::array();
  for (const Recording& r : data.recordings()) {
    Json one;
    one["file"] = r.name, one["samples"] = r.size(), one["pieces"] = r.pieces.size() - 1,
    one["sample_time"] = r.sample_time;
    one["encoder_step"] = r.quantum, one["position_noise"] = r.position_noise, one["velocity_noise"] = r.velocity_noise;
    one["remarks"] = Json::array();
    for (const std::string& remark : r.remarks) one["remarks"].push_back(remark);
    json["recordings"].push_back(std::move(one));
  }
  json["rows_fitted"] = data.train_rows(), json["rows_held_out"] = data.rows() - data.train_rows();
  json["laws"] = Json::array();
  for (const LawFit& fit : found.fits) json["laws"].push_back(law_json(fit));
  json["numbers"] = Json::array();
  for (const EstimatedNumber& n : found.certainty.numbers) json["numbers"].push_back(estimated_number_json(n));
  json["informative"] = found.certainty.informative, json["certainty"] = found.certainty.sentence;
  json["null_directions"] = Json::array();
  for (const NullDirection& n : found.certainty.null_directions) json["null_directions"].push_back(n.sentence);
  Json& correlation = json["correlation"];
  correlation["names"] = Json::array();
  for (const std::string& name : found.certainty.correlated_names) correlation["names"].push_back(name);
  correlation["values"] = found.certainty.correlation;
  json["residual_tests"] = Json::array();
  for (const ResidualTest& test : found.tests) {
    Json one;
    one["name"] = test.name, one["statistic"] = test.statistic, one["limit"] = test.limit, one["passed"] = test.passed,
    one["sentence"] = test.sentence;
    json["residual_tests"].push_back(std::move(one));
  }
  return json;
}

Json output_error_answer(const OutputErrorFit& fit, const OutputErrorScore& score) {
  Json json = answer_about(fit.experiment);
  json["signal"] = score.signal, json["signal_unit"] = score.unit, json["fit_error"] = score.fitted.root_mean_square;
  json["fit_mean_absolute_error"] = score.fitted.mean_absolute;
  if (score.held_out) {
    json["held_out_error"] = score.held_out->root_mean_square;
    json["held_out_mean_absolute_error"] = score.held_out->mean_absolute;
  }
  json["converged"] = fit.converged, json["starts"] = fit.starts, json["starts_in_same_minimum"] = fit.agreeing;
  json["began_at"] = search_start_name(fit.begun_at);
  if (!fit.no_inverse_start.empty()) json["no_start_at_inverse_model"] = fit.no_inverse_start;
  if (fit.least_error > 0) json["deeper_minimum_error"] = fit.least_error;
  if (!fit.why_differences.empty()) json["slopes_are_differences"] = fit.why_differences;
  json["numbers"] = Json::array();
  for (const EstimatedNumber& n : estimated_numbers(fit)) json["numbers"].push_back(estimated_number_json(n));
  return json;
}

Json design_answer(const NamedExperiment& law, const std::vector<DesignedMotion>& motions) {
  Json json = answer_about(law);
  json["motions"] = Json::array();
  for (const DesignedMotion& m : motions) {
    Json one;
    one["name"] = m.name, one["description"] = m.doc, one["problem"] = m.problem,
    one["largest_force"] = m.largest_force, one["worst_relative_deviation"] = m.worst;
    one["numbers"] = Json::array();
    for (const EstimatedNumber& n : m.predicted) {
      Json number;
      number["name"] = n.name, number["value"] = n.value, number["unit"] = n.unit,
      number["standard_deviation"] = n.deviation, number["verdict"] = identified_name(n.verdict);
      one["numbers"].push_back(std::move(number));
    }
    json["motions"].push_back(std::move(one));
  }
  return json;
}

Json watch_answer(const NamedExperiment& law, const WatchResult& result) {
  Json json = answer_about(law);
  json["sentence"] = result.sentence;
  json["recordings"] = Json::array();
  for (const WatchedRecording& w : result.recordings) {
    Json one;
    one["file"] = w.name, one["problem"] = w.problem, one["fit_error_percent"] = w.error;
    one["numbers"] = Json::array();
    for (const EstimatedNumber& n : w.numbers) {
      Json number;
      number["name"] = n.name, number["value"] = n.value, number["unit"] = n.unit,
      number["interval"] = std::vector<double>{n.lower, n.upper};
      number["verdict"] = identified_name(n.verdict);
      one["numbers"].push_back(std::move(number));
    }
    json["recordings"].push_back(std::move(one));
  }
  json["changes"] = Json::array();
  for (const WatchedChange& c : result.changes) {
    Json one;
    one["number"] = c.number, one["recording"] = c.recording, one["before"] = c.before, one["after"] = c.after,
    one["standard_deviations"] = c.deviations;
    json["changes"].push_back(std::move(one));
  }
  return json;
}

}  // namespace stiction
