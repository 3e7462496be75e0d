// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "stiction/schema/field.hpp"

namespace stiction::testing {

/// A struct with a table that has everything tables can have: numbers, an array, open and closed ranges, rules, a role.
template <class Real>
struct Sample {
  Real stiffness = Real(100);
  std::array<Real, 3> limit{Real(1), Real(2), Real(3)};
  Real share = Real(0.5);

  static constexpr auto fields() {
    return Table{Field{&Sample::stiffness, "stiffness", "k", "N/m", positive, "Force per displacement."},
                 Field{&Sample::limit, "limit", "W_i", "N", non_negative, "Slip limits.", Role::force_level},
                 Field{&Sample::share, "share", "\\alpha", "1", Range{0, 1, false, true}, "A share."}};
  }
  static constexpr auto rules() {
    return Table{Rule<Sample>{"limit ascending",
                              [](const Sample& s) { return s.limit[0] <= s.limit[1] && s.limit[1] <= s.limit[2]; }},
                 Rule<Sample>{"share < stiffness", [](const Sample& s) { return s.share < s.stiffness; }}};
  }
};

}  // namespace stiction::testing
