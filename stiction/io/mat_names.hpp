// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace stiction {

/// Names that MATLAB takes for variables and fields: letters, digits and underscores, a letter first, at most 63 of
/// them, no keyword, none twice. "motor.friction_force" becomes motor_friction_force.
class MatNames {
 public:
  /// A valid name that was not given before.
  std::string unique(std::string_view name);

 private:
  std::set<std::string> given_;
};

/// UTF-8 as the UTF-16 of MATLAB's character arrays; bytes that are no character become U+FFFD.
std::u16string utf16(std::string_view text);

}  // namespace stiction
