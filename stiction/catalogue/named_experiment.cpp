// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/named_experiment.hpp"

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"

namespace stiction {
namespace {

/// What a controller believes of the plant, where it is not told otherwise.
NamedValues with_beliefs(const NamedExperiment& e, const ControllerEntry& controller) {
  NamedValues values = e.controller->values;
  const auto follow = [&](const std::string& name, const NamedValues& truth, std::string_view its_name) {
    const auto true_value = truth.find(its_name);
    if (true_value != truth.end()) values.emplace(name, true_value->second);
  };
  constexpr std::string_view friction = "friction_", nominal = "nominal_";
  for (const FieldInfo& row : controller.parameters) {
    const std::string name(row.name);
    if (name.starts_with(friction)) follow(name, e.friction.front().values, row.name.substr(friction.size()));
    if (name.starts_with(nominal)) follow(name, e.plant.values, row.name.substr(nominal.size()));
  }
  return values;
}

void require_known(const NamedSignals& given, const std::vector<FieldInfo>& rows, const char* section,
                   std::string_view owner) {
  std::vector<std::string_view> known;
  known.reserve(rows.size());
  for (const FieldInfo& row : rows) known.push_back(row.name);
  std::vector<Violation> broken;
  for (const auto& [name, signal] : given)
    if (std::find(known.begin(), known.end(), name) == known.end())
      broken.push_back({name, unknown_name_text("input of " + std::string(owner), name, known)});
  if (!broken.empty()) throw InvalidInput(section, std::move(broken));
}

std::vector<Signal> signals_of(const NamedSignals& given, const std::vector<FieldInfo>& rows) {
  std::vector<Signal> all;
  for (const FieldInfo& row : rows) {
    const auto found = given.find(row.name);
    all.push_back(found == given.end() ? Signal(row.defaults.front()) : make_signal(found->second, row.unit));
  }
  return all;
}

}  // namespace

Signal make_signal(const NamedSignal& signal, std::string_view unit) {
  std::optional<Signal> sum;
  for (const NamedSignal::Term& term : signal.terms) {
    const Signal one = term.kind == "lines" || term.kind == "csv" ? Signal::polyline(term.points)
                                                                  : find_signal_kind(term.kind).make(term.values, unit);
    sum = sum ? *sum + one : one;
  }
  return sum.value_or(Signal(0));
}

NamedExperiment resolved(const NamedExperiment& experiment) {
  NamedExperiment e = experiment;
  const PlantEntry& plant = find_plant(e.plant.model);
  e.plant.values = plant.resolve(e.plant.values);
  if (e.friction.size() != plant.contacts.size())
    throw InvalidInput("friction", {{"", e.plant.model + " has " + std::to_string(plant.contacts.size()) +
                                             " contacts, so it needs as many friction laws"}});
  for (NamedPart& law : e.friction) {
    law.values = find_model(law.model).resolve(law.preset, law.values);
    law.preset.clear();
  }
  require_known(e.inputs, plant.inputs, "input", e.plant.model);
  if (e.controller) {
    const ControllerEntry& controller = find_controller(e.controller->model);
    if (!plant.has_drive)
      throw InvalidInput("controller", {{"model", e.plant.model + " has no drive, so no controller can act on it"}});
    e.controller->values = controller.resolve(with_beliefs(e, controller));
    require_known(e.references, controller.inputs, "reference", e.controller->model);
  } else if (!e.references.empty()) {
    throw InvalidInput("reference", {{"", "there is no [controller] to give a reference to"}});
  }
  if (e.sampled) {
    if (!e.controller) throw InvalidInput("controller.sampled", {{"", "there is no [controller] to sample"}});
    e.sampled = checked_values(SampledOptions{}, *e.sampled, "controller.sampled");
  }
  return e;
}

Assembly assemble(const NamedExperiment& experiment, bool account_work) {
  const NamedExperiment e = resolved(experiment);
  const PlantEntry& plant = find_plant(e.plant.model);
  Assembly a;
  a.plant = plant.make(e.plant.values, e.plant.initial);
  for (const NamedPart& law : e.friction)
    a.contacts.push_back(find_model(law.model).make_contact(law.values, law.initial));
  a.inputs = signals_of(e.inputs, plant.inputs);
  if (e.controller) {
    const ControllerEntry& controller = find_controller(e.controller->model);
    a.controller = controller.make(e.controller->values, e.controller->initial);
    a.references = signals_of(e.references, controller.inputs);
    a.follows_acceleration = !e.references.contains("reference_acceleration");
    if (e.sampled) a.sampled = with_values(SampledOptions{}, *e.sampled, "controller.sampled");
  }
  a.account_work = account_work && a.plant->has_power;
  return a;
}

}  // namespace stiction
