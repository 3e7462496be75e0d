// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/reference_table.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include "stiction/papers/paper_texts.hpp"

namespace stiction {
namespace {

using ReferenceTable = std::map<std::string, ReferenceNumber, std::less<>>;

ReferenceTable read_table() {
  ReferenceTable table;
  for (std::string_view rest = reference_text(); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1), third = line.find('\t', second + 1);
    if (third == std::string_view::npos) continue;
    std::string name(line.substr(0, second));
    name[first] = ':';
    const std::string value(line.substr(second + 1, third - second - 1)), digits(line.substr(third + 1));
    ReferenceNumber number{.value = std::strtod(value.c_str(), nullptr)};
    if (digits.starts_with("zero:"))
      number.zero_within = std::strtod(digits.c_str() + 5, nullptr);
    else
      number.confirmed = std::pow(10.0, -std::strtod(digits.c_str(), nullptr));
    table.emplace(std::move(name), number);
  }
  return table;
}

}  // namespace

std::optional<ReferenceNumber> find_reference(std::string_view name) {
  static const ReferenceTable table = read_table();
  const auto found = table.find(name);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace stiction
