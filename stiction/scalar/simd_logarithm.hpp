// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "stiction/scalar/simd_pair.hpp"

/// log of batches, and the pieces that pow and asinh share with it.
///
/// x = 2^k m with sqrt(1/2) <= m < sqrt(2); with f = m - 1 and s = f / (2 + f), log m = 2 atanh(s)
/// = 2 s (1 + s^2 (1/3 + s^2 Q(s^2))). Q is the minimax polynomial, by Remez exchange: its error is 2^-73 of log m,
/// which is more than log needs and just what pow needs.
namespace stiction::inline STICTION_SIMD_TARGET {
namespace simd_detail {

struct Logarithm {
  static constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // 42 + 53 bits
  static constexpr double third_high = 0x1.5555555555555p-2, third_low = 0x1.5555555555555p-56;
  static constexpr double q[] = {0x1.9999999999996p-3, 0x1.2492492493036p-3, 0x1.c71c71c580506p-4,
                                 0x1.745d18325eb88p-4, 0x1.3b1362b2c601fp-4, 0x1.1120b621233bfp-4,
                                 0x1.de335c3f7e99bp-5, 0x1.eb11cca35bc4bp-5};
};

template <std::size_t W>
struct SplitNumber {
  Batch<double, W> mantissa, exponent;
};
/// x = mantissa 2^exponent, for positive finite x; subnormal numbers are scaled up first.
template <std::size_t W>
STICTION_INLINE SplitNumber<W> split(const Batch<double, W>& x) {
  using B = Batch<double, W>;
  constexpr std::uint64_t one = 0x3ff0000000000000, sqrt_half = 0x3fe6a09e667f3bcd, two_to_52 = 0x4330000000000000;
  const Mask<double, W> subnormal = x < B(0x1p-1022);
  const Bits<double, W> moved = Bits<double, W>(select(subnormal, x * B(0x1p54), x)) + (one - sqrt_half);
  const B exponent = ((moved >> 52) | two_to_52).number() - select(subnormal, B(0x1p52 + 1077), B(0x1p52 + 1023));
  return {((moved & 0x000fffffffffffff) + sqrt_half).number(), exponent};
}

/// log(1 + f) + k ln 2 + c for a small correction c; f = sqrt(1/2) - 1 ... sqrt(2) - 1.
///
/// log(1 + f) = f - (f^2/2 - s (f^2/2 + R)), R = 2 s^2 (1/3 + s^2 Q): the large term f enters without rounding.
template <std::size_t W>
STICTION_INLINE Batch<double, W> log_sum(const Batch<double, W>& f, const Batch<double, W>& k,
                                         const Batch<double, W>& c) {
  using B = Batch<double, W>;
  const B s = f / (B(2) + f);
  const B s2 = s * s;
  const B series = (s2 + s2) * multiply_add(s2, polynomial(Logarithm::q, s2), B(Logarithm::third_high));
  const B half_f = f * B(0.5);
  const B small = multiply_add(s, multiply_add(half_f, f, series), multiply_add(k, B(Logarithm::ln2_low), c));
  return multiply_add(k, B(Logarithm::ln2_high), f - multiply_add(half_f, f, -small));
}

}  // namespace simd_detail

/// The natural logarithm. Measured: 0.84 ulp (double), 0.501 ulp (float, evaluated in double); subnormal x included.
template <class T, std::size_t W>
inline Batch<T, W> log(const Batch<T, W>& x) {
  if constexpr (std::is_same_v<T, float>) {
    return simd_detail::convert<float>(log(simd_detail::convert<double>(x)));
  } else {
    using B = Batch<T, W>;
    const B infinity = std::numeric_limits<T>::infinity();
    const auto [m, k] = simd_detail::split(x);
    const B y = select(x < infinity, simd_detail::log_sum(m - B(1), k, B(0)), x);
    const B at_or_below_zero = select(x < B(0), B(std::numeric_limits<T>::quiet_NaN()), -infinity);
    return select(x <= B(0), at_or_below_zero, y);
  }
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
