// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/doctor_answer.hpp"

#include "stiction/answers/answer.hpp"

namespace stiction {

Json findings_answer(const NamedExperiment& experiment, const std::vector<Finding>& findings) {
  Json json = answer_about(experiment);
  json["findings"] = Json::array();
  for (const Finding& f : findings) {
    Json one;
    one["severity"] = severity_name(f.severity), one["topic"] = f.topic, one["what"] = f.what;
    one["why"] = f.why, one["advice"] = f.advice;
    json["findings"].push_back(std::move(one));
  }
  return json;
}

Json self_check_answer(const std::vector<SelfCheck>& checks) {
  Json json = answer_begin();
  bool all_hold = true;
  for (const SelfCheck& c : checks) all_hold = all_hold && c.holds;
  json["holds"] = all_hold, json["checks"] = Json::array();
  for (const SelfCheck& c : checks) {
    Json one;
    one["topic"] = c.topic, one["detail"] = c.detail, one["holds"] = c.holds;
    json["checks"].push_back(std::move(one));
  }
  return json;
}

}  // namespace stiction
