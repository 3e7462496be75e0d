// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "stiction/identification/force_data.hpp"
#include "stiction/schema/field_info.hpp"

namespace stiction {

/// Speeds that occur in a recording; 0: not known.
struct RecordedSpeeds {
  double slow = 0, fast = 0;
  std::string unit = "m/s";
};
RecordedSpeeds speeds_in(const ForceData& data);

/// What to record so that a number of this unit and role becomes visible. `excess`: of a level over another one.
std::string recording_advice(std::string_view name, std::string_view unit, Role role, bool excess,
                             const RecordedSpeeds& speeds);

}  // namespace stiction
