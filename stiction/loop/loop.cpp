// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/loop.hpp"

#include <algorithm>

#include "stiction/loop/rotary_text.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

/// Calls visit(name, row, index) for every number of the rows.
template <class Visitor>
void for_each_name(std::span<const FieldInfo> rows, Visitor&& visit) {
  for (const FieldInfo& row : rows)
    for (std::size_t k = 0; k < row.defaults.size(); ++k) {
      std::string name(row.name);
      if (row.defaults.size() > 1) name += "[" + std::to_string(k) + "]";
      visit(name, row, k);
    }
}

std::size_t place_of(const std::vector<LoopRow>& rows, std::string_view name, const char* what) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return i;
    known.push_back(rows[i].name);
  }
  throw InvalidInput(what, {{std::string(name), unknown_name_text(what, name, known)}});
}

}  // namespace

Loop::Loop(LoopParts parts) : parts_(std::move(parts)) {
  const auto refuse = [](const std::string& text) { throw InvalidInput("experiment", {{"", text}}); };
  const PlantPart& p = plant();
  if (contacts() != p.contact_names.size())
    refuse(std::string(p.info->name) + " has " + std::to_string(p.contact_names.size()) +
           " contact(s), so it needs as many friction laws; " + std::to_string(contacts()) + " given");
  if (parts_.controller && p.drive == PlantPart::none)
    refuse(std::string(p.info->name) + " has no drive, so no controller can act on it");
  if (parts_.sampled && !parts_.controller) refuse("there is no controller to sample");
  parts_.account_work = parts_.account_work && p.has_power;
  // Inputs without a signal are constants, whose value is a parameter like any other.
  const SignalSum constant{{&signal_part<ConstantSignal<>>(), {}}};
  parts_.inputs.resize(number_total(p.inputs), constant);
  if (parts_.controller) parts_.references.resize(number_total(parts_.controller->inputs), constant);
  turns_ = p.info->rotates;
  lay_out();
  name_parameters();
  name_signals();
}

void Loop::lay_out() {
  const PlantPart& p = plant();
  plant_states = first_controller = number_total(p.states);
  if (parts_.controller && !parts_.sampled) controller_states = number_total(parts_.controller->states);
  std::size_t state = first_controller + controller_states, guard = 0, branch = branch_head_numbers;
  std::size_t number = number_total(p.parameters);
  for (const ContactPart* part : parts_.contacts) {
    first_state.push_back(state), first_guard.push_back(guard), contact_branch.push_back(branch);
    contact_parameters.push_back(number);
    state += number_total(part->states), guard += part->guard_count, branch += part->branch_numbers;
    number += number_total(part->parameters);
    holds_back = holds_back || part->holds_back_velocity;
    has_memory = has_memory || part->has_memory;
    has_bristles = has_bristles || !part->states.empty();
  }
  first_work = state;
  if (parts_.account_work) state += contacts() + 1;
  first_plant_kink = guard, guard += p.kink_count;
  first_controller_kink = guard;
  if (parts_.controller && !parts_.sampled) guard += parts_.controller->kink_count;
  section_guard = guard;
  state_count = state, guard_count = guard + 1;
  first_side = branch, branch += section_guard - first_plant_kink;
  sampled_branch = branch;
  controller_parameters = number;
  if (parts_.controller) number += number_total(parts_.controller->parameters);
  sampled_parameters = number;
  if (parts_.sampled) branch += sampled_numbers + number_total(parts_.controller->states);
  branch_count = branch;
}

namespace {
/// "N/s" of "N", "m/s2" of "m/s", "m/s4" of "m/s3".
std::string per_second(std::string unit) {
  if (unit.ends_with("/s")) return unit + "2";
  if (unit.size() < 3 || unit[unit.size() - 3] != '/' || unit[unit.size() - 2] != 's') return unit + "/s";
  ++unit.back();
  return unit;
}
/// How often "u/s2" is a derivative of "u".
int times_per_second(std::string_view unit) { return unit == "u" ? 0 : unit == "u/s" ? 1 : unit.back() - '0'; }
}  // namespace

void Loop::name_parameters() {
  const PlantPart& p = plant();
  // Plants state their own units; laws and controllers are written for translation.
  const auto unit_of = [&](bool of_plant, const FieldInfo& row) { return unit_of_motion(row, turns_ && !of_plant); };
  const auto add = [&](const std::string& prefix, std::span<const FieldInfo> rows, bool of_plant = false) {
    for_each_name(rows, [&](const std::string& name, const FieldInfo& row, std::size_t k) {
      parameters_.push_back({prefix + name, unit_of(of_plant, row), row.role, row.range, row.defaults[k]});
    });
  };
  const auto friction = [&](std::size_t i) {
    return contacts() == 1 ? std::string("friction.") : "friction." + p.contact_names[i] + ".";
  };
  add("plant.", p.parameters, true);
  for (std::size_t i = 0; i < contacts(); ++i) add(friction(i), contact(i).parameters);
  if (parts_.controller) add("controller.", parts_.controller->parameters);
  if (parts_.sampled) add("controller.sampled.", describe<SampledOptions>());
  const auto add_signals = [&](const std::string& prefix, const std::vector<SignalSum>& sums,
                               std::span<const FieldInfo> rows) {
    std::size_t n = 0;
    for_each_name(rows, [&](const std::string& name, const FieldInfo& input, std::size_t k) {
      const SignalSum& sum = sums[n++];
      std::size_t of_kind = 0;
      for (const SignalTerm& term : sum) {
        if (!term.kind) continue;
        const bool only = sum.size() == 1 && term.kind == &signal_part<ConstantSignal<>>();
        std::string path = prefix + name;
        if (of_kind > 0) path.append("[").append(std::to_string(of_kind)).append("]");
        ++of_kind;
        for (const FieldInfo& row : term.kind->parameters) {
          std::string unit(row.unit);
          if (unit.starts_with("u")) {
            int times = times_per_second(unit);
            unit = unit_of(&sums == &parts_.inputs, input);
            while (times-- > 0) unit = per_second(std::move(unit));
          }
          std::string own = path;
          if (!only) own.append(".").append(row.name);
          parameters_.push_back({std::move(own), unit, row.role, row.range, only ? input.defaults[k] : row.defaults[0],
                                 &sums == &parts_.references && input.role == Role::acceleration});
        }
      }
    });
  };
  add_signals("input.", parts_.inputs, p.inputs);
  if (parts_.controller) add_signals("reference.", parts_.references, parts_.controller->inputs);
  initial_plant = parameters_.size();
  add("plant.initial.", p.states, true);
  initial_controller = parameters_.size();
  if (parts_.controller) add("controller.initial.", parts_.controller->states);
  for (std::size_t i = 0; i < contacts(); ++i) {
    initial_contact.push_back(parameters_.size());
    add(friction(i) + "initial.", contact(i).initial);
  }
}

void Loop::name_signals() {
  const PlantPart& p = plant();
  const auto add_with = [&](std::span<const FieldInfo> rows, const std::string& prefix, bool of_plant) {
    for_each_name(rows, [&](const std::string& name, const FieldInfo& row, std::size_t) {
      signals_.push_back({prefix + name, unit_of_motion(row, turns_ && !of_plant), row.role});
    });
  };
  const auto add = [&](std::span<const FieldInfo> rows, const std::string& its = "") { add_with(rows, its, false); };
  const auto prefix = [&](std::size_t i) { return contacts() == 1 ? "" : p.contact_names[i] + "."; };
  const auto add_each = [&](const char* name, const char* unit) {
    for (std::size_t i = 0; i < contacts(); ++i) signals_.push_back({prefix(i) + name, unit});
  };
  const char* force = turns_ ? "N.m" : "N";
  add_with(p.states, "", true);
  if (controller_states > 0) add(parts_.controller->states, "controller.");
  for (std::size_t i = 0; i < contacts(); ++i) add(contact(i).states, prefix(i));
  if (parts_.account_work) {
    add_each("friction_work", "J");
    signals_.push_back({"supplied_work", "J"});
  }
  add_each("friction_force", force);
  add_each("direction", "1");
  for (std::size_t i = 0; i < contacts(); ++i) add(contact(i).modes, prefix(i));
  first_input_signal = signals_.size();
  add_with(p.inputs, "", true);
  const std::size_t first_reference = signals_.size();
  if (parts_.controller) add(parts_.controller->inputs);
  input_signals = signals_.size() - first_input_signal;
  for (std::size_t i = first_reference; i < signals_.size(); ++i)
    if (signals_[i].role != Role::acceleration) signals_[i].role = Role::reference;
  add_with(p.outputs, "", true);
  if (parts_.controller) {
    signals_.push_back({"control", force});
    if (parts_.sampled) {
      signals_.push_back({"measured_position", turns_ ? "rad" : "m", Role::position});
      signals_.push_back({"measured_velocity", turns_ ? "rad/s" : "m/s", Role::velocity});
    } else {
      add(parts_.controller->outputs);
    }
  }
  if (p.has_energy) signals_.push_back({"mechanical_energy", "J"});
  for (std::size_t i = 0; i < contacts(); ++i)
    if (contact(i).has_storage) signals_.push_back({prefix(i) + "stored_energy", "J"});
  // Tables of plants need not say what the unit says. States of laws, such as the elements of Maxwell slip, are no
  // forces on a body.
  for (std::size_t i = state_count; i < signals_.size(); ++i)
    if (signals_[i].role == Role::plain && signals_[i].unit == force) signals_[i].role = Role::force;
}

std::size_t Loop::find_parameter(std::string_view path) const { return place_of(parameters_, path, "parameter"); }
std::size_t Loop::find_signal(std::string_view name) const { return place_of(signals_, name, "signal"); }

std::vector<double> Loop::default_parameters() const {
  std::vector<double> p;
  for (const LoopRow& row : parameters_) p.push_back(row.standard);
  return p;
}

std::vector<Violation> Loop::violations(const double* p) const {
  std::vector<Violation> all = plant().violations(p + plant_parameters);
  const auto add = [&](std::vector<Violation> more) {
    for (Violation& v : more) {
      if (turns_) v.text = rotary_text(v.text);
      all.push_back(std::move(v));
    }
  };
  for (std::size_t i = 0; i < contacts(); ++i) add(contact(i).violations(p + contact_parameters[i]));
  if (parts_.controller) add(parts_.controller->violations(p + controller_parameters));
  if (parts_.sampled) add(stiction::violations(unpacked<SampledOptions>(p + sampled_parameters)));
  const std::size_t first_signal = sampled_parameters + (parts_.sampled ? field_count<SampledOptions> : 0);
  for (std::size_t k = first_signal; k < parameters_.size(); ++k)
    if (!parameters_[k].range.contains(p[k]))
      all.push_back({parameters_[k].name, parameters_[k].name + " = " + number_text(p[k]) + " must " +
                                              requirement_text(parameters_[k].range)});
  return all;
}

}  // namespace stiction
