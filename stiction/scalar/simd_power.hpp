// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/simd_exponential.hpp"
#include "stiction/scalar/simd_logarithm.hpp"

/// pow of batches.
///
/// x^y = e^(y log x), and an error of log x is multiplied by up to 745: the logarithm and its product with y
/// are therefore carried as unevaluated sums of two numbers, good to about 2^-65.
namespace stiction::inline STICTION_SIMD_TARGET {
namespace simd_detail {

/// log x for positive finite x as an unevaluated sum; see simd_logarithm.hpp for s and Q.
template <std::size_t W>
STICTION_INLINE Pair<Batch<double, W>> log_pair(const Batch<double, W>& x) {
  using B = Batch<double, W>;
  const auto [m, k] = split(x);
  // s = (m - 1) / (m + 1): the quotient, then the quotient of what remains
  const B f = m - B(1);
  const B d = m + B(1);
  const B d_low = m - (d - B(1));
  const B s = f / d;
  const auto [sd, sd_low] = exact_product(s, d);
  const B s_low = multiply_add(-s, d_low, (f - sd) - sd_low) / d;
  const auto [z, z_lost] = exact_product(s, s);
  const B z_low = multiply_add(s + s, s_low, z_lost);
  // u = 1/3 + z Q(z),  v = z u,  w = 1 + v,  log m = 2 s w
  const auto [u, u_lost] = ordered_sum(B(Logarithm::third_high), rounded_product(z, polynomial(Logarithm::q, z)));
  const auto [v, v_lost] = exact_product(z, u);
  const B v_low = multiply_add(z, u_lost + B(Logarithm::third_low), multiply_add(z_low, u, v_lost));
  const auto [w, w_lost] = ordered_sum(B(1), v);
  const auto [l, l_lost] = exact_product(s + s, w);
  const B l_low = multiply_add(s + s, w_lost + v_low, multiply_add(s_low + s_low, w, l_lost));
  // k ln 2 is zero or the larger term
  const auto [sum, sum_lost] = ordered_sum(k * B(Logarithm::ln2_high), l);
  return ordered_sum(sum, sum_lost + multiply_add(k, B(Logarithm::ln2_low), l_low));
}

/// x^y for x >= 0, infinity included. Where y log x is far outside the range of exp, only its sign matters.
template <std::size_t W>
STICTION_INLINE Batch<double, W> power_of_magnitude(const Batch<double, W>& x, const Batch<double, W>& y) {
  using B = Batch<double, W>;
  using E = Exponential<double>;
  const B infinity = std::numeric_limits<double>::infinity();
  const auto [l, l_low] = log_pair(x);
  const B log_x = select(x == B(0), -infinity, select(x < infinity, l, infinity));
  const auto [p, p_lost] = exact_product(y, log_x);
  const B p_low = select(abs(p) < B(800.0), multiply_add(y, l_low, p_lost), B(0));
  const auto [r, r_low, k] = reduce(clamp(p, B(-800.0), B(800.0)), p_low);
  const auto [sum, lost] = ordered_sum(B(1), r);
  return scale(sum + multiply_add(r * r, polynomial(E::p, r), multiply_add(r_low, r, r_low) + lost), k);
}

/// Not inlined: two hundred instructions that few laws need, and most of those for unusual exponents only.
template <class T, std::size_t W>
[[gnu::noinline]] Batch<T, W> power_apart(const Batch<T, W>& x, const Batch<T, W>& y) {
  if constexpr (std::is_same_v<T, float>) {
    return convert<float>(power_apart(convert<double>(x), convert<double>(y)));
  } else {
    using B = Batch<T, W>;
    const B half_y = y * B(0.5);
    const Mask<T, W> integer = floor(y) == y;
    const Mask<T, W> odd = integer & (floor(half_y) != half_y);
    const B magnitude = power_of_magnitude(abs(x), y);
    const B signed_power = select(odd, with_sign_of(magnitude, x), magnitude);
    const B invalid = std::numeric_limits<T>::quiet_NaN();
    const Mask<T, W> no_real_power = (x < B(0)) & (!integer) & (x > B(-std::numeric_limits<T>::infinity()));
    B power = select(no_real_power, invalid, signed_power);
    power = select((x != x) | (y != y), invalid, power);  // NOLINT(misc-redundant-expression): true for NaN
    power = select(y == B(1), x, select(y == B(2), x * x, power));
    const B infinity = std::numeric_limits<T>::infinity();
    const Mask<T, W> one = (y == B(0)) | (x == B(1)) | ((x == B(-1)) & (abs(y) == infinity));
    return select(one, B(1), power);
  }
}

}  // namespace simd_detail

/// x^y with the special cases of C99 (Annex F): x^0 = 1^y = 1 even for NaN, a negative x needs an integer y.
/// x^1 and x^2 are exact and correctly rounded. Measured: 0.91 ulp (double), 0.501 ulp (float, evaluated in double).
template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> pow(const Batch<T, W>& x, const std::type_identity_t<Batch<T, W>>& y) {
  const Batch<T, W> base = x, exponent = y;  // NOLINT(performance-unnecessary-copy-initialization): x, y in registers
  return simd_detail::power_apart(base, exponent);
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
