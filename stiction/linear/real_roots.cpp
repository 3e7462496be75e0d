// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/real_roots.hpp"

namespace stiction {
namespace {

/// The power of two in which the roots of p measure about 1 in the mean.
double natural_unit(const Polynomial& p) {
  std::size_t first = 0;
  while (p[first] == 0) ++first;
  if (first == p.degree()) return 1;
  const double decades = std::log2(std::abs(p[first] / p.leading())) / static_cast<double>(p.degree() - first);
  return std::exp2(std::round(decades));
}

/// 0 where the value is no more than its rounding.
int sign_at(const Polynomial& p, double x) {
  const double value = p(x);
  return std::abs(value) <= p.rounding_at(std::abs(x)) ? 0 : value > 0 ? 1 : -1;
}

/// Where p changes sign between a and b, to the last bit.
double bisected(const Polynomial& p, double a, double b) {
  const bool rising = p(a) < 0;
  for (double middle = 0.5 * (a + b); middle > a && middle < b; middle = 0.5 * (a + b))
    ((p(middle) < 0) == rising ? a : b) = middle;
  return b;
}

/// Between neighbouring extrema p is monotone and has one root or none; an extremum on the axis is a multiple root.
std::vector<double> roots_between(const Polynomial& p, double low, double high) {  // NOLINT(misc-no-recursion)
  if (p.degree() == 0 || !(low < high)) return {};
  std::vector<double> found, points = roots_between(p.derivative(), low, high);
  if (points.empty() || points.back() < high) points.push_back(high);
  double last = low;
  int last_sign = sign_at(p, low);
  for (const double x : points) {
    const int sign = sign_at(p, x);
    if (sign * last_sign < 0) found.push_back(bisected(p, last, x));
    const bool same_root = last_sign == 0 && sign_at(p, 0.5 * (last + x)) == 0;  // as the one at the last point
    if (sign == 0 && !same_root) found.push_back(x);
    last = x, last_sign = sign;
  }
  return found;
}

/// Beyond this no root lies (Cauchy).
double root_bound(const Polynomial& p) {
  double largest = 0;
  for (std::size_t k = 0; k < p.degree(); ++k) largest = std::max(largest, std::abs(p[k] / p.leading()));
  return 1 + largest;
}

}  // namespace

std::vector<double> real_roots(const Polynomial& p, double low, double high) {
  if (p.degree() == 0) return {};
  const double unit = natural_unit(p);
  const Polynomial stretched = p.stretched(unit);
  const double bound = root_bound(stretched);
  std::vector<double> found = roots_between(stretched, std::max(low / unit, -bound), std::min(high / unit, bound));
  for (double& root : found) root *= unit;
  return found;
}

Positivity positivity_on_half_line(const Polynomial& p) {
  Positivity answer;
  answer.lowest = lowest_ratio(uncertain(p), uncertain(Polynomial(1)));
  if (p.is_zero()) return answer;
  // Without a root inside it has one sign throughout: that of its leading coefficient.
  answer.positive = p.leading() > 0 && real_roots(p, 0, HUGE_VAL).empty();
  return answer;
}

LowestValue lowest_ratio(const UncertainPolynomial& above, const UncertainPolynomial& below) {
  const Polynomial p = certain(above), q = certain(below);
  LowestValue lowest;
  const auto try_value = [&](double value, double at) {
    if (value < lowest.value) lowest = {value, at};
  };
  const auto ratio_of = [](double a, double b) { return a == 0 ? 0.0 : b == 0 ? std::copysign(HUGE_VAL, a) : a / b; };
  try_value(ratio_of(p[0], q[0]), 0);
  try_value(p.degree() < q.degree()   ? 0.0
            : p.degree() > q.degree() ? std::copysign(HUGE_VAL, p.leading() / q.leading())
                                      : p.leading() / q.leading(),
            HUGE_VAL);
  UncertainPolynomial slope(above.size() + below.size());  // p' q - p q'
  for (std::size_t i = 0; i < above.size(); ++i)
    for (std::size_t k = 0; k < below.size(); ++k)
      if (i != k) {
        const UncertainNumber weight{static_cast<double>(i) - static_cast<double>(k), 0};
        slope[i + k - 1] = slope[i + k - 1] + weight * above[i] * below[k];
      }
  for (const double x : real_roots(certain(slope), 0, HUGE_VAL)) try_value(ratio_of(p(x), q(x)), x);
  return lowest;
}

}  // namespace stiction
