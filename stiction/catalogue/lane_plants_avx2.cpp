// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#if defined(__AVX2__) && defined(__FMA__) && !defined(STICTION_NO_LANES)
#include "stiction/catalogue/lane_parts.hpp"
#include "stiction/plants/all_plants.hpp"
#include "stiction/plants/shared_inertia.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

bool find_plant_lane(std::size_t place, LanePlant& to) {
  std::size_t k = 0;
  bool found = false;
  AllPlants::for_each([&]<class Plant>() {
    if (k++ != place) return;
    if constexpr (!SharesInertia<Plant>) {
      found = true;
      to = lane_plant<Plant>();
    }
  });
  return found;
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
#endif
