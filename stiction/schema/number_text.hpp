// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "stiction/schema/range.hpp"

namespace stiction {

/// The shortest text that reads back as the same number, an exponent only where that is shorter: 0.1, 100, 1e-5, nan.
inline std::string number_text(double x) {
  if (x != x) return "nan";  // not "-nan", whatever its sign bit
  std::string shortest;
  for (int digits = 1; digits <= 17; ++digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (std::strtod(text, nullptr) != x) continue;
    std::string candidate = text;
    std::replace(candidate.begin(), candidate.end(), ',', '.');  // a locale may print a decimal comma
    for (const char* padding : {"e+0", "e+", "e-0"})             // 1e+05 is 1e5, 1e-05 is 1e-5
      if (const std::size_t at = candidate.find(padding); at != std::string::npos)
        candidate.replace(at, std::string(padding).size(), padding[1] == '-' ? "e-" : "e");
    if (shortest.empty() || candidate.size() <= shortest.size()) shortest = candidate;
  }
  return shortest;
}

/// What a range asks for, to be read after "must": "be finite and positive", "lie in [0.5, 2)", "be finite".
inline std::string requirement_text(const Range& r) {
  const bool has_low = r.low > -std::numeric_limits<double>::infinity();
  const bool has_high = r.high < std::numeric_limits<double>::infinity();
  if (has_low && has_high)
    return std::string("lie in ") + (r.low_allowed ? "[" : "(") + number_text(r.low) + ", " + number_text(r.high) +
           (r.high_allowed ? "]" : ")");
  if (has_low && r.low == 0.0) return r.low_allowed ? "be finite and not negative" : "be finite and positive";
  if (has_low) return std::string("be ") + (r.low_allowed ? "at least " : "greater than ") + number_text(r.low);
  if (has_high) return std::string("be ") + (r.high_allowed ? "at most " : "less than ") + number_text(r.high);
  return "be finite";
}

}  // namespace stiction
