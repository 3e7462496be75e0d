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

/// The same for a function that is smooth as a rule, between two places at which it is lower than at one in between: at
/// the top of the parabola through the three, of which the highest and its neighbours stay, until that promises less
/// than `least` more twice, with the longer side halved in between: at a corner it may do so once by chance. Five to
/// seven evaluations where the function is smooth; where it is not, every fourth halves the longer side.
template <class Function>
PlaceAndValue highest_by_parabolas(Function&& f, PlaceAndValue low, PlaceAndValue top, PlaceAndValue high,
                                   double least) {
  bool at_top = false;
  for (int k = 0; k < 60; ++k) {
    const double left = top.place - low.place, right = high.place - top.place;
    const double rise = (top.value - low.value) / left, fall = (top.value - high.value) / right;  // neither negative
    const double bend = (rise + fall) / (left + right), slope = rise - bend * left;  // of top + slope x - bend x^2
    const bool promises_nothing = slope * slope <= 4 * bend * least;
    if (!(bend > 0) || (promises_nothing && at_top)) break;
    at_top = promises_nothing;
    double x = slope / (2 * bend);
    if (at_top || k % 4 == 3) x = left > right ? -0.5 * left : 0.5 * right;
    const PlaceAndValue next{top.place + x, f(top.place + x)};
    if (next.place == top.place || !(next.place > low.place && next.place < high.place)) break;
    if (next.value > top.value) {
      (x > 0 ? low : high) = top;
      top = next;
    } else {
      (x > 0 ? high : low) = next;
    }
  }
  return top;
}

}  // namespace stiction
