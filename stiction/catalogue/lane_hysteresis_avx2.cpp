// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#if defined(__AVX2__) && defined(__FMA__) && !defined(STICTION_NO_LANES)
#include "stiction/catalogue/lane_parts.hpp"
#include "stiction/models/ageing_models.hpp"
#include "stiction/models/hysteresis_models.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

bool find_hysteresis_lane(std::size_t place, LaneLaw& to) { return lane_law_in<HysteresisModels>(place, to); }
bool find_ageing_lane(std::size_t place, LaneLaw& to) { return lane_law_in<AgeingModels>(place, to); }

}  // namespace stiction::inline STICTION_SIMD_TARGET
#endif
