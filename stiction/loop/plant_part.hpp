// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "stiction/loop/part_table.hpp"
#include "stiction/loop/plant_functions.hpp"

/// A plant chosen at run time: its functions behind tables; see parts.hpp.
namespace stiction {

template <class Number>
struct PlantTable {
  using N = Number;
  PartFunction<void(const N* p, const N* x, const N* u, const N* du, Contact<N>* all)> contacts;
  PartFunction<void(const N* p, const N* x, const N* u, const N* du, const N* friction, N* dx)> rate;
  PartFunction<void(const N* p, N* x, const N* u, std::size_t contact, const N& v)> set_sliding_velocity;
  PartFunction<void(const N* p, const N* x, N* all)> contact_inertia;
  PartFunction<void(const N* p, const N* x, const N* u, N* all)> kinks;
  PartFunction<void(const N* p, const N* x, N* seen)> measured;
  PartFunction<void(const N* p, const N* x, N* place)> at_drive;  ///< position and velocity where the drive acts
  PartFunction<N(const N* p, const N* x, const N* u, const N* du, const N* friction)> power;
  PartFunction<N(const N* p, const N* x, const N* u)> energy;
  PartFunction<void(const N* p, const N* x, const N* u, const N* du, const N* friction, N* all)> outputs;
};

struct PlantPart {
  const PlantInfo* info = nullptr;
  std::vector<std::string> contact_names;
  std::vector<FieldInfo> parameters, states, inputs, outputs;
  std::vector<TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t kink_count = 0;
  std::size_t drive = none;   ///< the input a controller adds to
  std::size_t pushed = none;  ///< the input that pushes where the drive acts
  bool has_energy = false, has_power = false, shares_inertia = false;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  Tables<PlantTable> tables;
  PartFunction<void(const double* p, const ContactScale* contacts, double* sizes)> scale{};
  PartFunction<std::vector<Violation>(const double* p)> violations{};
};

namespace detail {

template <class Plant, class Number>
constexpr PlantTable<Number> plant_table() {
  using F = PlantFunctions<Plant>;
  PlantTable<Number> t{};
  if constexpr (has_table<Number>) {
    t.contacts = flattened<Number, &F::template contacts<Number, Number>>;
    t.set_sliding_velocity = flattened<Number, &F::template set_sliding_velocity<Number, Number>>;
    t.measured = flattened<Number, &F::template measured<Number, Number>>;
    if constexpr (SharesInertia<Plant>) t.contact_inertia = &F::template contact_inertia<Number, Number>;
    t.at_drive = flattened<Number, &F::template at_drive<Number, Number>>;
    t.energy = &F::template energy<Number, Number>;
    t.outputs = &F::template outputs<Number, Number>;
  }
  if constexpr (is_for_steps<Number>) {
    t.rate = flattened<Number, &F::template rate<Number, Number>>;
    t.power = flattened<Number, &F::template power<Number, Number>>;
    t.kinks = flattened<Number, &F::template kinks<Number, Number>>;
  }
  return t;
}

}  // namespace detail

/// The part for a plant, made once.
template <class Plant>
const PlantPart& plant_part() {
  static const PlantPart part = [] {
    using F = PlantFunctions<Plant>;
    PlantPart p{.info = &Plant::info,
                .contact_names = {Plant::contact_names.begin(), Plant::contact_names.end()},
                .parameters = describe<ParametersOf<Plant>>(),
                .states = describe<StateOf<Plant>>(),
                .inputs = describe<InputsOf<Plant>>(),
                .outputs = describe<OutputsOf<Plant>>(),
                .parameter_rows = {rows_of<ParametersOf<Plant>>.begin(), rows_of<ParametersOf<Plant>>.end()},
                .initial_rows = {rows_of<StateOf<Plant>>.begin(), rows_of<StateOf<Plant>>.end()},
                .kink_count = kink_count_of_plant<Plant>(),
                .drive = F::drive,
                .pushed = F::pushed,
                .has_energy = HasEnergy<Plant>,
                .has_power = HasPower<Plant>,
                .shares_inertia = SharesInertia<Plant>,
                .tables = {detail::plant_table<Plant, double>(), detail::plant_table<Plant, Slopes>(),
                           detail::plant_table<Plant, Lanes>()},
                .scale = &F::scale,
                .violations = &detail::violations_in<ParametersOf<Plant>>};
    return p;
  }();
  return part;
}

}  // namespace stiction
