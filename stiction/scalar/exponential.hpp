// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// e^x of one number, to be inlined where a run spends its time.
///
/// A call of libm costs more than its instructions: whatever the caller held in registers goes to memory and back, and
/// a law is evaluated some ten times in every step of the solver.
namespace stiction {
namespace detail {

/// 2^(j/64), by Taylor's series in the widest numbers there are.
inline constexpr auto powers_of_two = [] {
  std::array<double, 64> powers{};
  for (std::size_t j = 0; j < powers.size(); ++j) {
    const long double x = static_cast<long double>(j) * 0.693147180559945309417232121458176568L / 64;
    long double sum = 1, term = 1;
    for (int n = 1; n < 30; ++n) sum += term *= x / n;
    powers[j] = static_cast<double>(sum);
  }
  return powers;
}();

/// For |x| < 700, where nothing leaves the normal numbers: x = k ln 2 / 64 + r, e^x = 2^(k/64) e^r. ln 2 is cut in two
/// so that k times the upper part is exact [Cody & Waite 1980]; |r| < 0.0055, so a few terms of the series of e^r do.
inline constexpr double exp_inside(double x) {
  constexpr double shift = 0x1.8p52;  // adding it leaves the nearest integer in the lowest bits
  const double k_plus_shift = x * 0x1.71547652b82fep+6 + shift;
  const double k = k_plus_shift - shift;
  const double r = (x - k * 0x1.62e42fefap-7) - k * 0x1.cf79abc9e3b3ap-46;
  const auto bits = __builtin_bit_cast(std::uint64_t, k_plus_shift);
  const auto scale =
      __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, powers_of_two[bits % 64]) + ((bits >> 6) << 52));
  const double r2 = r * r;
  const double tail = (0.5 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
  return scale + scale * (r + r2 * tail);
}

}  // namespace detail

/// e^x; for double measured: 1.3 ulp.
template <std::floating_point Real>
constexpr Real exp(Real x) {
  if constexpr (std::is_same_v<Real, double>)
    if (x < 700 && x > -700) return detail::exp_inside(x);
  return std::exp(x);
}

}  // namespace stiction
