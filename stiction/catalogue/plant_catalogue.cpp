// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/plant_catalogue.hpp"

#include "stiction/catalogue/electric_drive.hpp"
#include "stiction/catalogue/normal_force_input.hpp"
#include "stiction/catalogue/plant_between_stops.hpp"
#include "stiction/catalogue/units_of_motion.hpp"
#include "stiction/plants/all_plants.hpp"
#include "stiction/scalar/dependence.hpp"

namespace stiction {
namespace {

template <class P>
PlantEntry plant_entry() {
  static_assert(field_count<InputsOf<P>> < most_plant_inputs, "no room for a normal force beside the inputs");
  const PlantPart& part = plant_part<P>();
  PlantEntry e{.info = P::info,
               .contacts = part.contact_names,
               .parameters = part.parameters,
               .states = part.states,
               .inputs = part.inputs,
               .outputs = part.outputs,
               .stop_parameters = {},
               .has_drive = HasDrive<P>,
               .drive_parameters = {},
               .bare_part = &plant_part<P>};
  if (e.has_drive) e.drive_parameters = electric_rows(P::info.rotates);
  if (e.has_drive) e.stop_parameters = hard_stop_rows(P::info.rotates);
  // Which loads depend on anything: from the plant's own text, with numbers that know what they depend on.
  ParametersOf<P, Dependence> p;
  StateOf<P, Dependence> x;
  for_each_field(p, [](const auto&, Dependence& one, std::size_t) { one = Dependence::variable(0); });
  for_each_field(x, [](const auto&, Dependence& one, std::size_t) { one = Dependence::variable(1); });
  for (const auto& c : P::template contacts<Dependence>(p, x, {}, {})) {
    e.has_position = e.has_position || c.position.on != 0;
    e.has_normal_force = e.has_normal_force || c.normal_force.on != 0;
    e.transmits_force = e.transmits_force || c.transmitted_force.on != 0;
  }
  e.takes_normal_force = !e.has_normal_force && e.contacts.size() == 1;
  if (e.takes_normal_force) e.inputs.push_back(normal_force_row());
  return e;
}

/// Defaults, overwritten by what is given and checked. Throws InvalidInput.
NamedValues checked_own(const PlantPart& part, const NamedValues& given) {
  std::vector<double> numbers = default_numbers(part.parameters);
  std::vector<Violation> broken = detail::assign_in_table(part.parameter_rows, numbers, given);
  for (Violation& v : part.violations(numbers.data())) broken.push_back(std::move(v));
  if (!broken.empty()) throw InvalidInput(part.info->name, std::move(broken));
  return detail::values_in_table(part.parameter_rows, numbers);
}

}  // namespace

std::span<const PlantEntry> plant_catalogue() {
  static const std::vector<PlantEntry> entries = [] {
    std::vector<PlantEntry> all;
    AllPlants::for_each([&]<class P>() { all.push_back(plant_entry<P>()); });
    return all;
  }();
  return entries;
}

const PlantPart& PlantEntry::own_part(const NamedValues& values) const {
  return has_drive ? with_hard_stops(bare_part(), values) : bare_part();
}
NamedValues PlantEntry::resolve(const NamedValues& given) const {
  require_units_of_motion(given, {parameters, stop_parameters, drive_parameters}, false, info.name);
  if (!has_drive) return checked_own(own_part(given), given);
  const NamedValues own = without_electric_drive(given);
  NamedValues all = checked_own(own_part(own), own);
  all.merge(checked_electric_drive(own_part(all), given));
  return all;
}
const PlantPart& PlantEntry::part(const NamedValues& values, bool normal_force_given) const {
  const PlantPart& own = with_electric_drive(own_part(values), has_drive ? values : NamedValues{});
  return takes_normal_force && normal_force_given ? with_normal_force(own) : own;
}

const PlantEntry& find_plant(std::string_view name) {
  std::vector<std::string_view> known;
  for (const PlantEntry& e : plant_catalogue()) {
    if (e.info.name == name) return e;
    known.push_back(e.info.name);
  }
  throw InvalidInput("plant", {{"model", unknown_name_text("plant", name, known)}});
}

}  // namespace stiction
