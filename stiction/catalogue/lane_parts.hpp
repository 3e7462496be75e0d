// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/no_friction.hpp"
#include "stiction/loop/lane_tables.hpp"
#include "stiction/schema/type_list.hpp"

/// Parts by their places in the lists of laws, plants and controllers, in SIMD numbers: one source for each family, so
/// that all cores have work and editing a law compiles its own family only.
namespace stiction {

/// `LaneLayout::Law::family`.
enum class LaneFamily : std::size_t { memoryless, bristle, hysteresis, element, ageing, none };
/// Beside the laws of the handbook.
using LawsOfNoFamily = TypeList<NoFriction>;

inline namespace STICTION_SIMD_TARGET {

/// False where a part has no table.
bool find_memoryless_lane(std::size_t place, LaneLaw& to);
bool find_bristle_lane(std::size_t place, LaneLaw& to);
bool find_hysteresis_lane(std::size_t place, LaneLaw& to);
bool find_element_lane(std::size_t place, LaneLaw& to);
bool find_ageing_lane(std::size_t place, LaneLaw& to);
bool find_plant_lane(std::size_t place, LanePlant& to);
bool find_controller_lane(std::size_t place, LaneController& to);

}  // namespace STICTION_SIMD_TARGET
}  // namespace stiction
