// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// "force [N.s/m]" as it is printed: "force [N·s/m]"; "m2" as "m²".
std::string printed_label(std::string_view label);

/// The label of an axis whose ticks are the numbers divided by 10^exponent and counted from `offset`: an SI prefix
/// where the unit takes one ("force [kN]"), else the power itself ("inertia [10⁻⁶ kg·m²]"); "time − 1000 s [ms]".
std::string scaled_label(std::string_view label, int exponent, std::string_view offset = "");

}  // namespace stiction
