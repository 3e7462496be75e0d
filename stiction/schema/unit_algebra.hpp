// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/schema/unit.hpp"

/// Units of products and ratios, as text in the spelling of FMI.
namespace stiction {

namespace detail {

/// What stands above and what stands below the line.
struct UnitFraction {
  std::string above, below;
  explicit UnitFraction(std::string_view unit)
      : above(unit.substr(0, unit.find('/'))),
        below(unit.find('/') == std::string_view::npos ? "" : unit.substr(unit.find('/') + 1)) {}
  std::string text() const { return (above.empty() ? "1" : above) + (below.empty() ? "" : "/" + below); }
};

inline std::string joined_factors(const std::string& a, const std::string& b) {
  if (a.empty() || a == "1") return b == "1" ? std::string() : b;
  return b.empty() || b == "1" ? a : a + "." + b;
}

}  // namespace detail

/// One unit over another: "m/s" over "N" is "m/s.N".
inline std::string unit_ratio(std::string_view of, std::string_view by) {
  const detail::UnitFraction a(of), b(by);
  detail::UnitFraction both("");
  both.above = detail::joined_factors(a.above, b.below), both.below = detail::joined_factors(a.below, b.above);
  return both.text();
}

/// One unit times another; energy is "J", whatever it is made of.
inline std::string unit_product(std::string_view one, std::string_view other) {
  const detail::UnitFraction a(one), b(other);
  detail::UnitFraction both("");
  both.above = detail::joined_factors(a.above, b.above), both.below = detail::joined_factors(a.below, b.below);
  const std::string text = both.text();
  const auto unit = parse_unit(text);
  return unit && *unit == *parse_unit("J") ? "J" : text;
}

}  // namespace stiction
