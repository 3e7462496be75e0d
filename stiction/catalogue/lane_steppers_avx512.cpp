// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && !defined(STICTION_NO_LANES)
#include "stiction/catalogue/make_lane_stepper.hpp"

namespace stiction::detail {
LaneStepper* avx512_lane_stepper(LaneKernel kernel) { return make_lane_stepper(kernel); }
}  // namespace stiction::detail
#else
#include "stiction/catalogue/lane_steppers.hpp"

namespace stiction::detail {
LaneStepper* avx512_lane_stepper(LaneKernel) { return nullptr; }
}  // namespace stiction::detail
#endif
