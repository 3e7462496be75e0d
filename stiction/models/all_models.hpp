// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/ageing_models.hpp"
#include "stiction/models/bristle_models.hpp"
#include "stiction/models/element_models.hpp"
#include "stiction/models/hysteresis_models.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction {

/// Every friction model, once, in the order of the handbook. A model in none of these families does not exist.
///
/// Code that needs all laws includes this file; a test of one family includes that family alone, so that editing a
/// law compiles little.
using AllModels = JoinedList<MemorylessModels, BristleModels, HysteresisModels, ElementModels, AgeingModels>;

}  // namespace stiction
