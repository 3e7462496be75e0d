// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "stiction/scalar/math_functions.hpp"

namespace stiction {

/// A value with its derivatives in N directions: \f$ x + \sum_i x_i \varepsilon_i,\ \varepsilon_i \varepsilon_j = 0
/// \f$.
///
/// Evaluating a law with dual numbers gives its exact Jacobian next to its value; no second text of the law exists.
/// `Value` is any number a law accepts, a SIMD batch too. Comparisons look at the value alone, so both sides of a
/// `select` keep the derivative of the branch that is taken.
///
/// `Slope` is what one direction is stored in, as a rule another `Value`. With a SIMD batch one "direction" holds as
/// many as the batch has lanes (`PackedDual`): where most slopes differ from zero, that is several times as fast.
template <class Value, std::size_t N, class Slope = Value>
struct Dual {
  Value value;
  std::array<Slope, N> slope;

  constexpr Dual() = default;  // like a plain number, not set unless asked for
  /// Copied number by number: compilers then keep them in registers, where a copied struct goes through memory.
  constexpr Dual(const Dual& other) : value(other.value) { copy_slopes(other); }
  constexpr Dual& operator=(const Dual& other) {
    value = other.value;
    copy_slopes(other);
    return *this;
  }
  constexpr Dual(const Value& v) : value(v), slope{} {}  // NOLINT(google-explicit-constructor): a constant is a number
  template <class Number>
    requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, Value>)
  constexpr Dual(Number v) : value(static_cast<Value>(v)), slope{} {}  // NOLINT(google-explicit-constructor)

  /// The number x whose derivative is taken in direction i.
  static constexpr Dual variable(const Value& x, std::size_t i)
    requires std::is_same_v<Slope, Value>
  {
    Dual d(x);
    d.slope[i] = Value(1);
    return d;
  }

  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }
  constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
  constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend constexpr Dual operator-(const Dual& a) {
    return combine(-a.value, [&](std::size_t i) { return -a.slope[i]; });
  }
  friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    return combine(a.value + b.value, [&](std::size_t i) { return sum(a.slope[i], b.slope[i]); });
  }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    return combine(a.value - b.value, [&](std::size_t i) { return difference(a.slope[i], b.slope[i]); });
  }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return combine(a.value * b.value,
                   [&](std::size_t i) { return sum(product(b.value, a.slope[i]), product(a.value, b.slope[i])); });
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const Value ratio = a.value / b.value, inverse = Value(1) / b.value;
    return combine(ratio,
                   [&](std::size_t i) { return product(inverse, difference(a.slope[i], product(ratio, b.slope[i]))); });
  }

  friend constexpr auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend constexpr auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend constexpr auto operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend constexpr auto exactly(const Dual& x, double number) {
    auto answer = exactly(x.value, number);
    for (const Slope& s : x.slope) {
      if constexpr (std::is_same_v<Slope, Value>)
        answer = answer & exactly(s, 0.0);
      else
        answer = answer & all(exactly(s, 0.0));
    }
    return answer;
  }

  /// Number by number: a choice between two structs would put both into memory.
  friend constexpr Dual select(const MaskOf<Value>& m, const Dual& a, const Dual& b) {
    using stiction::select;
    return combine(select(m, a.value, b.value), [&](std::size_t i) { return select(m, a.slope[i], b.slope[i]); });
  }

  friend constexpr Dual abs(const Dual& a) { return select(a < Dual(0), -a, a); }
  friend constexpr Dual floor(const Dual& a) {
    using stiction::floor;
    return Dual(floor(a.value));
  }
  friend constexpr Dual sqrt(const Dual& a) {
    using stiction::sqrt;
    const Value root = sqrt(a.value);
    return chain(root, Value(0.5) / root, a);
  }
  friend constexpr Dual exp(const Dual& a) {
    using stiction::exp;
    const Value e = exp(a.value);
    return chain(e, e, a);
  }
  friend constexpr Dual decayed(const Dual& q) {
    const Value e = stiction::decayed(q.value);  // at most 1: no slope to protect from an infinite derivative
    return combine(e, [&](std::size_t i) { return product(-e, q.slope[i]); });
  }
  friend constexpr Dual expm1(const Dual& a) {
    using stiction::expm1;
    const Value e = expm1(a.value);
    return chain(e, e + Value(1), a);
  }
  friend constexpr Dual log(const Dual& a) {
    using stiction::log;
    return chain(log(a.value), Value(1) / a.value, a);
  }
  friend constexpr Dual sin(const Dual& a) {
    using stiction::cos, stiction::sin;
    return chain(sin(a.value), cos(a.value), a);
  }
  friend constexpr Dual cos(const Dual& a) {
    using stiction::cos, stiction::sin;
    return chain(cos(a.value), -sin(a.value), a);
  }
  friend constexpr Dual tanh(const Dual& a) {
    using stiction::tanh;
    const Value t = tanh(a.value);
    return chain(t, Value(1) - t * t, a);
  }
  friend constexpr Dual asinh(const Dual& a) {
    using stiction::abs, stiction::asinh, stiction::sqrt;
    const Value size = abs(a.value);
    using stiction::select;
    const Value root = select(size > Value(1e9), size, Value(sqrt(size * size + Value(1))));  // no overflow
    return chain(asinh(a.value), Value(1) / root, a);
  }
  friend constexpr Dual atan(const Dual& a) {
    using stiction::atan;
    return chain(atan(a.value), Value(1) / (Value(1) + a.value * a.value), a);
  }
  /// x^y for x >= 0. At x = 0 the slope is that of the limit from the right: infinite for 0 < y < 1, 0 for y = 0.
  friend constexpr Dual pow(const Dual& x, const Dual& y) {
    using stiction::log, stiction::pow, stiction::select;
    const Value p = pow(x.value, y.value);
    const Value by_base = select(exactly(y.value, 0.0), Value(0), Value(y.value * pow(x.value, y.value - Value(1))));
    const Value by_exponent = select(x.value > Value(0), Value(p * log(x.value)), Value(0));
    return combine(p, [&](std::size_t i) { return scaled(by_base, x.slope[i]) + scaled(by_exponent, y.slope[i]); });
  }

 private:
  constexpr void copy_slopes(const Dual& other) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((slope[I] = other.slope[I]), ...);
    }(std::make_index_sequence<N>{});
  }
  template <class SlopeOf>
  static constexpr Dual combine(const Value& v, SlopeOf slope_in) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      Dual r(v);
      ((r.slope[I] = slope_in(I)), ...);
      return r;
    }(std::make_index_sequence<N>{});
  }
  /// True when the compiler sees that the slope is zero, as those of converted constants and of seeds are. It may not
  /// drop 0 * x by itself; dropped here, a Jacobian costs what its non-zero entries cost.
  static constexpr bool seen_as_zero([[maybe_unused]] const Slope& slope) {
    if constexpr (std::is_floating_point_v<Slope>)
      return __builtin_constant_p(slope == Slope(0)) && slope == Slope(0);
    else
      return false;
  }
  static constexpr Slope product(const Value& x, const Slope& slope) {
    return seen_as_zero(slope) ? Slope(0) : Slope(x * slope);
  }
  static constexpr Slope sum(const Slope& a, const Slope& b) {
    return seen_as_zero(a) ? b : seen_as_zero(b) ? a : Slope(a + b);
  }
  static constexpr Slope difference(const Slope& a, const Slope& b) {
    return seen_as_zero(b) ? a : seen_as_zero(a) ? Slope(-b) : Slope(a - b);
  }
  static constexpr Dual chain(const Value& f, const Value& derivative, const Dual& x) {
    return combine(f, [&](std::size_t i) { return scaled(derivative, x.slope[i]); });
  }
  /// derivative * slope, where a direction that does not move x gives 0 even if the derivative is infinite.
  static constexpr Slope scaled(const Value& derivative, const Slope& slope) {
    using stiction::select;
    return select(exactly(slope, 0.0), Slope(0), Slope(derivative * slope));
  }
};

}  // namespace stiction
