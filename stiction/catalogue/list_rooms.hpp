// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/list_length.hpp"
#include "stiction/schema/named_values.hpp"

/// Laws with lists by name: users give lists of any length up to a limit; what is compiled has room for a few lengths
/// and leaves the rest out.
namespace stiction {

/// As many elements or points as a list may have. Each length below costs a second of compiling for every such law.
inline constexpr std::size_t middle_list = 32, longest_list = 128;

namespace detail {

/// Calls visit with the law that has room for n, and not much more.
template <HasLists M, class Visitor>
decltype(auto) with_room(std::size_t n, Visitor&& visit) {
  if (n <= M::list_length) return visit.template operator()<M>();
  if (n <= middle_list) return visit.template operator()<typename M::template WithLength<middle_list>>();
  return visit.template operator()<typename M::template WithLength<longest_list>>();
}

/// The length of the lists in complete values.
template <HasLists M>
std::size_t list_length_in(const NamedValues& values) {
  for (const TableRow& row : rows_of<ParametersOf<M>>)
    if (const auto found = values.find(row.name); row.is_list && found != values.end())
      return found->second.numbers.size();
  return M::list_length;
}

/// What is wrong with the lengths of the lists that were given.
inline std::vector<Violation> wrong_lengths(std::span<const TableRow> rows, const NamedValues& given,
                                            std::size_t shortest) {
  std::vector<Violation> broken;
  const TableRow* first = nullptr;
  std::size_t n = 0;
  const auto numbers = [](std::size_t count) { return std::to_string(count) + (count == 1 ? " number" : " numbers"); };
  for (const TableRow& row : rows) {
    const auto found = given.find(row.name);
    if (!row.is_list || found == given.end()) continue;
    const std::string name(row.name);
    const std::size_t count = found->second.numbers.size();
    if (!first) first = &row, n = count;
    if (count < shortest || count > longest_list)
      broken.push_back({name, name + " has " + numbers(count) + "; it takes " + std::to_string(shortest) + " to " +
                                  std::to_string(longest_list)});
    else if (count != n)
      broken.push_back({name, name + " has " + numbers(count) + " where " + std::string(first->name) + " has " +
                                  std::to_string(n) + ": they must be equally long"});
  }
  for (const TableRow& row : rows)
    if (first && row.is_list && n != row.count && !given.contains(row.name))
      broken.push_back({std::string(row.name), std::string(row.name) + " is not given: it needs " + numbers(n) +
                                                   ", as many as " + std::string(first->name) + " has"});
  return broken;
}

/// `start`, then the given values with lists of their own length; checked. Throws InvalidInput.
template <HasLists M>
NamedValues checked_lists(const ParametersOf<M>& start, const NamedValues& given) {
  constexpr const auto& rows = rows_of<ParametersOf<M>>;
  std::vector<Violation> broken = wrong_lengths(rows, given, M::shortest_list);
  NamedValues others = given, values = named_values(start);
  const std::size_t n = list_length_in<M>(given);
  for (const TableRow& row : rows)
    if (row.is_list) others.erase(std::string(row.name));
  if (!broken.empty()) {  // with what else is wrong
    auto numbers = numbers_of(start);
    for (Violation& v : assign_in_table(rows, numbers, others)) broken.push_back(std::move(v));
    throw InvalidInput(M::info.name, std::move(broken));
  }
  return with_room<M>(n, [&]<class L>() {
    const std::vector<TableRow> own_rows = parameter_rows_with<L>(n);
    std::vector<double> numbers(field_count_of_lists<ParametersOf<L>>(n));
    if (n != M::list_length)
      for (const TableRow& row : rows)
        if (row.is_list) values.erase(std::string(row.name));
    assign_in_table(own_rows, numbers, values);
    assign_or_throw(own_rows, numbers, given, judge_with_lists<L>(), M::info.name);
    return values_in_table(own_rows, numbers);
  });
}

/// Calls use<L>(p) with the parameters that complete values give, of the law with room for them.
template <HasLists M, class Use>
decltype(auto) with_lists(const NamedValues& values, Use&& use) {
  const std::size_t n = list_length_in<M>(values);
  return with_room<M>(n, [&]<class L>() {
    std::vector<double> numbers(field_count_of_lists<ParametersOf<L>>(n));
    assign_or_throw(parameter_rows_with<L>(n), numbers, values, judge_with_lists<L>(), M::info.name);
    return use.template operator()<L>(parameters_with<L, double>(numbers.data(), n));
  });
}

}  // namespace detail
}  // namespace stiction
