// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/plant_catalogue.hpp"

#include "stiction/catalogue/electric_drive.hpp"
#include "stiction/catalogue/normal_force_input.hpp"
#include "stiction/plants/all_plants.hpp"
#include "stiction/plants/with_hard_stops.hpp"
#include "stiction/scalar/dependence.hpp"

namespace stiction {
namespace {

template <class P>
NamedValues resolve_as(const NamedValues& given) {
  return checked_values(ParametersOf<P>{}, given, P::info.name);
}
/// True when a parameter is given that only the plant between stops has; those stand behind its own.
template <class P>
bool asks_for_stops(const NamedValues& given) {
  const auto rows = std::span(rows_of<ParametersOf<WithHardStops<P>>>).subspan(rows_of<ParametersOf<P>>.size());
  return std::any_of(rows.begin(), rows.end(), [&](const TableRow& row) { return given.contains(row.name); });
}

template <class P>
NamedValues resolve_plant(const NamedValues& given) {
  if constexpr (HasDrive<P>)
    if (asks_for_stops<P>(given)) return resolve_as<WithHardStops<P>>(given);
  return resolve_as<P>(given);
}
template <class P>
const PlantPart& part_of_plant(const NamedValues& values) {
  if constexpr (HasDrive<P>)
    if (asks_for_stops<P>(values)) return plant_part<WithHardStops<P>>();
  return plant_part<P>();
}

template <class P>
PlantEntry plant_entry() {
  PlantEntry e{.info = P::info,
               .contacts = {},
               .parameters = describe<ParametersOf<P>>(),
               .states = describe<StateOf<P>>(),
               .inputs = describe<InputsOf<P>>(),
               .outputs = describe<OutputsOf<P>>(),
               .stop_parameters = {},
               .has_drive = HasDrive<P>,
               .drive_parameters = {},
               .resolve_own = &resolve_plant<P>,
               .own_part = &part_of_plant<P>};
  if (e.has_drive) e.drive_parameters = electric_rows(P::info.rotates);
  for (const auto name : P::contact_names) e.contacts.emplace_back(name);
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
  if constexpr (HasDrive<P>) {
    e.stop_parameters = describe<ParametersOf<WithHardStops<P>>>();
    e.stop_parameters.erase(e.stop_parameters.begin(),
                            e.stop_parameters.begin() + static_cast<std::ptrdiff_t>(e.parameters.size()));
  }
  return e;
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

NamedValues PlantEntry::resolve(const NamedValues& given) const {
  if (!has_drive) return resolve_own(given);
  NamedValues all = resolve_own(without_electric_drive(given));
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
