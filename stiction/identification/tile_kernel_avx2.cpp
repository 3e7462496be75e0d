// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#include "stiction/identification/tile_program.hpp"
#if defined(__AVX2__) && defined(__FMA__) && !defined(STICTION_NO_LANES)
#include "stiction/identification/tile_kernel.hpp"

namespace stiction::detail {
const TileKernel* avx2_tile_kernel() { return &tile_kernel; }
}  // namespace stiction::detail
#else

namespace stiction::detail {
const TileKernel* avx2_tile_kernel() { return nullptr; }
}  // namespace stiction::detail
#endif
