// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "stiction/linear/uncertain_number.hpp"

/// Real roots and positivity of a polynomial without a grid: between two neighbouring extrema it has one root at most,
/// and the extrema are the roots of its derivative.
namespace stiction {

/// The distinct real roots in (low, high], rising; the ends may be infinite. Simple ones are accurate to rounding; an
/// extremum that lies on the axis to within rounding is a multiple root, and counts once. A constant has none.
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
