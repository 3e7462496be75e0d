// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_layout.hpp"
#include "stiction/loop/lane_stepper.hpp"

/// Steps of several runs at once, compiled for processors that the rest of the library does not ask for.
namespace stiction::detail {

/// The combinations of parts that are compiled as types, as `find_lane_solver` knows them.
enum class LaneKernel { pulled_mass_with_lugre, servo_with_lugre };

/// Owned by the caller; null where these are not compiled in.
LaneStepper* avx2_lane_stepper(LaneKernel kernel);
LaneStepper* avx512_lane_stepper(LaneKernel kernel);
/// Of parts by their places in the lists; null too where one of them has no table in SIMD numbers.
LaneStepper* avx2_parts_stepper(const LaneLayout& layout);

}  // namespace stiction::detail
