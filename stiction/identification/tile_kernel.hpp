// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "stiction/identification/operations.hpp"
#include "stiction/identification/tile_program.hpp"
#include "stiction/scalar/simd_math.hpp"

/// Compiled once for each kind of processor.
namespace stiction::detail::inline STICTION_SIMD_TARGET {

/// Two registers at a time, so that neither has to wait for the other.
using TileLanes = Batch<double, 2 * STICTION_REGISTER_BYTES / sizeof(double)>;

/// f over a tile; an argument that is `fixed` is the same at every sample, and read once.
template <bool... fixed, class Function, class... Pointers>
void over_tile(const Function& f, double* to, std::size_t samples, Pointers... from) {
  const std::tuple<decltype(from, TileLanes())...> first{TileLanes::load(from)...};
  for (std::size_t i = 0; i < samples; i += TileLanes::size())
    [&]<std::size_t... I>(std::index_sequence<I...>) STICTION_INLINE_LAMBDA {
      f((fixed ? std::get<I>(first) : TileLanes::load(from + i))...).store(to + i);
    }(std::index_sequence_for<Pointers...>());
}

inline void run_tile(const TileStep* steps, std::size_t count, const TilePlace* places, std::size_t samples) {
  using L = TileLanes;
  for (const TileStep* s = steps; s != steps + count; ++s) {
    const auto [a, moves_a] = places[s->a];
    const auto [b, moves_b] = places[s->b];
    const auto [c, moves_c] = places[s->c];
    double* const to = places[s->to].numbers;
    with_operation<L>(s->what, [&, a = a, b = b, c = c, moves_a = moves_a, moves_b = moves_b,
                                moves_c = moves_c]<class Function>(const Function& f) {
      if constexpr (std::is_invocable_v<Function, L, L, L>) {
        if (!moves_a)
          moves_c ? over_tile<true, false, false>(f, to, samples, a, b, c)
                  : over_tile<true, false, true>(f, to, samples, a, b, c);
        else if (moves_b)
          moves_c ? over_tile<false, false, false>(f, to, samples, a, b, c)
                  : over_tile<false, false, true>(f, to, samples, a, b, c);
        else
          moves_c ? over_tile<false, true, false>(f, to, samples, a, b, c)
                  : over_tile<false, true, true>(f, to, samples, a, b, c);
      } else if constexpr (std::is_invocable_v<Function, L, L>) {
        if (!moves_a)
          over_tile<true, false>(f, to, samples, a, b);
        else if (!moves_b)
          over_tile<false, true>(f, to, samples, a, b);
        else
          over_tile<false, false>(f, to, samples, a, b);
      } else {
        over_tile<false>(f, to, samples, a);
      }
    });
  }
}

/// Several at a time: each has to wait for its own last number only.
template <std::size_t N>
void carry_some(const double* decay, const double* const* gain, double* const* x, std::size_t samples) {
  double now[N];
  for (std::size_t j = 0; j < N; ++j) now[j] = x[j][0];
  for (std::size_t i = 0; i < samples; ++i)
    for (std::size_t j = 0; j < N; ++j)
#if STICTION_HAS_FMA
      x[j][i + 1] = now[j] = std::fma(decay[i], now[j], gain[j][i]);
#else
      x[j][i + 1] = now[j] = decay[i] * now[j] + gain[j][i];
#endif
}
inline void carry_tile(const double* decay, const double* const* gain, double* const* x, std::size_t chains,
                       std::size_t samples) {
  for (; chains >= 4; chains -= 4, gain += 4, x += 4) carry_some<4>(decay, gain, x, samples);
  if (chains >= 2) carry_some<2>(decay, gain, x, samples), chains -= 2, gain += 2, x += 2;
  if (chains == 1) carry_some<1>(decay, gain, x, samples);
}

inline double product_of_columns(const double* a, const double* b, std::size_t samples) {
  using L = Batch<double, most_lanes>;
  L sum(0.0);
  for (std::size_t i = 0; i < samples; i += L::size()) sum = multiply_add(L::load(a + i), L::load(b + i), sum);
  double all = 0;
  for (std::size_t i = 0; i < L::size(); ++i) all += sum[i];
  return all;
}
inline void add_multiple(double factor, const double* a, double* to, std::size_t samples) {
  for (std::size_t i = 0; i < samples; i += TileLanes::size())
    multiply_add(TileLanes(factor), TileLanes::load(a + i), TileLanes::load(to + i)).store(to + i);
}

inline constexpr TileKernel tile_kernel{&run_tile, &carry_tile, &product_of_columns, &add_multiple};

}  // namespace stiction::detail::inline STICTION_SIMD_TARGET
