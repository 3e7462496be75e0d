// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction {

/// A number and what a function is there.
struct PlaceAndValue {
  double place = 0, value = 0;
};

/// Where a function of one number with a single top between low and high is largest. Each section keeps 0.618 of the
/// interval and costs one evaluation; about 40 of them reach the place as closely as rounding of the values allows.
template <class Function>
PlaceAndValue highest_by_golden_section(Function&& f, double low, double high, int sections) {
  constexpr double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low), at_a = f(a), at_b = f(b);
  for (int k = 0; k < sections; ++k) {
    if (at_a > at_b) {
      high = b, b = a, at_b = at_a;
      a = high - golden * (high - low), at_a = f(a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + golden * (high - low), at_b = f(b);
    }
  }
  return at_a > at_b ? PlaceAndValue{a, at_a} : PlaceAndValue{b, at_b};
}

}  // namespace stiction
