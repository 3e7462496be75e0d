// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "stiction/schema/field.hpp"

/// A table without the types of its struct and members: texts, checks and files need no more. Code that works on it is
/// compiled once; what works on typed rows is compiled for every row of every law.
namespace stiction {

struct TableRow {
  std::string_view name, symbol, unit;
  Range range;
  std::string_view doc;
  std::size_t count;  ///< of the numbers in it
  Role role = Role::plain;
  bool is_list = false;  ///< its member is an array
  std::string_view follows{};
};

template <class Struct>
inline constexpr auto rows_of = Struct::fields().apply([](const auto&... row) {
  return std::array<TableRow, sizeof...(row)>{TableRow{row.name, row.symbol, row.unit, row.range, row.doc,
                                                       number_count(row), row.role, is_list(row), row.follows}...};
});

/// All numbers of a struct, in the order of its table.
template <class Struct>
std::array<double, field_count<Struct>> numbers_of([[maybe_unused]] const Struct& s) {
  std::array<double, field_count<Struct>> numbers{};
  [[maybe_unused]] std::size_t n = 0;
  for_each_field(s, [&](const auto&, const auto& x, std::size_t) { numbers[n++] = static_cast<double>(x); });
  return numbers;
}
template <class Struct>
void set_numbers([[maybe_unused]] Struct& s, [[maybe_unused]] std::span<const double> numbers) {
  [[maybe_unused]] std::size_t n = 0;
  for_each_field(
      s, [&](const auto&, auto& x, std::size_t) { x = static_cast<std::remove_cvref_t<decltype(x)>>(numbers[n++]); });
}

namespace detail {

/// "stiffness" or, in an array, "stiffness[2]".
inline std::string field_name(const TableRow& row, std::size_t index) {
  std::string name(row.name);
  return row.count == 1 ? name : name + "[" + std::to_string(index) + "]";
}

/// Calls visit(row, number, index) as `for_each_field` does.
template <class Visitor>
void for_each_number(std::span<const TableRow> rows, std::span<const double> numbers, Visitor visit) {
  std::size_t n = 0;
  for (const TableRow& row : rows)
    for (std::size_t i = 0; i < row.count; ++i) visit(row, numbers[n++], i);
}

}  // namespace detail
}  // namespace stiction
