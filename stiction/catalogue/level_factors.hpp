// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"

/// Any law by name under load, with the loss of a gear, over an uneven path, warm: what multiplies its force levels.
///
/// All levels of the law (rows with `Role::force_level`) are multiplied by the same factor
///
/// \f[ s = \max\left(10^{-9},\ \frac{N}{N_0} \cdot \left(1 + \frac{c^\pm |\tau|}{F_C}\right) \cdot
///     \left(1 + \sum_k a_k \cos\frac{2\pi k x}{L} + b_k \sin\frac{2\pi k x}{L}\right) \cdot s_t(x) \cdot
///     (1 + \alpha\,\Delta T)\right) \f]
///
/// of which a file gives some; \f$ s_t \f$ is a table along the path (position_table.hpp); stiffness and drag stay, as
/// in `NormalLoad` and `GearLoss`. Bristles that were bent under a higher level carry no more than the present one: a
/// contact gives back at most what it has stored, however its levels vary. Surfaces that have parted (N <= 0) have no
/// friction at all.
///
/// This works on the numbers of a part, so that it is compiled once, not for each law.
namespace stiction {

/// The rows that may be given with any law; giving one of a kind asks for all of it.
const std::vector<FieldInfo>& level_factor_rows();
bool is_level_factor(std::string_view name);

/// What asks for a load or a position that a plant may not have.
bool needs_normal_force(const NamedValues& values);
bool needs_transmitted_force(const NamedValues& values);
bool needs_position(const NamedValues& values);

/// Those of the values that are of the law itself.
NamedValues without_level_factors(const NamedValues& values);
/// The others, completed and checked. Throws InvalidInput.
NamedValues checked_level_factors(const NamedValues& values, std::string_view owner);

/// The law of a part with the factors that complete values ask for; the part itself where there are none.
const ContactPart& with_level_factors(const ContactPart& law, const NamedValues& values);

}  // namespace stiction
