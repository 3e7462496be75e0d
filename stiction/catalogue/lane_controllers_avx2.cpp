// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#if defined(__AVX2__) && defined(__FMA__) && !defined(STICTION_NO_LANES)
#include "stiction/catalogue/lane_parts.hpp"
#include "stiction/control/all_controllers.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

bool find_controller_lane(std::size_t place, LaneController& to) {
  std::size_t k = 0;
  bool found = false;
  AllControllers::for_each([&]<class Controller>() {
    if (k++ == place) to = lane_controller<Controller>(), found = true;
  });
  return found;
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
#endif
