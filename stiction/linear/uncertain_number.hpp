// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "stiction/linear/polynomial.hpp"

namespace stiction {

/// A number with a bound on its error, which sums, products and quotients propagate: shows whether what is left of a
/// cancellation is a number or rounding.
struct UncertainNumber {
  double value = 0, error = 0;

  /// Known to a few roundings, as is what was computed from input.
  static UncertainNumber rounded(double x) { return {x, 2 * epsilon * std::abs(x)}; }

  bool is_zero() const { return std::abs(value) <= error; }
  int sign() const { return is_zero() ? 0 : value > 0 ? 1 : -1; }

  friend UncertainNumber operator-(const UncertainNumber& a, const UncertainNumber& b) {
    const double result = a.value - b.value;
    return {result, a.error + b.error + epsilon * std::abs(result)};
  }
  friend UncertainNumber operator+(const UncertainNumber& a, const UncertainNumber& b) {
    const double result = a.value + b.value;
    return {result, a.error + b.error + epsilon * std::abs(result)};
  }
  friend UncertainNumber operator*(const UncertainNumber& a, const UncertainNumber& b) {
    const double result = a.value * b.value;
    return {result,
            std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error + epsilon * std::abs(result)};
  }
  /// By a number that is not zero.
  friend UncertainNumber operator/(const UncertainNumber& a, const UncertainNumber& b) {
    const double result = a.value / b.value, smallest = std::abs(b.value) - b.error;
    return {result, (a.error + std::abs(result) * b.error) / smallest + epsilon * std::abs(result)};
  }

 private:
  static constexpr double epsilon = std::numeric_limits<double>::epsilon();
};

/// Coefficients in rising powers.
using UncertainPolynomial = std::vector<UncertainNumber>;

inline UncertainPolynomial uncertain(const Polynomial& p) {
  UncertainPolynomial all;
  for (const double c : p.coefficients()) all.push_back(UncertainNumber::rounded(c));
  return all;
}
/// What is no more than rounding made zero.
inline Polynomial certain(const UncertainPolynomial& p) {
  std::vector<double> values;
  for (const UncertainNumber& c : p) values.push_back(c.is_zero() ? 0 : c.value);
  return Polynomial(values);
}

}  // namespace stiction
