// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>

#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"

namespace stiction {

/// A law by itself takes "2 N" and "2 N.m" alike; in an experiment the plant decides which is meant. Throws
/// InvalidInput with every value whose unit is not that of its row: in rotation where `rotates`, as the table has it
/// otherwise. Names that no table knows are left to others.
void require_units_of_motion(const NamedValues& given, std::initializer_list<std::span<const FieldInfo>> tables,
                             bool rotates, std::string_view owner);
/// The same of `[controller.sampled]`.
void require_sampling_units(const NamedValues& given, bool rotates);

}  // namespace stiction
