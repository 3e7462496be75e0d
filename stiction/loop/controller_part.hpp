// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/controller_functions.hpp"
#include "stiction/loop/part_table.hpp"
#include "stiction/loop/plant_part.hpp"

/// A controller chosen at run time: its functions behind tables; see parts.hpp.
namespace stiction {

template <class Number>
struct ControllerTable {
  using N = Number;
  PartFunction<void(const N* p, const N* c, const N* u, const N* du, const N* measured, N* dc)> rate;
  PartFunction<N(const N* p, const N* c, const N* u, const N* du, const N* measured)> output;
  PartFunction<void(const N* p, const N* c, const N* u, const N* measured, N* all)> kinks;
  PartFunction<void(const N* p, const N* c, const N* u, const N* du, const N* measured, N* all)> outputs;
};

struct ControllerPart {
  const ControllerInfo* info = nullptr;
  std::vector<FieldInfo> parameters, states, inputs, outputs;
  std::vector<TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t kink_count = 0;
  std::size_t reference = PlantPart::none;               ///< among the inputs: the position asked for
  std::size_t reference_acceleration = PlantPart::none;  ///< its second derivative, where the controller asks for it
  Tables<ControllerTable> tables;
  using NestedSlopes = Dual<Slopes, 1>;  ///< slopes of Jacobians
  decltype(ControllerTable<NestedSlopes>::rate) rate_slopes{};
  PartFunction<void(const double* p, double force, double* sizes)> scale{};
  PartFunction<std::vector<Violation>(const double* p)> violations{};
};

namespace detail {

template <class Controller, class Number>
constexpr ControllerTable<Number> controller_table() {
  using F = ControllerFunctions<Controller>;
  ControllerTable<Number> t{};
  if constexpr (has_table<Number>) {
    t.output = flattened<Number, &F::template output<Number, Number>>;
    t.outputs = &F::template outputs<Number, Number>;
  }
  if constexpr (is_for_steps<Number>) {
    t.rate = flattened<Number, &F::template rate<Number, Number>>;
    t.kinks = flattened<Number, &F::template kinks<Number, Number>>;
  }
  return t;
}

}  // namespace detail

/// The part for a controller, made once.
template <class Controller>
const ControllerPart& controller_part() {
  static const ControllerPart part = [] {
    using F = ControllerFunctions<Controller>;
    ControllerPart c{
        .info = &Controller::info,
        .parameters = describe<ParametersOf<Controller>>(),
        .states = describe<StateOf<Controller>>(),
        .inputs = describe<ControllerInputsOf<Controller>>(),
        .outputs = describe<ControllerOutputsOf<Controller>>(),
        .parameter_rows = {rows_of<ParametersOf<Controller>>.begin(), rows_of<ParametersOf<Controller>>.end()},
        .initial_rows = {rows_of<StateOf<Controller>>.begin(), rows_of<StateOf<Controller>>.end()},
        .kink_count = kink_count_of_controller<Controller>(),
        .tables = {detail::controller_table<Controller, double>(), detail::controller_table<Controller, Slopes>(),
                   detail::controller_table<Controller, Lanes>()},
        .rate_slopes = &F::template rate<ControllerPart::NestedSlopes, ControllerPart::NestedSlopes>,
        .scale = &F::scale,
        .violations = &detail::violations_in<ParametersOf<Controller>>};
    std::size_t place = 0;
    for (const FieldInfo& row : c.inputs) {
      if (row.role == Role::position) c.reference = place;
      if (row.role == Role::acceleration) c.reference_acceleration = place;
      place += row.defaults.size();
    }
    return c;
  }();
  return part;
}

}  // namespace stiction
