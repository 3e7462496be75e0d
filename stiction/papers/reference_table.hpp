// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/schema/violation.hpp"

namespace stiction {

/// A number that an experiment must give, computed independently of this code.
struct ReferenceNumber {
  double value = 0;
  double confirmed = 0;    ///< relative error at which two methods agreed
  double zero_within = 0;  ///< for a value that is exactly zero: the largest that any method returned
};

using ReferenceNumbers = std::map<std::string, ReferenceNumber, std::less<>>;  ///< of an experiment, by key
using ReferenceTable = std::map<std::string, ReferenceNumbers, std::less<>>;   ///< by experiment

/// Reads the text of papers/values.tsv: experiment, key, value and confirmed digits, separated by tabs; `zero:<bound>`
/// instead of digits for a value that is exactly zero. Throws InvalidInput that names every line that is not of this
/// form. It is here, and not in a source, for the tests of lower layers that are held against the same table.
inline ReferenceTable parse_reference_table(std::string_view text) {
  const auto number = [](std::string_view column) -> std::optional<double> {
    const std::string digits(column);
    char* end = nullptr;
    const double x = std::strtod(digits.c_str(), &end);
    return digits.empty() || *end != '\0' ? std::nullopt : std::optional(x);
  };
  constexpr std::string_view zero = "zero:";
  ReferenceTable table;
  std::vector<Violation> wrong;
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1), third = line.find('\t', second + 1);
    std::optional<double> value, last;
    bool is_zero = false;
    if (third != std::string_view::npos && first < second && second < third) {
      std::string_view digits = line.substr(third + 1);
      is_zero = digits.starts_with(zero);
      if (is_zero) digits.remove_prefix(zero.size());
      value = number(line.substr(second + 1, third - second - 1)), last = number(digits);
    }
    if (!value || !last) {
      const std::string where = "line " + std::to_string(line_number);
      wrong.push_back({where, where + " is not experiment, key, value and digits, separated by tabs"});
      continue;
    }
    const std::string experiment(line.substr(0, first)), key(line.substr(first + 1, second - first - 1));
    ReferenceNumber& row = table[experiment][key];
    row.value = *value;
    (is_zero ? row.zero_within : row.confirmed) = is_zero ? *last : std::pow(10.0, -*last);
  }
  if (!wrong.empty()) throw InvalidInput("values.tsv", std::move(wrong));
  return table;
}

/// By "experiment:key" from the table that is built in: "lugre1995_fig6_stickslip:period".
std::optional<ReferenceNumber> find_reference(std::string_view name);

}  // namespace stiction
