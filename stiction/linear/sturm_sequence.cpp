// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/sturm_sequence.hpp"

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

/// Its leading coefficients that are no more than rounding dropped, the largest made one.
UncertainPolynomial cleaned(UncertainPolynomial p) {
  while (!p.empty() && p.back().is_zero()) p.pop_back();
  double largest = 0;
  for (const UncertainNumber& c : p) largest = std::max(largest, std::abs(c.value));
  for (UncertainNumber& c : p) c.value /= largest, c.error /= largest;
  return p;
}

/// Minus the remainder of a / b.
UncertainPolynomial minus_remainder(UncertainPolynomial a, const UncertainPolynomial& b) {
  while (a.size() >= b.size()) {
    const UncertainNumber factor = a.back() / b.back();
    for (std::size_t k = 0; k + 1 < b.size(); ++k) {
      UncertainNumber& c = a[a.size() - b.size() + k];
      c = c - factor * b[k];
    }
    a.pop_back();
  }
  for (UncertainNumber& c : a) c.value = -c.value;
  return a;
}

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Beyond this no root lies (Cauchy).
double root_bound(const Polynomial& p) {
  double largest = 0;
  for (std::size_t k = 0; k < p.degree(); ++k) largest = std::max(largest, std::abs(p[k] / p.leading()));
  return 1 + largest;
}

}  // namespace

SturmSequence::SturmSequence(const Polynomial& p) {
  if (p.is_zero()) throw InvalidInput("polynomial", {{"", "every number is a root of the zero polynomial"}});
  unit_ = natural_unit(p);
  UncertainPolynomial last = uncertain(p.stretched(unit_)), next;
  for (std::size_t k = 1; k < last.size(); ++k) next.push_back(UncertainNumber{static_cast<double>(k), 0} * last[k]);
  for (last = cleaned(last), next = cleaned(next); true; std::swap(last, next)) {
    sequence_.push_back(certain(last));
    if (next.empty()) return;  // the last one divides p and p': they share no root, or multiple ones
    last = cleaned(minus_remainder(last, next));
  }
}

int SturmSequence::sign_changes(double x) const {
  int changes = 0, last = 0;
  for (const Polynomial& p : sequence_) {
    const int flipped = x < 0 && p.degree() % 2 == 1 ? -1 : 1;
    const int sign = std::isinf(x) ? flipped * sign_of(p.leading()) : sign_of(p(x / unit_));
    if (sign == 0) continue;
    if (last != 0 && sign != last) ++changes;
    last = sign;
  }
  return changes;
}

int SturmSequence::count_roots(double low, double high) const { return sign_changes(low) - sign_changes(high); }

std::vector<double> real_roots(const Polynomial& p, double low, double high) {
  if (p.degree() == 0) return {};
  const SturmSequence sturm(p);
  const double unit = natural_unit(p), bound = unit * root_bound(p.stretched(unit));
  std::vector<double> found;
  std::vector<std::pair<double, double>> open{{std::max(low, -bound), std::min(high, bound)}};
  while (!open.empty()) {
    auto [a, b] = open.back();
    open.pop_back();
    int count = a < b ? sturm.count_roots(a, b) : 0;
    while (count > 0) {
      const double middle = 0.5 * (a + b);
      if (!(middle > a && middle < b) || b - a <= 1e-300) {
        found.push_back(b);
        break;
      }
      if (count == 1 && sign_of(p(a)) * sign_of(p(b)) < 0) {  // alone and simple: signs of p are enough
        (sign_of(p(middle)) == sign_of(p(a)) ? a : b) = middle;
        continue;
      }
      const int left = sturm.count_roots(a, middle);
      if (left > 0 && left < count) open.emplace_back(middle, b);
      (left > 0 ? b : a) = middle;
      count = left > 0 ? left : count;
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Positivity positivity_on_half_line(const Polynomial& p) {
  Positivity answer;
  answer.lowest = lowest_ratio(uncertain(p), uncertain(Polynomial(1)));
  if (p.is_zero()) return answer;
  // Without a root inside it has one sign throughout: that of its leading coefficient.
  answer.positive = p.leading() > 0 && SturmSequence(p).count_roots(0, HUGE_VAL) == 0;
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
