// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "stiction/schema/field.hpp"

namespace stiction {

/// One row of a table as a program sees it at run time.
struct FieldInfo {
  std::string_view name, symbol, unit, doc;
  Range range;
  std::vector<double> defaults;  ///< one number, or as many as the array holds
};

/// The table of a struct.
template <class Struct>
std::vector<FieldInfo> describe() {
  const Struct defaults;
  std::vector<FieldInfo> rows;
  for_each_row<Struct>([&](const auto& row) {
    rows.push_back({row.name, row.symbol, row.unit, row.doc, row.range, {}});
    for (std::size_t i = 0; i < number_count(row); ++i)
      rows.back().defaults.push_back(detail::number_at(defaults.*row.member, i));
  });
  return rows;
}

}  // namespace stiction
