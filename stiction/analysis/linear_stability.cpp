// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/linear_stability.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stiction/linear/dense_algebra.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

DenseMatrix matrix(std::size_t size, const std::vector<double>& rows) {
  if (rows.size() != size * size)
    throw InvalidInput("jacobian", {{"", "a square matrix of order " + std::to_string(size) + " is needed"}});
  for (const double x : rows)
    if (!std::isfinite(x)) throw InvalidInput("jacobian", {{"", "every entry must be finite"}});
  DenseMatrix m(size, size);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = 0; b < size; ++b) m(a, b) = rows[a * size + b];
  return m;
}

/// Relative rounding error of matrix algebra of this order.
double rounding_of(std::size_t order) {
  return 4 * static_cast<double>(order) * std::numeric_limits<double>::epsilon();
}

/// Sets as many of the smallest eigenvalues to zero as the characteristic polynomial has roots at zero. Its minors
/// vanish exactly where two rows are equal; an eigenvalue solver leaves a rounding error there.
void set_zeros(std::vector<std::complex<double>>& values, const Polynomial& characteristic) {
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return std::abs(a) < std::abs(b); });
  for (std::size_t k = 0; k < values.size() && characteristic[k] == 0; ++k) values[k] = 0;
}

/// The smallest eigenvalues, sorted by size, and the roots at zero of the polynomial.
void leave_out_zeros(LinearStability& s, std::size_t count) {
  const auto from = static_cast<std::ptrdiff_t>(count);
  s.eigenvalues.erase(s.eigenvalues.begin(), s.eigenvalues.begin() + from);
  std::vector<double> rising = s.characteristic.coefficients();
  rising.erase(rising.begin(), rising.begin() + from);
  s.characteristic = Polynomial(std::move(rising));
}

/// Real parts that are nothing but rounding errors are set to zero: beside the size of the pair, or growth beside the
/// size of the matrix, to which eigenvalues are known. True when there were any.
bool set_on_axis(std::vector<std::complex<double>>& values, const DenseMatrix& m) {
  double size = 0;
  for (std::size_t a = 0; a < m.rows; ++a)
    for (std::size_t b = 0; b < m.columns; ++b) size = std::hypot(size, m(a, b));
  bool any = false;
  for (std::complex<double>& value : values) {
    const double known = rounding_of(m.rows) * (value.real() > 0 ? size : std::abs(value));
    if (value.imag() == 0 || value.real() == 0 || std::abs(value.real()) > known) continue;
    value.real(0), any = true;
  }
  return any;
}

/// Determinant of the rows and columns whose bits are set.
double principal_minor(const DenseMatrix& j, std::size_t chosen) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < j.rows; ++i)
    if ((chosen >> i) % 2 == 1) kept.push_back(i);
  const std::size_t n = kept.size();
  DenseMatrix part(n, n);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) part(a, b) = j(kept[a], kept[b]);
  if (n == 1) return part(0, 0);
  if (n == 2) return part(0, 0) * part(1, 1) - part(0, 1) * part(1, 0);
  // Rounding leaves this much of a determinant that is zero, by Hadamard's bound on it.
  double rounding = rounding_of(n);
  for (std::size_t a = 0; a < n; ++a) {
    double row = 0;
    for (std::size_t b = 0; b < n; ++b) row = std::hypot(row, part(a, b));
    rounding *= row;
  }
  const double minor = determinant(part);
  return std::abs(minor) > rounding ? minor : 0;
}

Polynomial characteristic_polynomial(const DenseMatrix& j, const std::vector<std::complex<double>>& eigenvalues) {
  constexpr std::size_t most_states = 12;  // 2^n minors
  const std::size_t n = j.rows;
  if (n > most_states) return polynomial_from_roots(eigenvalues);
  std::vector<double> rising(n + 1);
  rising[n] = 1;
  for (std::size_t chosen = 1; chosen < std::size_t{1} << n; ++chosen) {
    const auto order = static_cast<std::size_t>(std::popcount(chosen));
    rising[n - order] += (order % 2 == 0 ? 1 : -1) * principal_minor(j, chosen);
  }
  return Polynomial(rising);
}

std::string words(const LinearStability& s) {
  std::string text = s.routh.sentence;
  if (s.eigenvalues.empty()) return text;
  if (s.growth_rate < 0)
    text += "; the slowest motion decays with " + rounded_text(-s.growth_rate) + " 1/s";
  else if (s.growth_rate > 0)
    text += "; the fastest growth is " + rounded_text(s.growth_rate) + " 1/s";
  if (s.frequency > 0) text += " and oscillates with " + rounded_text(s.frequency) + " rad/s";
  return text;
}

}  // namespace

LinearStability linear_stability(std::size_t size, const std::vector<double>& jacobian, std::size_t hidden) {
  const DenseMatrix j = matrix(size, jacobian);
  const DenseMatrix even = balanced(j);
  LinearStability s;
  s.eigenvalues = eigenvalues(even);
  s.characteristic = characteristic_polynomial(even, s.eigenvalues);
  set_zeros(s.eigenvalues, s.characteristic);
  leave_out_zeros(s, hidden);
  const bool rounded = set_on_axis(s.eigenvalues, even);
  std::sort(s.eigenvalues.begin(), s.eigenvalues.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  });
  if (!s.eigenvalues.empty()) {
    s.growth_rate = s.eigenvalues.back().real();
    s.frequency = std::abs(s.eigenvalues.back().imag());
  }
  s.routh = routh_hurwitz(s.characteristic);
  if (rounded) {  // so the polynomial cannot tell either on which side of the axis these roots are
    const auto count = [&](auto&& is) {
      return static_cast<int>(std::count_if(s.eigenvalues.begin(), s.eigenvalues.end(), is));
    };
    s.routh.right_of_axis = count([](const std::complex<double>& x) { return x.real() > 0; });
    s.routh.on_axis = count([](const std::complex<double>& x) { return x.real() == 0; });
    s.routh.stable = false, s.routh.sentence = root_places_text(s.routh);
  }
  s.stable = s.routh.stable;
  s.sentence = words(s);
  return s;
}

std::vector<double> newton_step(const std::vector<double>& jacobian, const std::vector<double>& f,
                                const std::vector<double>& scale) {
  const std::size_t n = f.size();
  DenseMatrix j = matrix(n, jacobian);
  std::vector<double> right(n);
  for (std::size_t a = 0; a < n; ++a) {
    // Columns in units of the states, rows made of like size: a small equation counts as much as a large one.
    double largest = 0;
    for (std::size_t b = 0; b < n; ++b) largest = std::max(largest, std::abs(j(a, b) *= scale[b]));
    if (largest == 0) continue;
    right[a] = -f[a] / largest;
    for (std::size_t b = 0; b < n; ++b) j(a, b) /= largest;
  }
  std::vector<double> x = least_squares(j, right);
  for (std::size_t a = 0; a < n; ++a) x[a] *= scale[a];
  return x;
}

}  // namespace stiction
