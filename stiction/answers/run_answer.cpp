// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/run_answer.hpp"

#include <algorithm>

#include "stiction/answers/answer.hpp"
#include "stiction/io/json_writer.hpp"

namespace stiction {
namespace {

Json accuracy_json(const AccuracyCheck& check) {
  Json json;
  json["tolerance"] = check.tolerance, json["worst"] = check.worst;
  json["verdict"] = check.verdict, json["sentence"] = check.sentence;
  Json& signals = json["signals"] = Json::object();
  for (const SignalDifference& d : check.signals) {
    Json& one = signals[d.name];
    one["difference"] = d.largest, one["unit"] = d.unit, one["relative"] = d.relative, one["time"] = d.time;
  }
  return json;
}

}  // namespace

Json measured_json(const std::vector<MeasuredValue>& values) {
  Json json = Json::object();
  for (const MeasuredValue& m : values) {
    Json& one = json[m.key];
    one["value"] = m.missing.empty() ? Json(m.value) : Json(), one["unit"] = m.unit;
    if (!m.missing.empty()) one["missing"] = m.missing;
  }
  return json;
}

std::optional<EnergyAudit> energies_of(const Trajectory& t) {
  const auto has = [&](std::string_view name) {
    return std::any_of(t.signals.begin(), t.signals.end(), [&](const TrajectorySignal& s) { return s.name == name; });
  };
  if (t.time.size() < 2 || !has("supplied_work") || !has("mechanical_energy")) return {};
  return audit_energy(t);
}

Json run_answer(const NamedExperiment& experiment, const Trajectory& t, const std::optional<AccuracyCheck>& check,
                const std::string& contact_lost) {
  Json json = answer_about(experiment);
  json["status"] = status_name(t.result.status), json["reason"] = t.result.reason, json["time"] = t.result.time;
  Json& counters = json["counters"];
  const SolveCounters& c = t.result.counters;
  counters["accepted"] = c.accepted, counters["rejected"] = c.rejected, counters["repeated"] = c.repeated;
  counters["rates"] = c.rates, counters["linearisations"] = c.linearisations, counters["events"] = c.events;
  json["events"] = Json::array();
  for (const TrajectoryEvent& event : t.events) {
    Json one;
    one["time"] = event.time, one["contact"] = event.contact, one["what"] = event.what;
    json["events"].push_back(std::move(one));
  }
  Json& final_state = json["final"] = Json::object();
  for (const TrajectorySignal& s : t.signals) {
    Json& one = final_state[s.name];
    one["value"] = s.values.back(), one["unit"] = s.unit;
  }
  json["measured"] = measured_json(t.measured);
  json["servo"] = measured_json(t.servo);
  if (const auto e = energies_of(t)) {
    Json& energies = json["energies"];
    energies["unit"] = "J", energies["supplied"] = e->supplied, energies["mechanical"] = e->mechanical;
    energies["dissipated"] = e->dissipated, energies["stored_in_friction"] = e->stored;
    energies["balance_error"] = e->integration_error;
  } else {
    json["energies"] = Json();
  }
  json["contact_lost"] = contact_lost.empty() ? Json() : Json(contact_lost);
  json["accuracy"] = check ? accuracy_json(*check) : Json();
  return json;
}

}  // namespace stiction
