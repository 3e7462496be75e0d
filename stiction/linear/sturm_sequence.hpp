// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "stiction/linear/uncertain_number.hpp"

/// Real roots and positivity of a polynomial without a grid: how often its sequence of Sturm changes sign.
namespace stiction {

/// p, p', and minus the remainder of each pair: the number of distinct real roots in (a, b] is the number of sign
/// changes at a less that at b. Multiple roots count once, and no common factor need be divided out before. Remainders
/// carry a bound on their rounding, below which they count as zero: roots are multiple that are so to within rounding.
class SturmSequence {
 public:
  explicit SturmSequence(const Polynomial& p);

  /// Distinct real roots in (low, high]; the ends may be infinite.
  int count_roots(double low, double high) const;

 private:
  int sign_changes(double x) const;

  double unit_ = 1;  ///< of the argument: coefficients are of like size when it is measured in it
  std::vector<Polynomial> sequence_;
};

/// The distinct real roots in (low, high], rising. Simple ones are accurate to rounding.
std::vector<double> real_roots(const Polynomial& p, double low, double high);

/// A value and where it is taken.
struct LowestValue {
  double value = std::numeric_limits<double>::infinity();
  double at = 0;  ///< may be infinite: the value is then a limit
};

/// Whether p(x) > 0 for every x in (0, inf), and the smallest value there, its ends included.
struct Positivity {
  bool positive = false;
  LowestValue lowest;
};
Positivity positivity_on_half_line(const Polynomial& p);

/// The smallest value of p(x) / q(x) for x in [0, inf], where q has no root in (0, inf).
LowestValue lowest_ratio(const UncertainPolynomial& above, const UncertainPolynomial& below);

}  // namespace stiction
