// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "stiction/loop/part_functions.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/violation.hpp"

/// Parts chosen at run time: the functions of part_functions.hpp behind tables, one per number type. A part holds no
/// numbers: parameters, branch and states are arguments of every call, so one part serves all runs and all threads.
///
/// What is compiled grows with the number of laws plus plants plus controllers, not with their product.
namespace stiction {

using Slopes = Dual<double, 4>;  ///< Jacobians and slopes by parameters, four columns at a time
using Lanes = Batch<double, 8>;  ///< what is recorded, eight samples at a time

template <class Number>
struct PlantTable {
  using N = Number;
  void (*contacts)(const N* p, const N* x, const N* u, const N* du, Contact<N>* all);
  void (*rate)(const N* p, const N* x, const N* u, const N* du, const N* friction, N* dx);
  void (*set_sliding_velocity)(const N* p, N* x, const N* u, std::size_t contact, const N& v);
  void (*kinks)(const N* p, const N* x, const N* u, N* all);
  void (*measured)(const N* p, const N* x, N* seen);
  N (*power)(const N* p, const N* x, const N* u, const N* du, const N* friction);
  N (*energy)(const N* p, const N* x, const N* u);
  void (*outputs)(const N* p, const N* x, const N* u, const N* du, const N* friction, N* all);
};
template <class Number>
struct ContactTable {
  using N = Number;
  void (*evaluate)(const N* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz, N& force);
  void (*guards)(const N* p, const double* b, const N* z, const Contact<N>& c, N* all);
  N (*output_velocity)(const double* b, const Contact<N>& c);
  void (*change_mode)(const N* p, double* b, const char* fired, N* z, Contact<N>& c);
  N (*storage)(const N* p, const N* z);
};
template <class Number>
struct ControllerTable {
  using N = Number;
  void (*rate)(const N* p, const N* c, const N* u, const N* du, const N* measured, N* dc);
  N (*output)(const N* p, const N* c, const N* u, const N* du, const N* measured);
  void (*kinks)(const N* p, const N* c, const N* u, const N* measured, N* all);
  void (*outputs)(const N* p, const N* c, const N* u, const N* du, const N* measured, N* all);
};

/// The tables of a part for the number types that runs need.
template <template <class> class Table>
struct Tables {
  Table<double> plain{};
  Table<Slopes> slopes{};
  Table<Lanes> lanes{};

  template <class Number>
  const Table<Number>& in() const {
    if constexpr (std::is_same_v<Number, double>)
      return plain;
    else if constexpr (std::is_same_v<Number, Slopes>)
      return slopes;
    else
      return lanes;
  }
};

struct PlantPart {
  const PlantInfo* info = nullptr;
  std::vector<std::string> contact_names;
  std::vector<FieldInfo> parameters, states, inputs, outputs;
  std::span<const TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t kink_count = 0;
  std::size_t drive = none;  ///< the input a controller adds to
  bool has_energy = false, has_power = false;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  Tables<PlantTable> tables;
  void (*scale)(const double* p, const ContactScale* contacts, double* sizes) = nullptr;
  std::vector<Violation> (*violations)(const double* p) = nullptr;
};

struct ContactPart {
  const ModelInfo* info = nullptr;
  std::vector<FieldInfo> parameters, states, modes;        ///< `states`: what a run integrates
  std::vector<FieldInfo> initial;                          ///< what a start gives: the states, or the state of a memory
  std::span<const TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t branch_numbers = 0;
  std::size_t guard_count = 0;  ///< reversal or break-away, then the law's own guards, then its non-smooth points
  std::size_t law_guard_count = 0;
  bool holds_at_rest = false, holds_back_velocity = false, has_memory = false, has_storage = false;
  Tables<ContactTable> tables;

  // --- branches: see ContactFunctions ---
  void (*start)(double* b, const double* initial, double t) = nullptr;
  void (*settle)(const double* p, double* b, const double* z, const Contact<double>& c) = nullptr;
  void (*reverse)(const double* p, double* b, const double* z, const Contact<double>& c) = nullptr;
  void (*pass_kink)(double* b, std::size_t k) = nullptr;
  void (*find_sides)(const double* p, double* b, const double* z, const Contact<double>& c) = nullptr;
  void (*accept)(const double* p, double* b, double t, const double* z, const Contact<double>& c) = nullptr;

  void (*state_scale)(const double* p, double* sizes) = nullptr;
  double (*coulomb_level)(const double* p) = nullptr;
  double (*smallest_speed)(const double* p) = nullptr;  ///< that the law distinguishes; 0: none
  std::vector<Violation> (*violations)(const double* p) = nullptr;

  /// Natural sizes of a contact's motion: what plants make the sizes of their states from.
  ContactScale scale(const double* p) const;
};

struct ControllerPart {
  const ControllerInfo* info = nullptr;
  std::vector<FieldInfo> parameters, states, inputs, outputs;
  std::span<const TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t kink_count = 0;
  std::size_t reference = PlantPart::none;               ///< among the inputs: the position asked for
  std::size_t reference_acceleration = PlantPart::none;  ///< its second derivative, where the controller asks for it
  Tables<ControllerTable> tables;
  void (*scale)(const double* p, double force, double* sizes) = nullptr;
  std::vector<Violation> (*violations)(const double* p) = nullptr;
};

/// How many numbers rows hold in all, and their defaults in a row.
std::size_t number_total(std::span<const FieldInfo> rows);
std::vector<double> default_numbers(std::span<const FieldInfo> rows);

namespace detail {

/// Tables for lanes can be left out (STICTION_NO_LANES): builds under sanitizers take minutes for them, and signals are
/// then derived one sample after the other.
template <class Number>
inline constexpr bool has_table =
#ifdef STICTION_NO_LANES
    !std::is_same_v<Number, Lanes>;
#else
    true;
#endif

template <class Struct>
std::vector<Violation> violations_in(const double* p) {
  return violations(unpacked<Struct>(p));
}

template <class Plant, class Number>
constexpr PlantTable<Number> plant_table() {
  using F = PlantFunctions<Plant>;
  PlantTable<Number> t{};
  if constexpr (has_table<Number>) {
    t.contacts = &F::template contacts<Number, Number>;
    t.set_sliding_velocity = &F::template set_sliding_velocity<Number, Number>;
    t.measured = &F::template measured<Number, Number>;
    t.energy = &F::template energy<Number, Number>;
    t.outputs = &F::template outputs<Number, Number>;
  }
  if constexpr (!std::is_same_v<Number, Lanes>) {
    t.rate = &F::template rate<Number, Number>;
    t.kinks = &F::template kinks<Number, Number>;
    t.power = &F::template power<Number, Number>;
  }
  return t;
}
template <class Law, class Number>
constexpr ContactTable<Number> contact_table() {
  using F = ContactFunctions<Law>;
  ContactTable<Number> t{};
  if constexpr (has_table<Number> && (!std::is_same_v<Number, Lanes> || !MemoryModel<Law>)) {
    t.evaluate = &F::template evaluate<true, Number, Number>;
    t.output_velocity = &F::template output_velocity<Number>;
    t.storage = &F::template storage<Number, Number>;
  }
  if constexpr (!std::is_same_v<Number, Lanes>) {
    t.guards = &F::template guards<Number, Number>;
    t.change_mode = &F::template change_mode<Number, Number>;
  }
  return t;
}
template <class Controller, class Number>
constexpr ControllerTable<Number> controller_table() {
  using F = ControllerFunctions<Controller>;
  ControllerTable<Number> t{};
  if constexpr (has_table<Number>) {
    t.output = &F::template output<Number, Number>;
    t.outputs = &F::template outputs<Number, Number>;
  }
  if constexpr (!std::is_same_v<Number, Lanes>) {
    t.rate = &F::template rate<Number, Number>;
    t.kinks = &F::template kinks<Number, Number>;
  }
  return t;
}

}  // namespace detail

/// The part for a plant, law or controller, made once.
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
                .parameter_rows = rows_of<ParametersOf<Plant>>,
                .initial_rows = rows_of<StateOf<Plant>>,
                .kink_count = kink_count_of_plant<Plant>(),
                .drive = F::drive,
                .has_energy = HasEnergy<Plant>,
                .has_power = HasPower<Plant>,
                .tables = {detail::plant_table<Plant, double>(), detail::plant_table<Plant, Slopes>(),
                           detail::plant_table<Plant, Lanes>()},
                .scale = &F::scale,
                .violations = &detail::violations_in<ParametersOf<Plant>>};
    return p;
  }();
  return part;
}

template <class Law>
const ContactPart& contact_part() {
  static const ContactPart part = [] {
    using F = ContactFunctions<Law>;
    using M = ContactModes<Law>;
    ContactPart c{.info = &Law::info,
                  .parameters = describe<ParametersOf<Law>>(),
                  .states = describe<RunStateOf<Law>>(),
                  .modes = describe<ModeOf<Law>>(),
                  .initial = describe<StateOf<Law>>(),
                  .parameter_rows = rows_of<ParametersOf<Law>>,
                  .initial_rows = rows_of<StateOf<Law>>,
                  .branch_numbers = F::branch_numbers,
                  .guard_count = M::guard_count,
                  .law_guard_count = M::law_guard_count,
                  .holds_at_rest = HoldsAtRest<Law>,
                  .holds_back_velocity = M::holds_back_velocity,
                  .has_memory = MemoryModel<Law>,
                  .has_storage = HasStorage<Law> && !MemoryModel<Law>,
                  .tables = {detail::contact_table<Law, double>(), detail::contact_table<Law, Slopes>(),
                             detail::contact_table<Law, Lanes>()},
                  .start = &F::start,
                  .settle = &F::settle,
                  .reverse = &F::reverse,
                  .pass_kink = &F::pass_kink,
                  .find_sides = &F::find_sides,
                  .accept = &F::accept,
                  .state_scale = &F::state_scale,
                  .coulomb_level = &F::coulomb_level,
                  .smallest_speed = &F::smallest_speed,
                  .violations = &detail::violations_in<ParametersOf<Law>>};
    return c;
  }();
  return part;
}

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
        .parameter_rows = rows_of<ParametersOf<Controller>>,
        .initial_rows = rows_of<StateOf<Controller>>,
        .kink_count = kink_count_of_controller<Controller>(),
        .tables = {detail::controller_table<Controller, double>(), detail::controller_table<Controller, Slopes>(),
                   detail::controller_table<Controller, Lanes>()},
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
