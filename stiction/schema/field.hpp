// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "stiction/schema/range.hpp"
#include "stiction/schema/table.hpp"

/// The field table: what people, files, forms, bindings and FMUs ask about a struct of numbers.
///
/// A struct that has a table offers `static constexpr auto fields()`, a `Table` of `Field` rows; its members are
/// numbers or arrays of numbers. Everything else (files, command line, Python, error messages, solvers) loops over the
/// rows, so no code anywhere lists a law's parameters a second time.
namespace stiction {

/// How a number takes part in what is done to all laws alike.
enum class Role : unsigned char {
  plain,         ///< nothing special
  force_level,   ///< grows in proportion to the load on the contact (Coulomb force, slip limit of an element)
  position,      ///< of a body
  velocity,      ///< of a body; among a law's parameters: a speed that the law distinguishes
  acceleration,  ///< of a body
  deflection,    ///< of bristles, of an asperity: a length on which presliding happens
  force,         ///< or a torque; of signals
  reference,     ///< what a controller is asked to follow; of signals
  normal_force,  ///< across a contact: a force also where the contact turns
};

/// One row of the table.
template <class Struct, class Member>
struct Field {
  Member Struct::*member;
  std::string_view name;    ///< key in files, on the command line, in Python: "bristle_stiffness"
  std::string_view symbol;  ///< as the paper prints it, LaTeX: "\\sigma_0"
  std::string_view unit;    ///< SI, in the spelling of FMI: "N.s/m"
  Range range;
  std::string_view doc;  ///< one sentence
  Role role = Role::plain;
  std::string_view follows{};  ///< the number of an experiment it equals unless given: "plant.mass"
};
template <class S, class M>
Field(M S::*, std::string_view, std::string_view, std::string_view, Range, std::string_view) -> Field<S, M>;
template <class S, class M>
Field(M S::*, std::string_view, std::string_view, std::string_view, Range, std::string_view, Role) -> Field<S, M>;
template <class S, class M>
Field(M S::*, std::string_view, std::string_view, std::string_view, Range, std::string_view, Role,
      std::string_view) -> Field<S, M>;

/// A relation between fields, in the words of the user: "static_force >= coulomb_force". A struct lists its relations
/// in `static constexpr auto rules()`, a `Table`.
template <class Struct>
struct Rule {
  std::string_view text;
  bool (*holds)(const Struct&);
};

namespace detail {

template <class Member>
struct NumbersIn {
  using Number = Member;
  static constexpr std::size_t count = 1;
};
template <class Real, std::size_t N>
struct NumbersIn<std::array<Real, N>> {
  using Number = Real;
  static constexpr std::size_t count = N;
};

template <class Number>
constexpr Number& number_at(Number& number, std::size_t) {
  return number;
}
template <class Real, std::size_t N>
constexpr Real& number_at(std::array<Real, N>& numbers, std::size_t i) {
  return numbers[i];
}
template <class Real, std::size_t N>
constexpr const Real& number_at(const std::array<Real, N>& numbers, std::size_t i) {
  return numbers[i];
}

}  // namespace detail

/// How many numbers the member of a row holds: 1, or the length of the array.
template <class Struct, class Member>
constexpr std::size_t number_count(const Field<Struct, Member>&) {
  return detail::NumbersIn<Member>::count;
}

/// True when the member of a row is an array, of one number even.
template <class Struct, class Member>
constexpr bool is_list(const Field<Struct, Member>&) {
  return !std::is_same_v<typename detail::NumbersIn<Member>::Number, Member>;
}

/// How many numbers a struct holds in all.
template <class Struct>
inline constexpr std::size_t field_count =
    Struct::fields().apply([](const auto&... row) { return (std::size_t{0} + ... + number_count(row)); });

/// Calls visit(row) for every row of the table of `Struct`.
template <class Struct, class Visitor>
constexpr void for_each_row(Visitor&& visit) {
  constexpr auto rows = Struct::fields();
  rows.for_each(visit);
}

namespace detail {
struct NoRules {
  static constexpr int rules = 0;
};
/// Finds the `rules` of NoRules unless Struct, or more than one of its bases, has rules.
template <class Struct>
struct RulesProbe : Struct, NoRules {};
}  // namespace detail

template <class Struct>
inline constexpr bool has_rules = !requires { detail::RulesProbe<Struct>::rules; };

/// Calls visit(rule) for every rule of `Struct`; a struct without rules has none.
template <class Struct, class Visitor>
constexpr void for_each_rule(Visitor&& visit) {
  if constexpr (has_rules<Struct>) {
    static_assert(requires { Struct::rules(); }, "two bases have rules: join them in a rules() of the struct itself");
    Struct::rules().for_each(visit);
  }
}

/// Calls visit(row, number, index) for every number in `s`, in the order of its table; index counts within a row.
template <class Struct, class Visitor>
constexpr void for_each_field(Struct&& s, Visitor&& visit) {
  for_each_row<std::remove_cvref_t<Struct>>([&](const auto& row) {
    for (std::size_t i = 0; i < number_count(row); ++i) visit(row, detail::number_at(s.*row.member, i), i);
  });
}

/// True when every number is in its range and every rule holds; `violations` says what is wrong where not.
template <class Struct>
constexpr bool is_valid(const Struct& s) {
  bool valid = true;
  for_each_field(s, [&](const auto& row, double x, std::size_t) { valid = valid && row.range.contains(x); });
  for_each_rule<Struct>([&](const auto& rule) { valid = valid && rule.holds(s); });
  return valid;
}

/// Calls combine(row, a_number, b_number) for matching numbers of two structs with the same table, whose number types
/// may differ: a solver's z += h dz, a conversion from double to dual numbers.
template <class A, class B, class Combine>
constexpr void for_each_pair(A&& a, B&& b, Combine&& combine) {
  constexpr auto rows_a = std::remove_cvref_t<A>::fields();
  constexpr auto rows_b = std::remove_cvref_t<B>::fields();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto one_row = [&](const auto& row_a, const auto& row_b) {
      for (std::size_t i = 0; i < number_count(row_a); ++i)
        combine(row_a, detail::number_at(a.*row_a.member, i), detail::number_at(b.*row_b.member, i));
    };
    (one_row(rows_a.template row<I>(), rows_b.template row<I>()), ...);
  }(std::make_index_sequence<rows_a.size>{});
}

/// The same struct in another number type: `convert<LuGre::Parameters<Dual<double, 1>>>(p)`.
template <class To, class From>
constexpr To convert(const From& from) {
  To to;
  for_each_pair(to, from,
                [](const auto&, auto& x, const auto& y) { x = static_cast<std::remove_reference_t<decltype(x)>>(y); });
  return to;
}

}  // namespace stiction
