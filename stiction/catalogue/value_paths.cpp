// SPDX-License-Identifier: BSD-3-Clause
// Numbers of an experiment by their path, for maps and command lines.
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/normal_force_input.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"

namespace stiction {
namespace {

/// Calls visit(path, number) for every number of the experiment, in which defaults are written out.
template <class Visitor>
void for_each_number(NamedExperiment& e, Visitor&& visit) {
  const auto visit_values = [&](const std::string& prefix, NamedValues& values, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows) {
      const auto found = values.find(row.name);
      if (found == values.end()) continue;
      auto& numbers = found->second.numbers;
      for (std::size_t i = 0; i < numbers.size(); ++i)
        visit(prefix + std::string(row.name) + (numbers.size() > 1 ? "[" + std::to_string(i) + "]" : ""), numbers[i]);
    }
  };
  const auto visit_initial = [&](const std::string& prefix, NamedValues& values, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows) values.emplace(std::string(row.name), NamedValue(row.defaults));
    visit_values(prefix, values, rows);
  };
  const auto visit_signals = [&](const std::string& prefix, NamedSignals& signals, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows) {
      const std::string name(row.name);
      if (row.role == Role::acceleration && !signals.contains(name)) continue;  // it follows the reference
      auto& terms = signals.emplace(name, NamedSignal(row.defaults.front())).first->second.terms;
      std::size_t of_kind = 0;
      for (NamedSignal::Term& term : terms) {
        if (term.kind == "lines" || term.kind == "csv") continue;
        const std::string place = of_kind > 0 ? "[" + std::to_string(of_kind) + "]" : "";  // as in Loop::parameters()
        ++of_kind;
        const SignalEntry& kind = find_signal_kind(term.kind);
        for (const FieldInfo& parameter : kind.part(term.values).parameters) {
          auto& value =
              term.values.emplace(std::string(parameter.name), NamedValue(parameter.defaults.front())).first->second;
          const bool plain = term.kind == "constant" && terms.size() == 1 && !has_timing(term.values);
          std::string path(prefix);
          path.append(name).append(place);
          if (!plain) path.append(".").append(parameter.name);
          visit(path, value.numbers.front());
        }
      }
    }
  };
  const PlantEntry& plant = find_plant(e.plant.model);
  const PlantPart& body = plant.part(e.plant.values, e.inputs.contains(normal_force_name));
  visit_values("plant.", e.plant.values, body.parameters);
  visit_initial("plant.initial.", e.plant.initial, body.states);
  for (std::size_t i = 0; i < e.friction.size(); ++i) {
    const std::string prefix = e.friction.size() == 1 ? "friction." : "friction." + plant.contacts[i] + ".";
    const ModelEntry& law = find_model(e.friction[i].model);
    visit_values(prefix, e.friction[i].values, law.parameters);
    visit_values(prefix, e.friction[i].values, law.load_parameters);
    visit_initial(prefix + "initial.", e.friction[i].initial, law.part(e.friction[i].values).initial);
  }
  visit_signals("input.", e.inputs, body.inputs);
  if (e.controller) {
    const ControllerEntry& controller = find_controller(e.controller->model);
    const ControllerPart& part = controller.part(e.controller->values);
    visit_values("controller.", e.controller->values, part.parameters);
    visit_initial("controller.initial.", e.controller->initial, part.states);
    visit_signals("reference.", e.references, part.inputs);
    if (e.sampled) visit_values("controller.sampled.", *e.sampled, describe<SampledOptions>());
  }
  visit("run.duration", e.run.duration);
  visit("run.start_time", e.run.start_time);
  visit("run.tolerance", e.run.solver.tolerance);
  visit("run.interval", e.run.record.interval);
}

}  // namespace

std::vector<std::string> value_paths(const NamedExperiment& experiment) { return resolve(experiment).paths(); }

double value_at(const NamedExperiment& experiment, std::string_view path) {
  const Resolved r = resolve(experiment);
  return r.value(r.find(path));
}

std::string unit_at(const NamedExperiment& experiment, std::string_view path) {
  const Resolved r = resolve(experiment);
  return r.row(r.find(path)).unit;
}

void set_value(NamedExperiment& experiment, std::string_view path, double value) {
  const Resolved r = resolve(experiment);
  const std::string meant = r.row(r.find(path)).name;
  // Only this number is written out; what follows others goes on following them.
  NamedExperiment e = resolved(experiment);
  for_each_number(e, [&](const std::string& one, double& number) {
    if (one == meant) number = value;
  });
  const auto keep = [&](NamedValues& to, const NamedValues& from, const std::string& prefix) {
    if (!meant.starts_with(prefix)) return;
    std::string name = meant.substr(prefix.size());
    name = name.substr(0, name.find('['));
    if (const auto found = from.find(name); found != from.end()) to.insert_or_assign(name, found->second);
  };
  const PlantEntry& plant = find_plant(e.plant.model);
  keep(experiment.plant.values, e.plant.values, "plant.");
  keep(experiment.plant.initial, e.plant.initial, "plant.initial.");
  for (std::size_t i = 0; i < e.friction.size(); ++i) {
    const std::string prefix = e.friction.size() == 1 ? "friction." : "friction." + plant.contacts[i] + ".";
    keep(experiment.friction[i].values, e.friction[i].values, prefix);
    keep(experiment.friction[i].initial, e.friction[i].initial, prefix + "initial.");
  }
  if (e.controller) {
    keep(experiment.controller->values, e.controller->values, "controller.");
    keep(experiment.controller->initial, e.controller->initial, "controller.initial.");
    if (e.sampled) keep(*experiment.sampled, *e.sampled, "controller.sampled.");
  }
  const auto keep_signal = [&](NamedSignals& to, const NamedSignals& from, const std::string& prefix) {
    if (!meant.starts_with(prefix)) return;
    std::string name = meant.substr(prefix.size());
    name = name.substr(0, name.find_first_of(".["));
    if (const auto found = from.find(name); found != from.end()) to.insert_or_assign(name, found->second);
  };
  keep_signal(experiment.inputs, e.inputs, "input.");
  keep_signal(experiment.references, e.references, "reference.");
  if (meant.starts_with("run.")) experiment.run = e.run;
}

}  // namespace stiction
