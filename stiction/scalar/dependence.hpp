// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

/// A number without a value, which carries only the set of variables it depends on.
///
/// Evaluating equations with it, at compile time, gives the sparsity of their Jacobian from the same text that gives
/// their values: no second list of dependences. Constants depend on nothing; every operation joins what its
/// arguments depend on. Comparisons cannot be decided, so `select` joins both sides.
namespace stiction {

struct Dependence {
  std::uint64_t on = 0;  ///< bit i: depends on variable i

  constexpr Dependence() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr Dependence(Number) {}  // NOLINT(google-explicit-constructor): a constant is a number

  static constexpr Dependence variable(unsigned i) { return joined(std::uint64_t{1} << i, 0); }
  constexpr bool depends_on(unsigned i) const { return (on >> i) & 1U; }

  constexpr Dependence& operator+=(const Dependence& b) { return *this = *this + b; }
  constexpr Dependence& operator-=(const Dependence& b) { return *this = *this + b; }
  constexpr Dependence& operator*=(const Dependence& b) { return *this = *this + b; }
  constexpr Dependence& operator/=(const Dependence& b) { return *this = *this + b; }

  friend constexpr Dependence operator-(const Dependence& a) { return a; }
  friend constexpr Dependence operator+(const Dependence& a, const Dependence& b) { return joined(a.on, b.on); }
  friend constexpr Dependence operator-(const Dependence& a, const Dependence& b) { return joined(a.on, b.on); }
  friend constexpr Dependence operator*(const Dependence& a, const Dependence& b) { return joined(a.on, b.on); }
  friend constexpr Dependence operator/(const Dependence& a, const Dependence& b) { return joined(a.on, b.on); }

  /// Result of a comparison: unknown, since there are no values.
  struct Undecided {
    friend constexpr Undecided operator&(Undecided, Undecided) { return {}; }
    friend constexpr Undecided operator|(Undecided, Undecided) { return {}; }
    friend constexpr Undecided operator!(Undecided) { return {}; }
    friend constexpr bool all(Undecided) { return false; }
    friend constexpr bool any(Undecided) { return true; }
  };
  friend constexpr Undecided operator<(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided operator>(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided operator<=(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided operator>=(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided operator==(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided operator!=(const Dependence&, const Dependence&) { return {}; }
  friend constexpr Undecided exactly(const Dependence&, double) { return {}; }
  friend constexpr Dependence select(Undecided, const Dependence& a, const Dependence& b) { return a + b; }

  friend constexpr Dependence abs(const Dependence& a) { return a; }
  friend constexpr Dependence asinh(const Dependence& a) { return a; }
  friend constexpr Dependence atan(const Dependence& a) { return a; }
  friend constexpr Dependence cos(const Dependence& a) { return a; }
  friend constexpr Dependence exp(const Dependence& a) { return a; }
  friend constexpr Dependence expm1(const Dependence& a) { return a; }
  friend constexpr Dependence floor(const Dependence&) { return {}; }
  friend constexpr Dependence log(const Dependence& a) { return a; }
  friend constexpr Dependence pow(const Dependence& a, const Dependence& b) { return a + b; }
  friend constexpr Dependence sin(const Dependence& a) { return a; }
  friend constexpr Dependence sqrt(const Dependence& a) { return a; }
  friend constexpr Dependence tanh(const Dependence& a) { return a; }

 private:
  static constexpr Dependence joined(std::uint64_t a, std::uint64_t b) {
    Dependence d;
    d.on = a | b;
    return d;
  }
};

}  // namespace stiction
