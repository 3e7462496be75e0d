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

/// The factor from the given unit to the field's: its own dimension, or that of the same quantity in rotation.
inline double unit_factor_to(std::string_view field_unit, std::string_view given) {
  if (given.empty()) return 1.0;
  const std::optional<Unit> unit = parse_unit(given);
  if (!unit) return 0.0;
  const bool fits =
      same_dimension(*unit, *parse_unit(field_unit)) || same_dimension(*unit, *parse_unit(rotational(field_unit)));
  return fits ? unit->factor : 0.0;
}

/// "measured in N (or, in rotation, N.m)"
inline std::string measure_text(std::string_view unit) {
  if (unit == "1") return "a pure number";
  const std::string text = "measured in " + std::string(unit), turned = rotational(unit);
  return turned == unit ? text : text + " (or, in rotation, " + turned + ")";
}

template <class Struct, class Row>
void assign_row(Struct& s, const Row& row, const NamedValue& given, std::vector<Violation>& broken) {
  const std::string name(row.name);
  const double factor = unit_factor_to(row.unit, given.unit);
  if (factor == 0.0)
    broken.push_back({name, name + " is given in \"" + given.unit + "\" but is " + measure_text(row.unit)});
  else if (given.numbers.size() != number_count(row))
    broken.push_back({name, name + " takes " + std::to_string(number_count(row)) + " number(s), " +
                                std::to_string(given.numbers.size()) + " given"});
  else
    for (std::size_t i = 0; i < number_count(row); ++i) number_at(s.*row.member, i) = factor * given.numbers[i];
}

}  // namespace detail

/// Overwrites the named fields of `s`; returns what could not be understood and leaves those fields alone.
template <class Struct>
std::vector<Violation> assign(Struct& s, const NamedValues& values) {
  std::vector<Violation> broken;
  std::vector<std::string_view> known;
  for_each_row<Struct>([&](const auto& row) { known.push_back(row.name); });
  for (const auto& entry : values) {
    bool found = false;
    for_each_row<Struct>([&](const auto& row) {
      if (row.name != entry.first) return;
      found = true;
      detail::assign_row(s, row, entry.second, broken);
    });
    if (!found) broken.push_back({entry.first, unknown_name_text("parameter", entry.first, known)});
  }
  return broken;
}

/// Defaults, overwritten by the named values and checked: one InvalidInput names everything that is wrong.
template <class Struct>
Struct with_values(Struct s, const NamedValues& values, std::string_view owner) {
  std::vector<Violation> broken = assign(s, values);
  for (Violation& v : violations(s)) broken.push_back(std::move(v));
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
  return s;
}

/// The numbers of a struct by name, so that `with_values(Struct{}, named_values(s), ...)` gives s back.
template <class Struct>
NamedValues named_values(const Struct& s) {
  std::map<std::string, std::vector<double>, std::less<>> lists;
  for_each_field(s, [&](const auto& row, double x, std::size_t) { lists[std::string(row.name)].push_back(x); });
  NamedValues values;
  for (auto& [name, list] : lists) values.emplace(name, NamedValue(std::move(list)));
  return values;
}

}  // namespace stiction
