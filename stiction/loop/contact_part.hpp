// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <mutex>

#include "stiction/loop/contact_functions.hpp"
#include "stiction/loop/part_table.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/plants/plant.hpp"

/// A law chosen at run time: its functions behind tables; see parts.hpp.
namespace stiction {

/// A function of a law, which is told how long the law's lists are. A part that is made from another one keeps its own
/// address there.
template <class Signature>
struct LawFunction;
template <class R, class... A>
struct LawFunction<R(A...)> {
  R (*function)(A..., std::size_t) = nullptr;
  std::size_t length = 0;
  R operator()(A... a) const { return function(a..., length); }
};

template <class Number>
struct ContactTable {
  using N = Number;
  LawFunction<void(const N* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz, N& force)> evaluate;
  LawFunction<void(const N* p, const double* b, const N* z, const Contact<N>& c, N* all)> guards;
  LawFunction<N(const double* b, const Contact<N>& c)> output_velocity;
  LawFunction<void(const N* p, double* b, const char* fired, N* z, Contact<N>& c)> change_mode;
  LawFunction<N(const N* p, const N* z)> storage;
  LawFunction<N(const N* p)> coulomb_level;
  LawFunction<void(const N* p, N* z)> slipped;  ///< what is left of a bend when levels fall; for laws that say so
};

struct ContactPart {
  const ModelInfo* info = nullptr;
  std::vector<FieldInfo> parameters, states, modes;    ///< `states`: what a run integrates
  std::vector<FieldInfo> initial;                      ///< what a start gives: the states, or the state of a memory
  std::vector<TableRow> parameter_rows, initial_rows;  ///< for values given by name
  std::size_t branch_numbers = 0;
  std::size_t guard_count = 0;  ///< reversal or break-away, then the law's own guards, then its non-smooth points
  std::size_t law_guard_count = 0;
  bool holds_at_rest = false, holds_back_velocity = false, has_memory = false, has_storage = false;
  Tables<ContactTable> tables;

  // --- branches: see ContactFunctions ---
  LawFunction<Hold(const double* b)> hold;
  LawFunction<bool(const double* p)> can_rest;
  LawFunction<void(double* b, const double* initial, double t)> start;
  LawFunction<void(const double* p, double* b, const double* z, const Contact<double>& c)> settle, reverse;
  LawFunction<void(double* b, std::size_t k)> pass_kink;
  LawFunction<void(const double* p, double* b, const double* z, const Contact<double>& c)> find_sides;
  LawFunction<void(const double* p, double* b, double t, const double* z, const Contact<double>& c)> accept;

  LawFunction<void(const double* p, double* sizes)> state_scale;
  LawFunction<double(const double* p)> coulomb_level;
  LawFunction<double(const double* p)> smallest_speed;  ///< that the law distinguishes; 0: none

  LawFunction<std::vector<Violation>(const double* p)> violations;

  /// Natural sizes of a contact's motion: what plants make the sizes of their states from.
  ContactScale scale(const double* p) const;
};

namespace detail {

template <class Law, class Number>
constexpr ContactTable<Number> contact_table(std::size_t n) {
  using F = ContactFunctions<Law>;
  ContactTable<Number> t{};
  // A memory is evaluated one instant after the other, and has no slopes.
  if constexpr (has_table<Number> && (is_for_steps<Number> || !MemoryModel<Law>)) {
    t.evaluate = {flattened<Number, &F::template evaluate<true, Number, Number>>, n};
    t.output_velocity = {&F::template output_velocity<Number>, n};
    t.storage = {&F::template storage<Number, Number>, n};
    t.coulomb_level = {&F::template level<Number>, n};
    if constexpr (HasSlippedState<Law, Number>) t.slipped = {&F::template slipped<Number>, n};
  }
  if constexpr (is_for_steps<Number>) {
    t.guards = {flattened<Number, &F::template guards<Number, Number>>, n};
    t.change_mode = {&F::template change_mode<Number, Number>, n};
  }
  return t;
}

template <class Law>
std::vector<Violation> law_violations(const double* p, std::size_t n) {
  return broken_in_table(parameter_rows_with<Law>(n), {p, field_count_with<Law, ParametersOf<Law>>(n)},
                         judge_with_lists<Law>());
}

template <class Law>
ContactPart contact_part_with(std::size_t n) {
  using F = ContactFunctions<Law>;
  using M = ContactModes<Law>;
  ContactPart c{.info = &Law::info,
                .parameters = describe<ParametersOf<Law>>(),
                .states = describe<RunStateOf<Law>>(),
                .modes = describe<ModeOf<Law>>(),
                .initial = describe<StateOf<Law>>(),
                .parameter_rows = parameter_rows_with<Law>(n),
                .initial_rows = {rows_of<StateOf<Law>>.begin(), rows_of<StateOf<Law>>.end()},
                .branch_numbers = F::branch_numbers_with(n),
                .guard_count = 1 + F::law_guards(n) + M::kink_count,
                .law_guard_count = F::law_guards(n),
                .holds_at_rest = HoldsAtRest<Law>,
                .holds_back_velocity = M::holds_back_velocity,
                .has_memory = MemoryModel<Law>,
                .has_storage = HasStorage<Law> && !MemoryModel<Law>,
                .tables = {contact_table<Law, double>(n), contact_table<Law, Slopes>(n), contact_table<Law, Lanes>(n)},
                .hold = {&F::hold, n},
                .can_rest = {&F::can_rest, n},
                .start = {&F::start, n},
                .settle = {&F::settle, n},
                .reverse = {&F::reverse, n},
                .pass_kink = {&F::pass_kink, n},
                .find_sides = {&F::find_sides, n},
                .accept = {&F::accept, n},
                .state_scale = {&F::state_scale, n},
                .coulomb_level = {&F::coulomb_level, n},
                .smallest_speed = {&F::smallest_speed, n},
                .violations = {&law_violations<Law>, n}};
  if (n != list_length_of<Law>) {  // lists of another length have no defaults: they are given
    set_list_length(c.parameters, n, std::numeric_limits<double>::quiet_NaN());
    for (auto* table : {&c.states, &c.modes, &c.initial}) set_list_length(*table, n, 0.0);
    set_list_length(c.initial_rows, n);
  }
  return c;
}

}  // namespace detail

/// The part for a law, made once.
template <class Law>
const ContactPart& contact_part() {
  static const ContactPart part = detail::contact_part_with<Law>(list_length_of<Law>);
  return part;
}
/// The same with lists of n numbers, for which the law has room.
template <HasLists Law>
const ContactPart& contact_part(std::size_t n) {
  static std::array<std::unique_ptr<const ContactPart>, Law::list_length> made;
  static std::mutex making;
  if (n == Law::list_length) return contact_part<Law>();
  const std::lock_guard<std::mutex> alone(making);
  auto& part = made[n];
  if (!part) part = std::make_unique<const ContactPart>(detail::contact_part_with<Law>(n));
  return *part;
}

}  // namespace stiction
