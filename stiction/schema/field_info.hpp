// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stiction/schema/table_row.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {

/// One row of a table as data at run time.
struct FieldInfo {
  std::string_view name, symbol, unit, doc;
  Range range;
  std::vector<double> defaults;  ///< one number, or as many as the array holds
  Role role = Role::plain;
  bool is_list = false;
  std::string_view follows{};             ///< see Field
  std::size_t shortest = 0, longest = 0;  ///< how many numbers a list may have; 0: as many as `defaults`
};

/// "1 to 128 numbers, as many as every other list." for a list of any length; else empty.
inline std::string list_length_text(const FieldInfo& row) {
  if (row.longest == 0) return "";
  return std::to_string(row.shortest) + " to " + std::to_string(row.longest) +
         " numbers, as many as in every other list.";
}

/// The unit of a number of a law or a controller, which are written for translation, on a plant that rotates or not.
inline std::string unit_of_motion(const FieldInfo& row, bool rotates) {
  return rotates && row.role != Role::normal_force ? rotational(row.unit) : std::string(row.unit);
}

namespace detail {
inline std::vector<FieldInfo> describe_table(std::span<const TableRow> rows, std::span<const double> defaults) {
  std::vector<FieldInfo> all;
  for (const TableRow& row : rows) {
    const std::span<const double> own = defaults.first(row.count);
    all.push_back({row.name,
                   row.symbol,
                   row.unit,
                   row.doc,
                   row.range,
                   {own.begin(), own.end()},
                   row.role,
                   row.is_list,
                   row.follows});
    defaults = defaults.subspan(row.count);
  }
  return all;
}
}  // namespace detail

/// The table of a struct.
template <class Struct>
std::vector<FieldInfo> describe() {
  return detail::describe_table(rows_of<Struct>, numbers_of(Struct{}));
}

}  // namespace stiction
