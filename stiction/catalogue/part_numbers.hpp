// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"

namespace stiction {

/// The numbers of a table in a row: defaults, overwritten by values given by name, in any unit that fits. Throws
/// InvalidInput with everything that is unknown, of another dimension or out of range.
inline std::vector<double> part_numbers(std::span<const TableRow> rows, const std::vector<FieldInfo>& defaults,
                                        const NamedValues& values, const std::string& owner) {
  std::vector<double> numbers = default_numbers(defaults);
  std::vector<Violation> broken = detail::assign_in_table(rows, numbers, values);
  for (Violation& v : detail::broken_in_table(rows, numbers, nullptr)) broken.push_back(std::move(v));
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
  return numbers;
}

}  // namespace stiction
