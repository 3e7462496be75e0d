// SPDX-License-Identifier: BSD-3-Clause
// Numbers of an experiment by their path, for maps and command lines.
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"

namespace stiction {
namespace {

/// Calls visit(path, unit, number) for every number of the experiment, in which defaults are written out.
template <class Visitor>
void for_each_number(NamedExperiment& e, Visitor&& visit) {
  const auto visit_values = [&](const std::string& prefix, NamedValues& values, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows) {
      const auto found = values.find(row.name);
      if (found == values.end()) continue;
      auto& numbers = found->second.numbers;
      for (std::size_t i = 0; i < numbers.size(); ++i)
        visit(prefix + std::string(row.name) + (numbers.size() > 1 ? "[" + std::to_string(i) + "]" : ""), row.unit,
              numbers[i]);
    }
  };
  const auto visit_initial = [&](const std::string& prefix, NamedValues& values, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows)
      if (row.defaults.size() == 1) values.emplace(std::string(row.name), NamedValue(row.defaults.front()));
    visit_values(prefix, values, rows);
  };
  const auto visit_signals = [&](const std::string& prefix, NamedSignals& signals, const std::vector<FieldInfo>& rows) {
    for (const FieldInfo& row : rows) {
      const std::string name(row.name);
      const bool follows = name == "reference_acceleration" && !signals.contains(name);
      if (follows) continue;
      auto& terms = signals.emplace(name, NamedSignal(row.defaults.front())).first->second.terms;
      for (NamedSignal::Term& term : terms) {
        if (term.kind == "lines" || term.kind == "csv") continue;
        const SignalEntry& kind = find_signal_kind(term.kind);
        for (const FieldInfo& parameter : kind.parameters) {
          auto& value =
              term.values.emplace(std::string(parameter.name), NamedValue(parameter.defaults.front())).first->second;
          std::string unit(parameter.unit);
          if (unit.starts_with("u")) unit.replace(0, 1, row.unit);
          const bool plain = term.kind == "constant" && terms.size() == 1;
          visit(prefix + name + (plain ? "" : "." + std::string(parameter.name)), unit, value.numbers.front());
        }
      }
    }
  };
  const PlantEntry& plant = find_plant(e.plant.model);
  std::vector<FieldInfo> parameters = plant.parameters;
  parameters.insert(parameters.end(), plant.stop_parameters.begin(), plant.stop_parameters.end());
  visit_values("plant.", e.plant.values, parameters);
  visit_initial("plant.initial.", e.plant.initial, plant.states);
  for (std::size_t i = 0; i < e.friction.size(); ++i) {
    const std::string prefix = e.friction.size() == 1 ? "friction." : "friction." + plant.contacts[i] + ".";
    const ModelEntry& law = find_model(e.friction[i].model);
    visit_values(prefix, e.friction[i].values, law.parameters);
    visit_values(prefix, e.friction[i].values, law.load_parameters);
    visit_initial(prefix + "initial.", e.friction[i].initial, law.states);
  }
  visit_signals("input.", e.inputs, plant.inputs);
  if (e.controller) {
    const ControllerEntry& controller = find_controller(e.controller->model);
    visit_values("controller.", e.controller->values, controller.parameters);
    visit_initial("controller.initial.", e.controller->initial, controller.states);
    visit_signals("reference.", e.references, controller.inputs);
    if (e.sampled) visit_values("controller.sampled.", *e.sampled, describe<SampledOptions>());
  }
  visit("run.duration", "s", e.run.duration);
  visit("run.start_time", "s", e.run.start_time);
  visit("run.tolerance", "1", e.run.solver.tolerance);
  visit("run.interval", "s", e.run.record.interval);
}

/// The path meant: as written, or, where no such path is, the only one that ends in the same name.
std::string meant_path(const NamedExperiment& e, std::string_view path) {
  const std::vector<std::string> all = value_paths(e);
  std::vector<std::string_view> known(all.begin(), all.end());
  if (std::find(all.begin(), all.end(), path) != all.end()) return std::string(path);
  const std::string_view last = path.substr(path.rfind('.') + 1);
  std::vector<std::string> same;
  for (const std::string& one : all)
    if (one.size() > last.size() && one.ends_with(last) && one[one.size() - last.size() - 1] == '.')
      same.push_back(one);
  if (same.size() == 1) return same.front();
  throw InvalidInput("experiment", {{std::string(path), unknown_name_text("number", path, known)}});
}

}  // namespace

std::vector<std::string> value_paths(const NamedExperiment& experiment) {
  NamedExperiment e = resolved(experiment);
  std::vector<std::string> paths;
  for_each_number(e, [&](const std::string& path, std::string_view, double&) { paths.push_back(path); });
  return paths;
}

double value_at(const NamedExperiment& experiment, std::string_view path) {
  NamedExperiment e = resolved(experiment);
  const std::string meant = meant_path(experiment, path);
  double value = 0;
  for_each_number(e, [&](const std::string& one, std::string_view, double& number) {
    if (one == meant) value = number;
  });
  return value;
}

std::string unit_at(const NamedExperiment& experiment, std::string_view path) {
  NamedExperiment e = resolved(experiment);
  const std::string meant = meant_path(experiment, path);
  std::string found;
  for_each_number(e, [&](const std::string& one, std::string_view unit, double&) {
    if (one == meant) found = unit;
  });
  return found;
}

void set_value(NamedExperiment& experiment, std::string_view path, double value) {
  const std::string meant = meant_path(experiment, path);
  // Only this number is written out; what follows others goes on following them.
  NamedExperiment e = resolved(experiment);
  for_each_number(e, [&](const std::string& one, std::string_view, double& number) {
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
    name = name.substr(0, name.find('.'));
    if (const auto found = from.find(name); found != from.end()) to.insert_or_assign(name, found->second);
  };
  keep_signal(experiment.inputs, e.inputs, "input.");
  keep_signal(experiment.references, e.references, "reference.");
  if (meant.starts_with("run.")) experiment.run = e.run;
}

}  // namespace stiction
