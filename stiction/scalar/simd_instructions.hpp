// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "stiction/scalar/simd_register.hpp"

#if STICTION_VECTOR_REGISTERS && defined(__SSE2__)
#include <immintrin.h>
#endif

/// The operations that vector extensions lack: fused multiply-add, square root, and "which lanes hold?". An
/// instruction or two each on x86, lane by lane elsewhere; the results are the same.
namespace stiction::inline STICTION_SIMD_TARGET::simd_detail {

/// a*b + c, rounded once where the target can and twice where it cannot; never left to the compiler's choice.
template <class V>
STICTION_INLINE V multiply_add(const V& a, const V& b, const V& c) {
#if STICTION_HAS_FMA
#if STICTION_VECTOR_REGISTERS && defined(__FMA__)
  if constexpr (std::is_same_v<V, RegisterOf<double, 2>::type>) {
    return _mm_fmadd_pd(a, b, c);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 4>::type>) {
    return _mm_fmadd_ps(a, b, c);
#if STICTION_REGISTER_BYTES >= 32
  } else if constexpr (std::is_same_v<V, RegisterOf<double, 4>::type>) {
    return _mm256_fmadd_pd(a, b, c);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 8>::type>) {
    return _mm256_fmadd_ps(a, b, c);
#endif
#if STICTION_REGISTER_BYTES >= 64
  } else if constexpr (std::is_same_v<V, RegisterOf<double, 8>::type>) {
    return _mm512_fmadd_pd(a, b, c);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 16>::type>) {
    return _mm512_fmadd_ps(a, b, c);
#endif
  } else
#endif
  {
    return each_lane<V>([&](std::size_t i) { return std::fma(lane(a, i), lane(b, i), lane(c, i)); });
  }
#else
  return a * b + c;
#endif
}

template <class V>
STICTION_INLINE V square_root(const V& a) {
#if STICTION_VECTOR_REGISTERS && defined(__SSE2__)
  if constexpr (std::is_same_v<V, RegisterOf<double, 2>::type>) {
    return _mm_sqrt_pd(a);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 4>::type>) {
    return _mm_sqrt_ps(a);
#if STICTION_REGISTER_BYTES >= 32
  } else if constexpr (std::is_same_v<V, RegisterOf<double, 4>::type>) {
    return _mm256_sqrt_pd(a);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 8>::type>) {
    return _mm256_sqrt_ps(a);
#endif
#if STICTION_REGISTER_BYTES >= 64
  } else if constexpr (std::is_same_v<V, RegisterOf<double, 8>::type>) {
    return _mm512_sqrt_pd(a);
  } else if constexpr (std::is_same_v<V, RegisterOf<float, 16>::type>) {
    return _mm512_sqrt_ps(a);
#endif
  } else
#endif
  {
    return each_lane<V>([&](std::size_t i) { return std::sqrt(lane(a, i)); });
  }
}

/// b < a ? b : a, lane by lane, and a < b ? b : a: what these instructions give for NaN and zeros too. With a mask of
/// all lanes, for GCC 12 warns of the others.
template <class V>
STICTION_INLINE V smaller(const V& a, const V& b) {
#if STICTION_VECTOR_REGISTERS && STICTION_REGISTER_BYTES >= 32
  if constexpr (std::is_same_v<V, RegisterOf<double, 4>::type>) return _mm256_min_pd(b, a);
#if STICTION_REGISTER_BYTES >= 64
  if constexpr (std::is_same_v<V, RegisterOf<double, 8>::type>) return _mm512_maskz_min_pd(0xff, b, a);
#endif
#endif
  return b < a ? b : a;
}
template <class V>
STICTION_INLINE V larger(const V& a, const V& b) {
#if STICTION_VECTOR_REGISTERS && STICTION_REGISTER_BYTES >= 32
  if constexpr (std::is_same_v<V, RegisterOf<double, 4>::type>) return _mm256_max_pd(b, a);
#if STICTION_REGISTER_BYTES >= 64
  if constexpr (std::is_same_v<V, RegisterOf<double, 8>::type>) return _mm512_maskz_max_pd(0xff, b, a);
#endif
#endif
  return a < b ? b : a;
}

template <class In, std::size_t... I>
STICTION_INLINE auto union_of_parts(std::index_sequence<I...>, const In& in) {
  return (in.part[I] | ...);
}
/// Does any lane of the mask hold?
template <class M>
STICTION_INLINE bool any_set(const M& m) {
#if STICTION_VECTOR_REGISTERS && defined(__SSE2__)
  if constexpr (sizeof(M) == 16 && !is_one_number<M>) {
    return _mm_movemask_epi8(__builtin_bit_cast(__m128i, m)) != 0;
#if STICTION_REGISTER_BYTES >= 32
  } else if constexpr (sizeof(M) == 32) {
    return _mm256_movemask_epi8(__builtin_bit_cast(__m256i, m)) != 0;
#endif
#if STICTION_REGISTER_BYTES >= 64
  } else if constexpr (sizeof(M) == 64) {
    const auto words = __builtin_bit_cast(__m512i, m);
    return _mm512_test_epi64_mask(words, words) != 0;
#endif
  } else
#endif
  {
    std::uint32_t words[sizeof(M) / sizeof(std::uint32_t)];
    std::memcpy(words, &m, sizeof(M));
    std::uint32_t together = 0;
    for (const std::uint32_t word : words) together |= word;
    return together != 0;
  }
}

/// The lanes of a mask register that hold, a bit each.
template <class M>
STICTION_INLINE std::uint32_t bits_set(const M& m) {
  if constexpr (is_one_number<M>) {
    return m != 0 ? 1 : 0;
  } else {
#if STICTION_VECTOR_REGISTERS && STICTION_REGISTER_BYTES >= 32
    constexpr bool of_doubles = sizeof(m[0]) == sizeof(double);
    if constexpr (sizeof(M) == 32 && of_doubles)
      return static_cast<std::uint32_t>(_mm256_movemask_pd(__builtin_bit_cast(__m256d, m)));
#if STICTION_REGISTER_BYTES >= 64
    if constexpr (sizeof(M) == 64 && of_doubles) return _mm512_movepi64_mask(__builtin_bit_cast(__m512i, m));
#endif
#endif
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sizeof(M) / sizeof(m[0]); ++i) bits |= (m[i] != 0 ? 1U : 0U) << i;
    return bits;
  }
}
template <class In, std::size_t... I>
STICTION_INLINE std::uint32_t bits_of_parts(std::index_sequence<I...>, const In& in) {
  return ((bits_set(in.part[I]) << (I * In::per_register)) | ...);
}

}  // namespace stiction::inline STICTION_SIMD_TARGET::simd_detail
