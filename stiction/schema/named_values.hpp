// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/unit.hpp"
#include "stiction/schema/violation.hpp"

/// Structs filled by name: the border where files, command lines, forms and scripts hand numbers in.
namespace stiction {

/// One or several numbers with the unit they were given in; no unit means the SI unit of the field.
struct NamedValue {
  std::vector<double> numbers;
  std::string unit;

  NamedValue(double number, std::string_view given_unit = "") : numbers{number}, unit(given_unit) {}  // NOLINT
  NamedValue(std::initializer_list<double> list, std::string_view given_unit = "") : numbers(list), unit(given_unit) {}
  NamedValue(std::vector<double> list, std::string_view given_unit = "") : numbers(std::move(list)), unit(given_unit) {}
};
using NamedValues = std::map<std::string, NamedValue, std::less<>>;

namespace detail {

/// The factor from the given unit to the one that is wanted; 0 where they measure different things. No unit is SI.
inline double conversion_factor(std::string_view given, std::string_view wanted) {
  if (given.empty()) return 1.0;
  const std::optional<Unit> unit = parse_unit(given);
  return unit && same_dimension(*unit, *parse_unit(wanted)) ? unit->factor : 0.0;
}
/// The same to the unit of a field, or to that of the same quantity in rotation: a law by itself serves both.
inline double factor_to_field(std::string_view given, std::string_view field_unit) {
  const double factor = conversion_factor(given, field_unit);
  return factor != 0.0 ? factor : conversion_factor(given, rotational(field_unit));
}

/// "measured in N", and of a field "measured in N (or, in rotation, N.m)"
inline std::string measure_text(std::string_view unit) {
  return unit == "1" ? "a pure number" : "measured in " + std::string(unit);
}
inline std::string field_measure_text(std::string_view unit) {
  const std::string turned = rotational(unit);
  return measure_text(unit) + (turned == unit ? "" : " (or, in rotation, " + turned + ")");
}

inline void assign_row(std::span<double> numbers, const TableRow& row, const NamedValue& given,
                       std::vector<Violation>& broken) {
  const std::string name(row.name);
  const double factor = factor_to_field(given.unit, row.unit);
  if (factor == 0.0)
    broken.push_back({name, name + " is given in \"" + given.unit + "\" but is " + field_measure_text(row.unit)});
  else if (given.numbers.size() != row.count)
    broken.push_back({name, name + " takes " + std::to_string(row.count) + " number(s), " +
                                std::to_string(given.numbers.size()) + " given"});
  else
    for (std::size_t i = 0; i < row.count; ++i) numbers[i] = factor * given.numbers[i];
}

inline std::vector<Violation> assign_in_table(std::span<const TableRow> rows, std::span<double> numbers,
                                              const NamedValues& values) {
  std::vector<Violation> broken;
  std::vector<std::string_view> known;
  for (const TableRow& row : rows) known.push_back(row.name);
  for (const auto& [name, value] : values) {
    bool found = false;
    std::size_t first = 0;
    for (const TableRow& row : rows) {
      if (row.name == name) {
        found = true;
        assign_row(numbers.subspan(first, row.count), row, value, broken);
      }
      first += row.count;
    }
    if (!found) broken.push_back({name, unknown_name_text("parameter", name, known)});
  }
  return broken;
}

/// Overwrites the named numbers and checks them all: one InvalidInput names everything that is wrong.
inline void assign_or_throw(std::span<const TableRow> rows, std::span<double> numbers, const NamedValues& values,
                            JudgeRules judge, std::string_view owner) {
  std::vector<Violation> broken = assign_in_table(rows, numbers, values);
  for (Violation& v : broken_in_table(rows, numbers, judge)) broken.push_back(std::move(v));
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
}

inline NamedValues values_in_table(std::span<const TableRow> rows, std::span<const double> numbers) {
  NamedValues values;
  for (const TableRow& row : rows) {
    const std::span<const double> own = numbers.first(row.count);
    values.emplace(row.name, NamedValue(std::vector<double>(own.begin(), own.end())));
    numbers = numbers.subspan(row.count);
  }
  return values;
}

}  // namespace detail

/// Overwrites the named fields of `s`; returns what could not be understood and leaves those fields alone.
template <class Struct>
std::vector<Violation> assign(Struct& s, const NamedValues& values) {
  auto numbers = numbers_of(s);
  std::vector<Violation> broken = detail::assign_in_table(rows_of<Struct>, numbers, values);
  set_numbers(s, numbers);
  return broken;
}

/// Defaults, overwritten by the named values and checked: one InvalidInput names everything that is wrong.
template <class Struct>
Struct with_values(Struct s, const NamedValues& values, std::string_view owner) {
  auto numbers = numbers_of(s);
  detail::assign_or_throw(rows_of<Struct>, numbers, values, detail::judge_of<Struct>(), owner);
  set_numbers(s, numbers);
  return s;
}

/// The same as `named_values(with_values(s, values, owner))`, without going through the struct.
template <class Struct>
NamedValues checked_values(const Struct& s, const NamedValues& values, std::string_view owner) {
  auto numbers = numbers_of(s);
  detail::assign_or_throw(rows_of<Struct>, numbers, values, detail::judge_of<Struct>(), owner);
  return detail::values_in_table(rows_of<Struct>, numbers);
}

/// The numbers of a struct by name, so that `with_values(Struct{}, named_values(s), ...)` gives s back.
template <class Struct>
NamedValues named_values(const Struct& s) {
  return detail::values_in_table(rows_of<Struct>, numbers_of(s));
}

}  // namespace stiction
