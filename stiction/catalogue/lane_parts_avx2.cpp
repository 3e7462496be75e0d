// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#include "stiction/catalogue/lane_steppers.hpp"
#if defined(__AVX2__) && defined(__FMA__) && !defined(STICTION_NO_LANES)
#include "stiction/catalogue/lane_parts.hpp"
#include "stiction/loop/parts_lane_stepper.hpp"

namespace stiction {
inline namespace STICTION_SIMD_TARGET {
namespace {

bool find_law(const LaneLayout::Law& law, LaneLaw& to) {
  switch (static_cast<LaneFamily>(law.family)) {
    case LaneFamily::memoryless:
      return find_memoryless_lane(law.law, to);
    case LaneFamily::bristle:
      return find_bristle_lane(law.law, to);
    case LaneFamily::hysteresis:
      return find_hysteresis_lane(law.law, to);
    case LaneFamily::element:
      return find_element_lane(law.law, to);
    case LaneFamily::ageing:
      return find_ageing_lane(law.law, to);
    case LaneFamily::none:
      return lane_law_in<LawsOfNoFamily>(law.law, to);
  }
  return false;
}

LaneStepper* make_parts_stepper(const LaneLayout& layout) {
  LanePlant plant;
  LaneController controller;
  LaneRow<LaneLaw> laws(layout.contacts);
  bool complete = find_plant_lane(layout.plant, plant);
  for (std::size_t i = 0; i < layout.contacts; ++i) complete = complete && find_law(layout.laws[i], laws[i]);
  if (layout.controller != LaneLayout::none) complete = complete && find_controller_lane(layout.controller, controller);
  return complete ? new PartsLaneStepper(layout, plant, laws.data(), controller) : nullptr;
}

}  // namespace
}  // namespace STICTION_SIMD_TARGET

LaneStepper* detail::avx2_parts_stepper(const LaneLayout& layout) { return make_parts_stepper(layout); }

}  // namespace stiction
#else

namespace stiction::detail {
LaneStepper* avx2_parts_stepper(const LaneLayout&) { return nullptr; }
}  // namespace stiction::detail
#endif
