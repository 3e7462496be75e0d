// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/hard_stop_functions.hpp"
#include "stiction/loop/lane_stepper.hpp"
#include "stiction/loop/part_functions.hpp"
#include "stiction/scalar/dependence.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/solvers/flatten.hpp"

/// The functions of parts in SIMD numbers, behind tables: what `Tables` in part_table.hpp is to one run, for several
/// runs side by side. Only what steps ask for.
///
/// All names carry the processor they are compiled for, and everything that a function in a table calls is inlined into
/// it: an object for such a processor must share no function with the others.
namespace stiction::inline STICTION_SIMD_TARGET {

using LaneNumber = Batch<double, lane_width>;

/// Columns of a Jacobian that are evaluated at a time.
inline constexpr std::size_t lane_columns = 2;
using LaneSlopes = Dual<LaneNumber, lane_columns>;

/// What parameters are kept in where a part is evaluated in numbers N: they have no slopes.
template <class N>
using LaneParameter = std::conditional_t<std::is_same_v<N, Dependence>, double, LaneNumber>;

template <class N>
struct LaneLawTable {
  using P = LaneParameter<N>;
  void (*evaluate)(const P* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz, N& force,
                   std::size_t n) = nullptr;
  void (*guards)(const P* p, const double* b, const N* z, const Contact<N>& c, N* all, std::size_t n) = nullptr;
  N (*output_velocity)(const double* b, const Contact<N>& c, std::size_t n) = nullptr;
};
template <class N>
struct LanePlantTable {
  using P = LaneParameter<N>;
  void (*contacts)(const P* p, const N* x, const N* u, const N* du, Contact<N>* all) = nullptr;
  void (*rate)(const P* p, const N* x, const N* u, const N* du, const N* friction, N* dx) = nullptr;
  void (*set_sliding_velocity)(const P* p, N* x, const N* u, std::size_t contact, const N& v) = nullptr;
  void (*kinks)(const P* p, const N* x, const N* u, N* all) = nullptr;
  void (*measured)(const P* p, const N* x, N* seen) = nullptr;
  void (*at_drive)(const P* p, const N* x, N* place) = nullptr;
  N (*power)(const P* p, const N* x, const N* u, const N* du, const N* friction) = nullptr;
};
/// Of hard stops around any plant.
template <class N>
struct LaneStopTable {
  using P = LaneParameter<N>;
  void (*push)(const P* p, const N* place, N* input) = nullptr;
  void (*kinks)(const P* p, const N* place, N* all) = nullptr;
  void (*subtract_elastic_power)(const P* p, const N* place, N* power) = nullptr;
};
template <class N>
struct LaneControllerTable {
  using P = LaneParameter<N>;
  void (*rate)(const P* p, const N* c, const N* u, const N* du, const N* measured, N* dc) = nullptr;
  N (*output)(const P* p, const N* c, const N* u, const N* du, const N* measured) = nullptr;
  void (*kinks)(const P* p, const N* c, const N* u, const N* measured, N* all) = nullptr;
};

/// For the number types that steps need: values, columns of a Jacobian, and what depends on what.
template <template <class> class Table>
struct LaneTables {
  Table<LaneNumber> plain{};
  Table<LaneSlopes> slopes{};
  Table<Dependence> dependence{};

  template <class N>
  const Table<N>& in() const {
    if constexpr (std::is_same_v<N, LaneNumber>)
      return plain;
    else if constexpr (std::is_same_v<N, LaneSlopes>)
      return slopes;
    else
      return dependence;
  }
};
using LaneLaw = LaneTables<LaneLawTable>;
using LanePlant = LaneTables<LanePlantTable>;
using LaneStops = LaneTables<LaneStopTable>;
using LaneController = LaneTables<LaneControllerTable>;

/// A function as it stands in a table.
template <auto Function>
struct LaneFunction;
template <class Result, class... Arguments, Result (*Function)(Arguments...)>
struct LaneFunction<Function> {
  STICTION_FLATTEN static Result call(Arguments... arguments) { return Function(arguments...); }
};
template <auto Function>
inline constexpr auto lane_function = &LaneFunction<Function>::call;

template <class Law, class N>
constexpr LaneLawTable<N> lane_law_table() {
  using F = ContactFunctions<Law>;
  using P = LaneParameter<N>;
  LaneLawTable<N> t{};
  t.evaluate = lane_function<&F::template evaluate<true, N, P>>;
  t.guards = lane_function<&F::template guards<N, P>>;
  if constexpr (ContactModes<Law>::holds_back_velocity)
    t.output_velocity = lane_function<&F::template output_velocity<N>>;
  return t;
}
/// Laws with a memory have none.
template <class Law>
constexpr bool lane_law(LaneLaw& to) {
  if constexpr (MemoryModel<Law>) {
    return false;
  } else {
    to = {lane_law_table<Law, LaneNumber>(), lane_law_table<Law, LaneSlopes>(), lane_law_table<Law, Dependence>()};
    return true;
  }
}

template <class Plant, class N>
constexpr LanePlantTable<N> lane_plant_table() {
  using F = PlantFunctions<Plant>;
  using P = LaneParameter<N>;
  return {lane_function<&F::template contacts<N, P>>,
          lane_function<&F::template rate<N, P>>,
          lane_function<&F::template set_sliding_velocity<N, P>>,
          lane_function<&F::template kinks<N, P>>,
          lane_function<&F::template measured<N, P>>,
          lane_function<&F::template at_drive<N, P>>,
          lane_function<&F::template power<N, P>>};
}
template <class Plant>
constexpr LanePlant lane_plant() {
  return {lane_plant_table<Plant, LaneNumber>(), lane_plant_table<Plant, LaneSlopes>(),
          lane_plant_table<Plant, Dependence>()};
}

template <class N>
constexpr LaneStopTable<N> lane_stop_table() {
  using F = HardStopFunctions;
  using P = LaneParameter<N>;
  return {lane_function<&F::template push<N, P>>, lane_function<&F::template kinks<N, P>>,
          lane_function<&F::template subtract_elastic_power<N, P>>};
}
constexpr LaneStops lane_stops() {
  return {lane_stop_table<LaneNumber>(), lane_stop_table<LaneSlopes>(), lane_stop_table<Dependence>()};
}

template <class Controller, class N>
constexpr LaneControllerTable<N> lane_controller_table() {
  using F = ControllerFunctions<Controller>;
  using P = LaneParameter<N>;
  return {lane_function<&F::template rate<N, P>>, lane_function<&F::template output<N, P>>,
          lane_function<&F::template kinks<N, P>>};
}
template <class Controller>
constexpr LaneController lane_controller() {
  return {lane_controller_table<Controller, LaneNumber>(), lane_controller_table<Controller, LaneSlopes>(),
          lane_controller_table<Controller, Dependence>()};
}

/// That of the law at a place of a family. False: it has none.
template <class Family>
STICTION_FLATTEN bool lane_law_in(std::size_t place, LaneLaw& to) {
  std::size_t k = 0;
  bool found = false;
  Family::for_each([&]<class Law>() {
    if (k++ == place) found = lane_law<Law>(to);
  });
  return found;
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
