// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"

/// A normal force on the contact of any plant that has one contact and no normal force of its own: a clamp, a packing,
/// a guide under load. It is one more input; laws read it through `nominal_normal_force`. This works on the numbers of
/// a part, so that it is compiled once, and costs nothing where it is not given.
namespace stiction {

inline constexpr std::string_view normal_force_name = "normal_force";

/// The row of the input.
const FieldInfo& normal_force_row();

/// The plant of a part with that input behind its own.
const PlantPart& with_normal_force(const PlantPart& plant);

}  // namespace stiction
