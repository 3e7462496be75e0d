// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <type_traits>

#include "stiction/scalar/exponential.hpp"

/// The functions a model may call, found for every number type.
///
/// Models write `exp(x)`, never `std::exp(x)`: for float and double the names below are found, for dual numbers and
/// SIMD batches their own overloads are found by argument-dependent lookup. A model never branches on a number:
/// `select(v > Real(0), a, b)` also works for eight lanes at once. The one branch allowed is `if (all(mask))`, a
/// shortcut that every lane takes together; a lane must get the same number, to the bit, where its neighbours keep it
/// from being taken.
namespace stiction {

using std::abs;
using std::asinh;
using std::atan;
using std::cos;
using std::expm1;
using std::floor;
using std::log;
using std::pow;
using std::sin;
using std::sqrt;
using std::tanh;

/// What `a < b` returns: bool for one number, a mask with one bool per lane for a batch.
template <class Real>
using MaskOf = decltype(Real() < Real());

constexpr bool all(bool condition) { return condition; }
constexpr bool any(bool condition) { return condition; }

/// `condition ? a : b`, written so that a mask can decide per lane.
template <class Real>
constexpr Real select(bool condition, const Real& a, const Real& b) {
  return condition ? a : b;
}

/// -1, 0 or +1; the one place where sgn(0) = 0 is decided. For one number, without a branch that a random direction
/// could mislead.
template <class Real>
constexpr Real sign(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>)
    return x == Real(0) ? Real(0) : std::copysign(Real(1), x);
  else
    return select(x > Real(0), Real(1), select(x < Real(0), Real(-1), Real(0)));
}

template <class Real>
constexpr Real minimum(const Real& a, const Real& b) {
  return select(b < a, b, a);
}

template <class Real>
constexpr Real maximum(const Real& a, const Real& b) {
  return select(a < b, b, a);
}

template <class Real>
constexpr Real clamp(const Real& x, const Real& low, const Real& high) {
  return minimum(maximum(x, low), high);
}

/// log(1 + x) without loss for small x: what rounding took from 1 + x is added again, to first order. Where nothing was
/// rounded, also at -1 and infinity, the logarithm stands alone.
template <class Real>
constexpr Real log_one_plus(const Real& x) {
  const Real sum = Real(1) + x;
  const Real step = sum - Real(1);
  return select(step == x, Real(log(sum)), Real(log(sum) + (x - step) / sum));
}

/// exp(-q) for q >= 0: what is left of something that decays. At rest and at speed, where a contact spends most of its
/// time, nothing or everything has decayed, and no exponential is needed: below 1e-3 a few terms are exact to rounding;
/// above 100 less than 1e-43 is left, and libm slows down where its result underflows.
template <class Real>
constexpr Real decayed(const Real& q) {
  const auto gone = q > Real(100), whole = abs(q) < Real(1e-3);
  if (all(gone)) return Real(0);
  const auto series = [&] {
    const Real q2 = q * q;
    return Real((Real(1) - q) + q2 * ((Real(0.5) - Real(1.0 / 6) * q) + q2 * (Real(1.0 / 24) - Real(1.0 / 120) * q)));
  };
  if (all(whole)) return series();
  if constexpr (std::is_same_v<MaskOf<Real>, bool>)
    return exp(-q);
  else
    return select(gone, Real(0), select(whole, series(), Real(exp(-q))));
}

/// exp(x) - 1 for x <= 0, as exact near 0 as `expm1`, in half its time: what a decay takes away.
template <class Real>
constexpr Real exp_minus_one(const Real& x) {
  if constexpr (!std::is_floating_point_v<Real>) {
    return expm1(x);
  } else {
    if (x < Real(-0.35)) return exp(x) - Real(1);
    // Taylor's series, cut below rounding at -0.35 or -0.01; summed in pairs, so that little has to wait.
    const Real x2 = x * x, x4 = x2 * x2;
    const auto pair = [&](double a, double b) { return Real(a) + Real(b) * x; };
    if (x > Real(-0.01))
      return x * ((pair(1.0, 1.0 / 2) + pair(1.0 / 6, 1.0 / 24) * x2) + pair(1.0 / 120, 1.0 / 720) * x4);
    const Real low = (pair(1.0, 1.0 / 2) + pair(1.0 / 6, 1.0 / 24) * x2) +
                     (pair(1.0 / 120, 1.0 / 720) + pair(1.0 / 5040, 1.0 / 40320) * x2) * x4;
    const Real high = (pair(1.0 / 362880, 1.0 / 3628800) + pair(1.0 / 39916800, 1.0 / 479001600) * x2) +
                      pair(1.0 / 6227020800, 1.0 / 87178291200) * x4;
    return x * (low + high * (x4 * x4));
  }
}

/// True when x is this very number and carries nothing else: for a dual number, only if its slopes are zero
/// too, so a shortcut for "the exponent is 2" never loses the derivative with respect to the exponent.
template <class Real>
constexpr auto exactly(const Real& x, double number) {
  return x == Real(number);
}

}  // namespace stiction
