// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/simd_bits.hpp"

/// What the vector maths calculates with: polynomials, and pairs of numbers that carry twice the precision.
///
/// The rule that makes results independent of compiler and optimisation level: GCC may fuse any product with any later
/// sum, so every product in these files is exact, or an argument of `multiply_add`, or not added to anything.
namespace stiction::inline STICTION_SIMD_TARGET::simd_detail {

/// c[first] + c[first+1] x + ... (`count` terms), halves first (Estrin's order): shorter chains than Horner's rule.
template <std::size_t first, std::size_t count, class T, class B, std::size_t N>
STICTION_INLINE B polynomial_part(const T (&c)[N], const B& x, const B& x2, const B& x4, const B& x8) {
  if constexpr (count == 1) {
    return c[first];
  } else {
    constexpr std::size_t low = count > 8 ? 8 : count > 4 ? 4 : count > 2 ? 2 : 1;
    const B& power = count > 8 ? x8 : count > 4 ? x4 : count > 2 ? x2 : x;
    return multiply_add(polynomial_part<first + low, count - low>(c, x, x2, x4, x8), power,
                        polynomial_part<first, low>(c, x, x2, x4, x8));
  }
}
template <class T, std::size_t W, std::size_t N>
STICTION_INLINE Batch<T, W> polynomial(const T (&coefficients)[N], const Batch<T, W>& x) {
  const Batch<T, W> x2 = x * x;
  const Batch<T, W> x4 = x2 * x2;
  return polynomial_part<0, N>(coefficients, x, x2, x4, x4 * x4);
}

/// An unevaluated sum: `low` is what rounding took from `high`.
template <class B>
struct Pair {
  B high, low;
};

/// a + b without loss, if a is zero or not smaller than b [Dekker 1971].
template <class B>
STICTION_INLINE Pair<B> ordered_sum(const B& a, const B& b) {
  const B sum = a + b;
  return {sum, b - (sum - a)};
}
/// a + b without loss, in any order [Knuth, TAOCP 2, 4.2.2].
template <class B>
STICTION_INLINE Pair<B> exact_sum(const B& a, const B& b) {
  const B sum = a + b;
  const B b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}
/// a * b, rounded here and now: what is added later is added to the rounded value.
template <class B>
STICTION_INLINE B rounded_product(const B& a, const B& b) {
#if STICTION_HAS_FMA
  return multiply_add(a, b, B(0.0));
#else
  return a * b;
#endif
}
/// a * b without loss. Without fused multiply-add the factors are cut in two by their bits, so that partial products
/// are exact [Dekker 1971]; cutting bits, unlike his multiplication, cannot overflow.
template <std::size_t W>
STICTION_INLINE Pair<Batch<double, W>> exact_product(const Batch<double, W>& a, const Batch<double, W>& b) {
  using B = Batch<double, W>;
#if STICTION_HAS_FMA
  const B product = rounded_product(a, b);
  return {product, multiply_add(a, b, -product)};
#else
  constexpr std::uint64_t upper_half = ~std::uint64_t(0) << 27;
  const B product = a * b;
  const B a_high = (Bits<double, W>(a) & upper_half).number();
  const B b_high = (Bits<double, W>(b) & upper_half).number();
  const B a_low = a - a_high;
  const B b_low = b - b_high;
  return {product, (((a_high * b_high - product) + a_high * b_low) + a_low * b_high) + a_low * b_low};
#endif
}

}  // namespace stiction::inline STICTION_SIMD_TARGET::simd_detail
