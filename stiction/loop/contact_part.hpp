// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/contact_functions.hpp"
#include "stiction/loop/part_table.hpp"
#include "stiction/plants/plant.hpp"

/// A law chosen at run time: its functions behind tables; see parts.hpp.
namespace stiction {

template <class Number>
struct ContactTable {
  using N = Number;
  void (*evaluate)(const N* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz, N& force);
  void (*guards)(const N* p, const double* b, const N* z, const Contact<N>& c, N* all);
  N (*output_velocity)(const double* b, const Contact<N>& c);
  void (*change_mode)(const N* p, double* b, const char* fired, N* z, Contact<N>& c);
  N (*storage)(const N* p, const N* z);
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
  void (*settle)(const double* p, double* b, const Contact<double>& c) = nullptr;
  void (*reverse)(const double* p, double* b, const Contact<double>& c) = nullptr;
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

namespace detail {

template <class Law, class Number>
constexpr ContactTable<Number> contact_table() {
  using F = ContactFunctions<Law>;
  ContactTable<Number> t{};
  // A memory is evaluated one instant after the other, and has no slopes.
  if constexpr (has_table<Number> && (is_for_events<Number> || !MemoryModel<Law>)) {
    t.evaluate = flattened<Number, &F::template evaluate<true, Number, Number>>;
    t.output_velocity = &F::template output_velocity<Number>;
    if constexpr (is_for_signals<Number>) t.storage = &F::template storage<Number, Number>;
  }
  if constexpr (is_for_events<Number>) {
    t.guards = flattened<Number, &F::template guards<Number, Number>>;
    t.change_mode = &F::template change_mode<Number, Number>;
  }
  return t;
}

}  // namespace detail

/// The part for a law, made once.
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
                             detail::contact_table<Law, MovingSlopes>(), detail::contact_table<Law, Lanes>()},
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

}  // namespace stiction
