// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/schema/number_text.hpp"

namespace stiction {

/// A measured number as a sentence needs it: rounded to a few digits.
inline std::string rounded_text(double x, int digits = 6) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return number_text(std::strtod(text, nullptr));
}

}  // namespace stiction
