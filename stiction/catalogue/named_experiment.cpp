// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/named_experiment.hpp"

#include <cmath>
#include <limits>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/fixed_solvers.hpp"
#include "stiction/catalogue/followed_number.hpp"
#include "stiction/catalogue/level_factors.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/normal_force_input.hpp"
#include "stiction/catalogue/part_numbers.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/catalogue/units_of_motion.hpp"
#include "stiction/loop/rotary_text.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// The values of a controller; what it assumes of the plant, where not given, is that of the plant.
NamedValues with_assumed_plant(const NamedExperiment& e, const ControllerEntry& controller) {
  NamedValues values = e.controller->values;
  for (const FieldInfo& row : controller.parameters) {
    if (row.follows.empty()) continue;
    const FollowedNumber followed = followed_number(e, row.follows);
    const auto true_value = followed.part->values.find(followed.name);
    if (true_value != followed.part->values.end())
      values.emplace(std::string(row.name), true_value->second);
    else if (const auto inertia = driven_inertia(e); inertia && row.follows == "plant.mass")
      values.emplace(std::string(row.name), *inertia);
  }
  return values;
}

/// The numbers of the controller that were not given, and the places of those they follow.
std::vector<Resolved::Follower> followers_in(const Loop& loop, const NamedExperiment& e, const NamedValues& given) {
  std::vector<Resolved::Follower> all;
  if (!loop.parts().controller) return all;
  std::size_t place = loop.controller_parameters;
  for (const FieldInfo& row : loop.parts().controller->parameters) {
    const std::size_t count = row.defaults.size();
    if (!row.follows.empty() && !given.contains(row.name)) {
      const FollowedNumber followed = followed_number(e, row.follows);
      const bool of_plant = followed.part == &e.plant;
      const std::size_t contact = of_plant ? 0 : static_cast<std::size_t>(followed.part - e.friction.data());
      std::size_t leader = of_plant ? loop.plant_parameters : loop.contact_parameters[contact];
      for (const FieldInfo& other : of_plant ? loop.plant().parameters : loop.contact(contact).parameters) {
        if (other.name == followed.name && other.defaults.size() == count)
          for (std::size_t k = 0; k < count; ++k) all.push_back({leader + k, place + k});
        leader += other.defaults.size();
      }
    }
    place += count;
  }
  return all;
}

/// Of all numbers that are given by name, those of signals and initial states apart.
void require_units_of_parts(const NamedExperiment& e) {
  const PlantEntry& plant = find_plant(e.plant.model);
  for (const NamedPart& law : e.friction) find_model(law.model).require_units(law.values, plant.info.rotates);
  if (e.controller) find_controller(e.controller->model).require_units(e.controller->values, plant.info.rotates);
  if (e.sampled) require_sampling_units(*e.sampled, plant.info.rotates);
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

/// Signals by name, and the numbers of their terms in the order of the loop's parameters.
std::vector<SignalSum> sums_of(const NamedSignals& given, const std::vector<FieldInfo>& rows, bool rotates,
                               std::vector<double>& p) {
  std::vector<SignalSum> all;
  for (const FieldInfo& row : rows) {
    const auto found = given.find(row.name);
    const NamedSignal signal = found == given.end() ? NamedSignal(row.defaults.front()) : found->second;
    SignalSum sum;
    for (const NamedSignal::Term& term : signal.terms) {
      if (term.kind == "lines" || term.kind == "csv") {
        sum.push_back({nullptr, timed(Signal::polyline(term.points), term.values)});
        continue;
      }
      const SignalEntry& kind = find_signal_kind(term.kind);
      sum.push_back({&kind.part(term.values), {}});
      const std::vector<double> numbers = kind.numbers(term.values, unit_of_motion(row, rotates));
      p.insert(p.end(), numbers.begin(), numbers.end());
    }
    all.push_back(std::move(sum));
  }
  return all;
}

void add_numbers(std::vector<double>& p, std::span<const TableRow> rows, const std::vector<FieldInfo>& defaults,
                 const NamedValues& values, const std::string& owner, bool rotates = false) {
  require_units_of_motion(values, {defaults}, rotates, owner);
  const std::vector<double> numbers = part_numbers(rows, defaults, values, owner);
  p.insert(p.end(), numbers.begin(), numbers.end());
}

/// A law under a load that its plant does not have would have no friction at all; a load that no law reads is a
/// mistake.
void require_load(const NamedExperiment& e, const PlantEntry& plant, const NamedPart& law) {
  const std::string& name = e.plant.model;
  std::vector<Violation> broken;
  const auto refuse = [&](const char* parameter, const char* load) {
    broken.push_back({parameter, std::string(parameter) + " needs a plant with a " + load + ", which " + name +
                                     " has not: leave it out"});
  };
  if (needs_normal_force(law.values) && plant.takes_normal_force && !e.inputs.contains(normal_force_name))
    broken.push_back({"nominal_normal_force", "nominal_normal_force needs a normal force: give one to " + name +
                                                  " as normal_force in [input]"});
  else if (needs_normal_force(law.values) && !plant.takes_normal_force && !plant.has_normal_force)
    refuse("nominal_normal_force", "normal force");
  if (!needs_normal_force(law.values) && plant.takes_normal_force && e.inputs.contains(normal_force_name))
    broken.push_back({"nominal_normal_force",
                      "normal_force in [input] changes nothing: give nominal_normal_force, the "
                      "normal force at which " +
                          law.model + " has the parameters given, or leave normal_force out"});
  if (!plant.transmits_force && needs_transmitted_force(law.values)) refuse("driving_loss", "force through a gear");
  if (!plant.has_position && needs_position(law.values))
    refuse(law.values.contains("table_positions") ? "table_positions" : "position_period",
           "position along the contact");
  if (!broken.empty()) throw InvalidInput("friction", std::move(broken));
}

/// A contact that slides over something that moves has a velocity which is a difference, and what rounding leaves of it
/// must still mean something to the law: rate-and-state friction distinguishes 1e-32 m/s, but a block that a belt
/// carries along at 0.1 m/s has its velocity to 1e-17 m/s, and a force that has nothing to do with its load.
void require_resolved_speed(const Resolved& r) {
  LoopRun run = r.start();
  const std::vector<double> initial = run.initial_state();
  for (std::size_t i = 0; i < run.loop().contacts(); ++i) {
    const double smallest = run.contact_scale(i).speed;
    for (int k = 0; k <= 8 && smallest > 0; ++k) {
      const double t = r.run.start_time + 0.125 * k * r.run.duration;
      std::vector<double> still = initial, moving = initial;
      run.start(t, initial.data());
      run.set_sliding_velocity(t, still.data(), i, 0.0);
      run.set_sliding_velocity(t, moving.data(), i, 1.0);
      for (std::size_t n = 0; n < run.loop().plant_states; ++n) {
        const double rounding = std::numeric_limits<double>::epsilon() * std::abs(still[n]);
        if (still[n] == moving[n] || !(rounding > 1e-3 * smallest)) continue;
        throw InvalidInput(
            "friction",
            {{"model", std::string(run.loop().contact(i).info->name) + " distinguishes speeds down to " +
                           rounded_text(smallest, 2) + " m/s, but sliding is here the difference of velocities of " +
                           rounded_text(std::abs(still[n]), 2) + " m/s, known to " + rounded_text(rounding, 2) +
                           " m/s: take pulled_mass, which is a block on a belt seen from the belt (pull_speed is the "
                           "speed of the belt, elongation the position)"}});
      }
    }
  }
}

}  // namespace

Signal make_signal(const NamedSignal& signal, std::string_view unit) {
  std::optional<Signal> sum;
  for (const NamedSignal::Term& term : signal.terms) {
    const auto of_kind = [&] {
      const SignalEntry& kind = find_signal_kind(term.kind);
      return kind.part(term.values).make(kind.numbers(term.values, unit).data());
    };
    const bool has_points = term.kind == "lines" || term.kind == "csv";
    const Signal one = has_points ? timed(Signal::polyline(term.points), term.values) : of_kind();
    sum = sum ? *sum + one : one;
  }
  return sum.value_or(Signal(0));
}

NamedExperiment resolved(const NamedExperiment& experiment) {
  NamedExperiment e = experiment;
  const PlantEntry& plant = find_plant(e.plant.model);
  require_units_of_parts(e);
  e.plant.values = plant.resolve(e.plant.values);
  if (e.friction.size() != plant.contacts.size())
    throw InvalidInput("friction", {{"", e.plant.model + " has " + std::to_string(plant.contacts.size()) +
                                             " contacts, so it needs as many friction laws"}});
  for (NamedPart& law : e.friction) {
    law.values =
        in_units_of_motion(plant.info.rotates, [&] { return find_model(law.model).resolve(law.preset, law.values); });
    require_load(e, plant, law);
    law.preset.clear();
  }
  require_known(e.inputs, plant.inputs, "input", e.plant.model);
  if (e.controller) {
    const ControllerEntry& controller = find_controller(e.controller->model);
    if (!plant.has_drive)
      throw InvalidInput("controller", {{"model", e.plant.model + " has no drive, so no controller can act on it"}});
    e.controller->values =
        in_units_of_motion(plant.info.rotates, [&] { return controller.resolve(with_assumed_plant(e, controller)); });
    require_known(e.references, controller.part(e.controller->values).inputs, "reference", e.controller->model);
  } else if (!e.references.empty()) {
    throw InvalidInput("reference", {{"", "there is no [controller] to give a reference to"}});
  }
  if (e.sampled) {
    if (!e.controller) throw InvalidInput("controller.sampled", {{"", "there is no [controller] to sample"}});
    e.sampled = checked_values(SampledOptions{}, *e.sampled, "controller.sampled");
  }
  return e;
}

LoopRun assemble(const NamedExperiment& experiment, bool account_work) {
  return resolve(experiment, account_work).start();
}

Resolved resolve(const NamedExperiment& experiment, bool account_work) {
  const NamedExperiment e = resolved(experiment);
  const PlantEntry& plant = find_plant(e.plant.model);
  LoopParts parts{.plant = &plant.part(e.plant.values, e.inputs.contains(normal_force_name))};
  std::vector<double> p;
  add_numbers(p, parts.plant->parameter_rows, parts.plant->parameters, e.plant.values, e.plant.model);
  for (const NamedPart& law : e.friction) {
    const ContactPart& part = find_model(law.model).part(law.values);
    parts.contacts.push_back(&part);
    add_numbers(p, part.parameter_rows, part.parameters, law.values, law.model);
  }
  if (e.controller) {
    parts.controller = &find_controller(e.controller->model).part(e.controller->values);
    for (const FieldInfo& row : parts.controller->inputs)
      if (row.role == Role::acceleration && e.references.contains(row.name)) parts.follows_acceleration = false;
    add_numbers(p, parts.controller->parameter_rows, parts.controller->parameters, e.controller->values,
                e.controller->model);
    if (e.sampled) {
      parts.sampled = true;
      const auto options = numbers_of(with_values(SampledOptions{}, *e.sampled, "controller.sampled"));
      p.insert(p.end(), options.begin(), options.end());
    }
  }
  parts.inputs = sums_of(e.inputs, parts.plant->inputs, false, p);  // a plant states its own units
  if (e.controller) parts.references = sums_of(e.references, parts.controller->inputs, plant.info.rotates, p);
  add_numbers(p, parts.plant->initial_rows, parts.plant->states, e.plant.initial, e.plant.model + ", initial");
  if (e.controller)
    add_numbers(p, parts.controller->initial_rows, parts.controller->states, e.controller->initial,
                e.controller->model + ", initial", plant.info.rotates);
  for (std::size_t i = 0; i < e.friction.size(); ++i)
    add_numbers(p, parts.contacts[i]->initial_rows, parts.contacts[i]->initial, e.friction[i].initial,
                e.friction[i].model + ", initial", plant.info.rotates);
  parts.account_work = account_work && parts.plant->has_power;
  parts.fixed_solve = find_fixed_solver(parts);
  Resolved r{.loop = std::make_shared<const Loop>(std::move(parts)), .p = std::move(p), .run = e.run, .followers = {}};
  if (experiment.controller) r.followers = followers_in(*r.loop, e, experiment.controller->values);
  require_resolved_speed(r);
  return r;
}

}  // namespace stiction
