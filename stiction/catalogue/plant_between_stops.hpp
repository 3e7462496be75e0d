// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"

/// Hard stops (plants/hard_stops.hpp) around any plant that has a drive. They are what `WithHardStops<Plant>` is for
/// types, with the same numbers in the same order; this works on the numbers of a part, so that plants are not compiled
/// a second time.
namespace stiction {

/// The rows that may be given with any plant that has a drive; giving one asks for all.
const std::vector<FieldInfo>& hard_stop_rows(bool rotates);

/// The plant of a part between the stops that values ask for; the part itself where they do not.
const PlantPart& with_hard_stops(const PlantPart& plant, const NamedValues& values);

/// True when the parameters of a part are `own` rows of its plant, those of stops, and nothing else.
bool is_between_stops(const PlantPart& part, std::size_t own);

}  // namespace stiction
