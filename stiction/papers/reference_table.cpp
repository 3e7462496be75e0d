// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/reference_table.hpp"

#include "stiction/papers/paper_texts.hpp"

namespace stiction {

std::optional<ReferenceNumber> find_reference(std::string_view name) {
  static const ReferenceTable table = parse_reference_table(reference_text());
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto experiment = table.find(name.substr(0, colon));
  if (experiment == table.end()) return std::nullopt;
  const auto found = experiment->second.find(name.substr(colon + 1));
  return found == experiment->second.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace stiction
