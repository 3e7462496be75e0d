// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/schema/violation.hpp"

/// Laws of any number of like elements, or of measured points.
namespace stiction {

/// Every array in the parameters, state and mode of such a law is a list of `list_length` numbers. The same law with
/// room for N is `WithLength<N>`; `leave_out(p, n)` gives the elements from n on a part of nothing, so that a law with
/// room for sixteen serves any number up to that: what users write decides, not what was compiled.
template <class M>
concept HasLists = requires(ParametersOf<M>& p) {
  { M::list_length } -> std::convertible_to<std::size_t>;
  { M::shortest_list } -> std::convertible_to<std::size_t>;
  typename M::template WithLength<2>;
  M::leave_out(p, std::size_t{});
};

/// Room for this many; 0: the law has no lists.
template <class M>
inline constexpr std::size_t list_length_of = [] {
  if constexpr (HasLists<M>)
    return std::size_t{M::list_length};
  else
    return std::size_t{0};
}();

/// Parameters, state or mode of a law, from numbers in a row in which lists have n numbers each.
template <class M, class Struct, class Number>
constexpr Struct unpacked_with(const Number* numbers, [[maybe_unused]] std::size_t n) {
  if constexpr (HasLists<M>)
    return unpacked<Struct>(numbers, n);
  else
    return unpacked<Struct>(numbers);
}
template <class M, class Real, class Number>
constexpr ParametersOf<M, Real> parameters_with(const Number* numbers, std::size_t n) {
  auto p = unpacked_with<M, ParametersOf<M, Real>>(numbers, n);
  if constexpr (HasLists<M>) M::leave_out(p, n);
  return p;
}
template <class M, class Struct, class Number>
constexpr void pack_with(const Struct& s, Number* numbers, [[maybe_unused]] std::size_t n) {
  if constexpr (HasLists<M>)
    pack(s, numbers, n);
  else
    pack(s, numbers);
}
/// How many numbers that is.
template <class M, class Struct>
constexpr std::size_t field_count_with([[maybe_unused]] std::size_t n) {
  if constexpr (HasLists<M>)
    return field_count_of_lists<Struct>(n);
  else
    return field_count<Struct>;
}

/// The rules of its parameters, judged by numbers in a row; null where there are none.
template <class M>
constexpr detail::JudgeRules judge_with_lists() {
  using P = ParametersOf<M>;
  if constexpr (!HasLists<M>)
    return detail::judge_of<P>();
  else if constexpr (!has_rules<P>)
    return nullptr;
  else
    return [](std::span<const double> numbers) {
      constexpr std::size_t single = field_count_of_lists<P>(0), lists = field_count_of_lists<P>(1) - single;
      const P p = parameters_with<M, double>(numbers.data(), (numbers.size() - single) / lists);
      std::vector<detail::JudgedRule> rules;
      for_each_rule<P>([&](const auto& rule) { rules.push_back({rule.text, rule.holds(p)}); });
      return rules;
    };
}

/// A table whose lists hold n numbers each.
inline void set_list_length(std::vector<TableRow>& rows, std::size_t n) {
  for (TableRow& row : rows)
    if (row.is_list) row.count = n;
}
template <class M>
std::vector<TableRow> parameter_rows_with(std::size_t n) {
  std::vector<TableRow> rows(rows_of<ParametersOf<M>>.begin(), rows_of<ParametersOf<M>>.end());
  if constexpr (HasLists<M>) set_list_length(rows, n);
  return rows;
}
/// `value`: what stands in the lists by default.
inline void set_list_length(std::vector<FieldInfo>& rows, std::size_t n, double value) {
  for (FieldInfo& row : rows)
    if (row.is_list) row.defaults.assign(n, value);
}

}  // namespace stiction
