// SPDX-License-Identifier: BSD-3-Clause
// Compiled with instructions that not every processor has: nothing here may run before the processor was asked.
#include "stiction/identification/tile_program.hpp"
#if defined(__GNUC__) && !defined(__clang__)  // its own header leaves lanes unset on purpose, and warns of it
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#if defined(__AVX512F__) && defined(__AVX512DQ__) && !defined(STICTION_NO_LANES)
#include "stiction/identification/tile_kernel.hpp"

namespace stiction::detail {
const TileKernel* avx512_tile_kernel() { return &tile_kernel; }
}  // namespace stiction::detail
#else

namespace stiction::detail {
const TileKernel* avx512_tile_kernel() { return nullptr; }
}  // namespace stiction::detail
#endif
