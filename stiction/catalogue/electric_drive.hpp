// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"

/// An electric motor with its current loop in front of any plant that has a drive.
///
/// What is asked of the drive, u, is asked of the current; the plant gets what the current gives:
///
/// \f[ i^* = u / K, \quad L \dot i = v - R i - K \omega, \quad f = K i \f]
/// \f[ v = \mathrm{sat}_V(v^*), \quad v^* = 2 \pi f_c L (i^* - i) + q, \quad
///     \dot q = 2 \pi f_c \left( R (i^* - i) + v - v^* \right) \f]
///
/// Below its limit the loop follows with the bandwidth f_c, disturbed by the motion; at the limit q stops winding up.
/// This works on the numbers of a part, so that it is compiled once.
namespace stiction {

/// The rows that may be given with any plant that has a drive; giving one asks for all.
const std::vector<FieldInfo>& electric_rows(bool rotates);
bool has_electric_drive(const NamedValues& values);

/// Those of the values that are of the plant itself.
NamedValues without_electric_drive(const NamedValues& values);
/// The others, completed and checked. Throws InvalidInput.
NamedValues checked_electric_drive(const PlantPart& plant, const NamedValues& values);

/// The plant of a part behind the motor that complete values ask for; the part itself where they do not.
const PlantPart& with_electric_drive(const PlantPart& plant, const NamedValues& values);

}  // namespace stiction
