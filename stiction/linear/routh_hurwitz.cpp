// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/routh_hurwitz.hpp"

#include "stiction/linear/dense_algebra.hpp"
#include "stiction/linear/uncertain_number.hpp"

namespace stiction {
namespace {

using Row = std::vector<UncertainNumber>;

int sign_changes(const std::vector<Row>& table, std::size_t from) {
  int changes = 0;
  for (std::size_t i = from + 1; i < table.size(); ++i)
    if ((table[i][0].value > 0) != (table[i - 1][0].value > 0)) ++changes;
  return changes;
}

/// a_i - a_0 b_i / b_0.
Row next_row(const Row& above, const Row& last) {
  Row next(std::max<std::size_t>(above.size() - 1, 1));
  const UncertainNumber ratio = above[0] / last[0];
  for (std::size_t i = 0; i + 1 < above.size(); ++i)
    next[i] = i + 1 < last.size() ? above[i + 1] - ratio * last[i + 1] : above[i + 1];
  return next;
}

struct Column {
  std::vector<Row> table{};
  int on_axis = 0;
  bool complete = true;  ///< false: a first number vanished in a row that did not
};
Column column_of(const Polynomial& p, double instead_of_zero = 0) {
  const std::size_t n = p.degree();
  Column made;
  Row even, odd;
  for (std::size_t k = 0; k <= n; ++k) (k % 2 == 0 ? even : odd).push_back(UncertainNumber::rounded(p[n - k]));
  made.table = {even};
  if (n == 0) return made;
  Row row = odd;
  for (std::size_t power = n - 1;; --power) {  // of the first number of this row
    const bool vanished = std::all_of(row.begin(), row.end(), [](const UncertainNumber& x) { return x.is_zero(); });
    if (vanished) {
      // The row above is A(s) = a_0 s^(power+1) + a_1 s^(power-1) + ...; this one becomes A'(s).
      const Row& factor = made.table.back();
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = 2 * i <= power + 1 && i < factor.size()
                     ? UncertainNumber{static_cast<double>(power + 1 - 2 * i), 0} * factor[i]
                     : UncertainNumber{};
      if (made.on_axis == 0) made.on_axis = static_cast<int>(power) + 1;
    }
    if (row[0].is_zero() && instead_of_zero == 0) {
      made.complete = false;
      return made;
    }
    if (row[0].is_zero()) row[0] = {instead_of_zero * std::abs(made.table.back()[0].value), 0};
    made.table.push_back(row);
    if (power == 0) break;
    row = next_row(made.table[made.table.size() - 2], made.table.back());
  }
  // Of the symmetric factor, each root on the right has one on the left; the rest is on the axis.
  if (made.on_axis > 0) {
    const std::size_t first = n - static_cast<std::size_t>(made.on_axis);
    made.on_axis -= 2 * sign_changes(made.table, first);
  }
  return made;
}

/// Determinant of the first n - 1 rows and columns of Hurwitz's matrix, h[i][k] = a_(2 k - i), a_0 = 1.
double border_determinant(const Polynomial& p) {
  const std::size_t n = p.degree();
  if (n < 2) return n == 0 ? 0 : 1;
  DenseMatrix h(n - 1, n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const std::size_t up = 2 * (k + 1), down = i + 1;
      if (up >= down && up - down <= n) h(i, k) = p[n - (up - down)] / p.leading();
    }
  return determinant(h);
}

}  // namespace

std::string root_places_text(const RouthHurwitz& r) {
  if (r.stable) return "stable: every root has a negative real part";
  std::string text = r.right_of_axis > 0 ? "unstable: " : "on the border of stability: ";
  if (r.right_of_axis > 0)
    text += std::to_string(r.right_of_axis) + (r.right_of_axis == 1 ? " root" : " roots") + " with positive real part";
  if (r.on_axis > 0)
    text += std::string(r.right_of_axis > 0 ? ", " : "") + std::to_string(r.on_axis) + " on the imaginary axis";
  return text;
}

RouthHurwitz routh_hurwitz(const Polynomial& characteristic) {
  if (characteristic.is_zero())
    throw InvalidInput("characteristic polynomial", {{"", "every number is a root of the zero polynomial"}});
  RouthHurwitz r;
  // Roots at zero first: they make every further number uncertain.
  std::size_t at_zero = 0;
  while (characteristic[at_zero] == 0) ++at_zero;
  const std::vector<double>& c = characteristic.coefficients();
  const Polynomial rest(std::vector<double>(c.begin() + static_cast<std::ptrdiff_t>(at_zero), c.end()));
  Column made = column_of(rest);
  // A root of the factor must not be one of the polynomial mirrored, hence several tries.
  const double size =
      rest.degree() == 0 ? 1 : std::pow(std::abs(rest[0] / rest.leading()), 1 / static_cast<double>(rest.degree()));
  for (const double factor : {1.3717, 0.6180, 2.2360, 5.7735}) {
    if (made.complete) break;
    r.multiplied = true;
    made = column_of(rest * Polynomial({factor * size, 1}));
  }
  if (!made.complete) {  // within the symmetric factor, where s + a is no help: a small positive number instead
    r.multiplied = false;
    made = column_of(rest, 1e-30);
  }
  for (const Row& row : made.table) {
    r.table.emplace_back();
    for (const UncertainNumber& x : row) r.table.back().push_back(x.value);
  }
  r.right_of_axis = sign_changes(made.table, 0);
  r.on_axis = made.on_axis + static_cast<int>(at_zero);
  r.stable = r.right_of_axis == 0 && r.on_axis == 0 && characteristic.degree() > 0;
  if (characteristic.degree() == 0) r.stable = true;
  r.border_determinant = border_determinant(characteristic);
  r.sentence = root_places_text(r);
  return r;
}

}  // namespace stiction
