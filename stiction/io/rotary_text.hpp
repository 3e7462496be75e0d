// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace stiction {

/// A complaint about numbers of a law or a controller, in the units of rotation: "coulomb_force = -1 N must be ..."
/// becomes "coulomb_force = -1 N.m must be ...". Laws and controllers are written for translation.
std::string rotary_text(const std::string& complaint);

}  // namespace stiction
