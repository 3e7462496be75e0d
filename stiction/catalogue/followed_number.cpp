// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/followed_number.hpp"

#include <cmath>

#include "stiction/catalogue/normal_force_input.hpp"
#include "stiction/catalogue/part_numbers.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"

namespace stiction {

std::size_t measured_contact(const NamedExperiment& e) {
  const PlantEntry& entry = find_plant(e.plant.model);
  if (entry.contacts.size() < 2 || !entry.has_drive) return 0;
  const PlantPart& plant = entry.part(e.plant.values, e.inputs.contains(normal_force_name));
  const std::vector<double> p = part_numbers(plant.parameter_rows, plant.parameters, e.plant.values, e.plant.model);
  // In a motion whose velocities are all different, the equations of the plant tell which contact is looked at.
  std::vector<double> x(default_numbers(plant.states).size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sqrt(2.0 + static_cast<double>(i));
  const std::vector<double> still(default_numbers(plant.inputs).size());
  std::vector<Contact<double>> contacts(plant.contact_names.size());
  double seen[2];
  const PlantTable<double>& table = plant.tables.plain;
  table.contacts(p.data(), x.data(), still.data(), still.data(), contacts.data());
  table.measured(p.data(), x.data(), seen);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (std::abs(contacts[i].velocity - seen[1]) < 1e-12 * std::abs(seen[1])) return i;
  return 0;
}

std::optional<double> driven_inertia(const NamedExperiment& e) {
  const PlantEntry& entry = find_plant(e.plant.model);
  if (entry.contacts.size() != 1 || !entry.has_drive) return {};
  const FollowedNumber mass = followed_number(e, "plant.mass");
  const PlantPart& plant = entry.own_part(e.plant.values);
  NamedValues own;  // without those of a motor in front
  for (const FieldInfo& row : plant.parameters)
    if (const auto value = e.plant.values.find(row.name); value != e.plant.values.end()) own.insert(*value);
  if (own.contains(mass.name)) return {};
  const std::vector<double> p = part_numbers(plant.parameter_rows, plant.parameters, own, e.plant.model);
  const std::vector<double> x = default_numbers(plant.states);
  std::vector<double> u = default_numbers(plant.inputs), du(u.size()), dx(x.size());
  const double no_friction = 0;
  const auto acceleration = [&] {
    plant.tables.plain.rate(p.data(), x.data(), u.data(), du.data(), &no_friction, dx.data());
    double seen[2];
    plant.tables.plain.measured(p.data(), dx.data(), seen);
    return seen[1];
  };
  const double before = acceleration();
  u[plant.drive] += 1;
  const double gained = acceleration() - before;
  return gained > 0 ? std::optional(1 / gained) : std::nullopt;
}

FollowedNumber followed_number(const NamedExperiment& e, std::string_view follows) {
  const std::string_view name = follows.substr(follows.find('.') + 1);
  if (follows.starts_with("plant.")) {
    // Where a plant turns, the mass of a controller is an inertia, and a mass of the plant something else.
    const std::string_view here = name == "mass" && find_plant(e.plant.model).info.rotates ? "inertia" : name;
    return {&e.plant, here, "plant." + std::string(here)};
  }
  const std::size_t contact = measured_contact(e);
  const std::vector<std::string>& names = find_plant(e.plant.model).contacts;
  const std::string of = names.size() > 1 ? names[contact] + "." : "";
  return {&e.friction[contact], name, "friction." + of + std::string(name)};
}

}  // namespace stiction
