// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/lane_kernels.hpp"
#include "stiction/catalogue/lane_steppers.hpp"
#include "stiction/loop/fixed_lane_stepper.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// For the processor this is compiled for.
inline LaneStepper* make_lane_stepper(detail::LaneKernel kernel) {
  if (kernel == detail::LaneKernel::servo_with_lugre) return new FixedLaneStepper<detail::ServoWithLuGre>();
  return new FixedLaneStepper<detail::PulledMassWithLuGre>();
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
