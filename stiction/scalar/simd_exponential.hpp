// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/simd_pair.hpp"

/// exp and expm1 of batches, without a branch.
///
/// x = k ln 2 + r with |r| <= ln 2 / 2, so that e^x = 2^k (1 + r + r^2 P(r)). ln 2 is cut in two so that k times the
/// upper part is exact [Cody & Waite 1980]. P is the minimax polynomial, by Remez exchange in 300-bit arithmetic: its
/// error is 2^-61 of e^r - 1 for double, 2^-28 for float.
///
/// 2^k is applied as two factors, because results reach down to 2^-1074 and k up to 1024.
namespace stiction::inline STICTION_SIMD_TARGET {
namespace simd_detail {

template <class T>
struct Exponential;

template <>
struct Exponential<double> {
  static constexpr double lowest = -746, highest = 710;  // 0 and infinity lie beyond
  static constexpr double log2_e = 0x1.71547652b82fep+0;
  static constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // 42 + 53 bits
  static constexpr double shift = 0x1.8p52;  // adding it leaves the nearest integer in the lowest bits
  static constexpr int bias = 1023, mantissa_bits = 52;
  static constexpr double p[] = {0x1.0000000000000p-1,  0x1.5555555555559p-3,  0x1.555555555555ap-5,
                                 0x1.111111110f6aep-7,  0x1.6c16c16c14460p-10, 0x1.a01a01afe53f7p-13,
                                 0x1.a01a01b0b2860p-16, 0x1.71ddf85363c99p-19, 0x1.27e4c5aa5c421p-22,
                                 0x1.af5ebf66c8da4p-26, 0x1.1f9554aad6ddfp-29};
};
template <>
struct Exponential<float> {
  static constexpr float lowest = -104, highest = 89;
  static constexpr float log2_e = 0x1.715476p+0f;
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;  // 15 + 24 bits
  static constexpr float shift = 0x1.8p23f;
  static constexpr int bias = 127, mantissa_bits = 23;
  static constexpr float p[] = {0.5000000095126663f, 0.1666651883960806f, 0.04166620594393772f, 0.008368889345483395f,
                                0.001395048296672424f};
};

/// 2^k, from k + shift: the integer sits in the lowest bits and only has to move to the exponent.
template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> power_of_two(const Batch<T, W>& k_plus_shift) {
  using E = Exponential<T>;
  return ((Bits<T, W>(k_plus_shift) + E::bias) << E::mantissa_bits).number();
}

/// y 2^k, rounded once more only if the result is subnormal.
template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> scale(const Batch<T, W>& y, const Batch<T, W>& k) {
  const Batch<T, W> shift = Exponential<T>::shift;
  const Batch<T, W> half = multiply_add(k, Batch<T, W>(0.5), shift);
  return y * power_of_two(half) * power_of_two((k - (half - shift)) + shift);
}

/// (x + x_low) - k ln 2 as an unevaluated sum, and k.
template <std::size_t W>
struct Reduced {
  Batch<double, W> r, r_low, k;
};
template <std::size_t W>
STICTION_INLINE Reduced<W> reduce(const Batch<double, W>& x, const Batch<double, W>& x_low) {
  using B = Batch<double, W>;
  using E = Exponential<double>;
  const B k = multiply_add(x, B(E::log2_e), B(E::shift)) - B(E::shift);
  const B high = multiply_add(k, B(-E::ln2_high), x);  // exact
  const B low = multiply_add(k, B(E::ln2_low), -x_low);
  const B r = high - low;
  return {r, (high - r) - low, k};
}

}  // namespace simd_detail

/// e^x. Measured: 0.81 ulp (double), 0.83 ulp (float), subnormal results included.
template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> exp(const Batch<T, W>& x) {
  using B = Batch<T, W>;
  using E = simd_detail::Exponential<T>;
  const B inside = clamp(x, B(E::lowest), B(E::highest));  // NaN stays NaN
  const B k = multiply_add(inside, B(E::log2_e), B(E::shift)) - B(E::shift);
  const B r = multiply_add(k, B(-E::ln2_low), multiply_add(k, B(-E::ln2_high), inside));
  const auto [sum, lost] = simd_detail::ordered_sum(B(1), r);
  return simd_detail::scale(sum + multiply_add(r * r, simd_detail::polynomial(E::p, r), lost), k);
}

/// e^-q for what decays, as in math_functions.hpp: with fewer instructions than `exp`, for neither its results nor 2^k
/// leave the normal numbers. Beyond 100 what is left there, 4e-44. Measured: 1.0 ulp.
template <std::size_t W>
STICTION_INLINE Batch<double, W> decayed(const Batch<double, W>& q) {
  using B = Batch<double, W>;
  using E = simd_detail::Exponential<double>;
  using simd_detail::Bits;
  const B inside = clamp(-q, B(-100.0), B(709.0));  // NaN stays NaN
  const B k_plus_shift = multiply_add(inside, B(E::log2_e), B(E::shift)), k = k_plus_shift - B(E::shift);
  const B r = multiply_add(k, B(-E::ln2_low), multiply_add(k, B(-E::ln2_high), inside));
  const B power = multiply_add(r * r, simd_detail::polynomial(E::p, r), r) + B(1);
  return (Bits<double, W>(power) + (Bits<double, W>(k_plus_shift) << E::mantissa_bits)).number();
}

/// e^x - 1 without cancellation; x itself where |x| is tiny.
///
/// 2^k (r + r^2 P + (1 - 2^-k)): the bracket on the right is exact for |k| <= 53 and its sum with r is kept exact.
/// Measured: 1.1 ulp (double), 0.501 ulp (float, evaluated in double).
template <class T, std::size_t W>
inline Batch<T, W> expm1(const Batch<T, W>& x) {
  if constexpr (std::is_same_v<T, float>) {
    return simd_detail::convert<float>(expm1(simd_detail::convert<double>(x)));
  } else {
    using B = Batch<T, W>;
    using E = simd_detail::Exponential<double>;
    const auto [r, r_low, k] = simd_detail::reduce(clamp(x, B(-40.0), B(E::highest)), B(0));
    const B two_to_minus_k = simd_detail::power_of_two(B(E::shift) - minimum(k, B(100.0)));
    const auto [sum, sum_low] = simd_detail::exact_sum(B(1) - two_to_minus_k, r);
    const B rest = multiply_add(r * r, simd_detail::polynomial(E::p, r), multiply_add(r_low, r, r_low) + sum_low);
    return select(abs(x) < B(0x1p-54), x, simd_detail::scale(sum + rest, k));
  }
}

}  // namespace stiction::inline STICTION_SIMD_TARGET

namespace stiction {
/// The same where a number with slopes asks for it, which names the template.
template <>
STICTION_INLINE Batch<double, 8> decayed<Batch<double, 8>>(const Batch<double, 8>& q) {
  return STICTION_SIMD_TARGET::decayed<8>(q);
}
}  // namespace stiction
