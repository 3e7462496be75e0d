// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/units_of_motion.hpp"

#include "stiction/control/sampled.hpp"

namespace stiction {

void require_units_of_motion(const NamedValues& given, std::initializer_list<std::span<const FieldInfo>> tables,
                             bool rotates, std::string_view owner) {
  std::vector<Violation> broken;
  for (const std::span<const FieldInfo> rows : tables)
    for (const FieldInfo& row : rows) {
      const auto found = given.find(row.name);
      if (found == given.end()) continue;
      const std::string wanted = unit_of_motion(row, rotates), &unit = found->second.unit;
      if (detail::conversion_factor(unit, wanted) != 0.0) continue;
      const bool of_other_motion = detail::conversion_factor(unit, unit_of_motion(row, !rotates)) != 0.0;
      std::string text(row.name);
      text.append(" is given in \"").append(unit).append("\" but is ").append(detail::measure_text(wanted));
      if (of_other_motion) text += rotates ? ": this plant turns" : ": this plant does not turn";
      broken.push_back({std::string(row.name), std::move(text)});
    }
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
}

void require_sampling_units(const NamedValues& given, bool rotates) {
  require_units_of_motion(given, {describe<SampledOptions>()}, rotates, "controller.sampled");
}

}  // namespace stiction
