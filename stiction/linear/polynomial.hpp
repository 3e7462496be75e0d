// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "stiction/schema/violation.hpp"

namespace stiction {

/// A polynomial with real coefficients, in rising powers: `Polynomial({2, 3, 1})` is 2 + 3 s + s^2.
class Polynomial {
 public:
  Polynomial(double constant = 0) : Polynomial(std::vector<double>{constant}) {}  // NOLINT(google-explicit-constructor)
  /// Leading zeros are dropped; a coefficient that is no finite number throws.
  explicit Polynomial(std::vector<double> rising) : coefficients_(std::move(rising)) {
    std::vector<Violation> broken;
    for (std::size_t k = 0; k < coefficients_.size(); ++k)
      if (!std::isfinite(coefficients_[k]))
        broken.push_back({"", "the coefficient of power " + std::to_string(k) + " is " + number_text(coefficients_[k]) +
                                  " and must be finite"});
    if (!broken.empty()) throw InvalidInput("polynomial", std::move(broken));
    while (coefficients_.size() > 1 && coefficients_.back() == 0) coefficients_.pop_back();
    if (coefficients_.empty()) coefficients_.push_back(0);
  }

  const std::vector<double>& coefficients() const { return coefficients_; }
  std::size_t degree() const { return coefficients_.size() - 1; }
  bool is_zero() const { return degree() == 0 && coefficients_[0] == 0; }
  double leading() const { return coefficients_.back(); }
  /// The coefficient of a power; 0 beyond the degree.
  double operator[](std::size_t power) const { return power < coefficients_.size() ? coefficients_[power] : 0; }

  /// The value at a real or complex number, by Horner's rule.
  template <class Number>
  Number operator()(const Number& s) const {
    Number value(0);
    for (std::size_t k = coefficients_.size(); k-- > 0;) value = value * s + coefficients_[k];
    return value;
  }
  /// What rounding may have done to the value at a number of this size.
  double rounding_at(double size) const {
    double value = 0;
    for (std::size_t k = coefficients_.size(); k-- > 0;) value = value * size + std::abs(coefficients_[k]);
    return 2 * static_cast<double>(coefficients_.size()) * std::numeric_limits<double>::epsilon() * value;
  }

  Polynomial derivative() const {
    std::vector<double> d;
    for (std::size_t k = 1; k < coefficients_.size(); ++k) d.push_back(static_cast<double>(k) * coefficients_[k]);
    return Polynomial(std::move(d));
  }
  /// p(factor s).
  Polynomial stretched(double factor) const {
    std::vector<double> c = coefficients_;
    double power = 1;
    for (double& x : c) x *= power, power *= factor;
    return Polynomial(std::move(c));
  }
  /// s^n p(1/s): the same coefficients in falling powers.
  Polynomial reversed() const { return Polynomial(std::vector<double>(coefficients_.rbegin(), coefficients_.rend())); }

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    std::vector<double> c(std::max(a.coefficients_.size(), b.coefficients_.size()));
    for (std::size_t k = 0; k < c.size(); ++k) c[k] = a[k] + b[k];
    return Polynomial(std::move(c));
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -1.0 * b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    std::vector<double> c(a.coefficients_.size() + b.coefficients_.size() - 1);
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i)
      for (std::size_t k = 0; k < b.coefficients_.size(); ++k) c[i + k] += a.coefficients_[i] * b.coefficients_[k];
    return Polynomial(std::move(c));
  }
  friend Polynomial operator*(double factor, Polynomial p) {
    for (double& c : p.coefficients_) c *= factor;
    return Polynomial(std::move(p.coefficients_));
  }
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

 private:
  std::vector<double> coefficients_;
};

/// The polynomial whose roots are given, with leading coefficient 1. Complex roots must come in conjugate pairs.
inline Polynomial polynomial_from_roots(const std::vector<std::complex<double>>& roots) {
  std::vector<std::complex<double>> c{1.0};
  for (const auto& root : roots) {
    c.emplace_back(0.0);
    for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = c[k - 1] - root * c[k];
    c[0] *= -root;
  }
  std::vector<double> real(c.size());
  for (std::size_t k = 0; k < c.size(); ++k) real[k] = c[k].real();
  return Polynomial(std::move(real));
}

namespace detail {

/// First guesses on circles whose radii are the slopes of the upper hull of (k, log |c_k|), after Bini (1996): roots
/// may differ by many decades.
inline std::vector<std::complex<double>> root_guesses(const std::vector<double>& c) {
  std::vector<std::size_t> hull;
  const auto height = [&](std::size_t k) { return std::log(std::abs(c[k])); };
  const auto slope = [&](std::size_t i, std::size_t k) { return (height(k) - height(i)) / static_cast<double>(k - i); };
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (c[k] == 0) continue;
    while (hull.size() > 1 && slope(hull[hull.size() - 2], k) >= slope(hull[hull.size() - 2], hull.back()))
      hull.pop_back();
    hull.push_back(k);
  }
  std::vector<std::complex<double>> guesses;
  for (std::size_t h = 1; h < hull.size(); ++h) {
    const double count = static_cast<double>(hull[h] - hull[h - 1]), radius = std::exp(-slope(hull[h - 1], hull[h]));
    for (double k = 0; k < count; ++k)
      guesses.push_back(std::polar(radius, 2 * std::numbers::pi * (k / count) + 0.7 + static_cast<double>(h)));
  }
  return guesses;
}

}  // namespace detail

/// All roots, each as often as it counts, by the simultaneous iteration of Ehrlich and Aberth: Newton's method for each
/// root, less what the others account for. Ordered by real, then imaginary part; real roots have no imaginary part. A
/// root of multiplicity k is accurate to the k-th root of rounding.
inline std::vector<std::complex<double>> roots(const Polynomial& p) {
  using Complex = std::complex<double>;
  if (p.is_zero()) throw InvalidInput("polynomial", {{"", "every number is a root of the zero polynomial"}});
  std::size_t at_zero = 0;
  while (p[at_zero] == 0) ++at_zero;
  const Polynomial rest(
      std::vector<double>(p.coefficients().begin() + static_cast<std::ptrdiff_t>(at_zero), p.coefficients().end()));
  const Polynomial back = rest.reversed(), slope = rest.derivative(), back_slope = back.derivative();
  const double n = static_cast<double>(rest.degree());
  // p'/p from whichever end overflows less: for |s| > 1 from the reversed polynomial.
  const auto newton = [&](const Complex& s) {
    if (std::abs(s) <= 1) return slope(s) / rest(s);
    const Complex r = 1.0 / s;
    return r * (n - r * back_slope(r) / back(r));
  };
  const auto lost_in_rounding = [&](const Complex& s) {
    const double size = std::abs(s);
    return size <= 1 ? std::abs(rest(s)) <= rest.rounding_at(size)
                     : std::abs(back(1.0 / s)) <= back.rounding_at(1 / size);
  };
  std::vector<Complex> r = detail::root_guesses(rest.coefficients());
  std::vector<bool> found(r.size(), false);
  for (int round = 0; round < 500; ++round) {
    bool all = true;
    for (std::size_t i = 0; i < r.size(); ++i) {
      if (found[i]) continue;
      if (lost_in_rounding(r[i])) {
        found[i] = true;
        continue;
      }
      Complex others = 0;
      for (std::size_t k = 0; k < r.size(); ++k)
        if (k != i && r[k] != r[i]) others += 1.0 / (r[i] - r[k]);
      const Complex step = 1.0 / (newton(r[i]) - others);
      if (std::isfinite(step.real()) && std::isfinite(step.imag())) r[i] -= step;
      found[i] = std::abs(step) <= 1e-16 * std::abs(r[i]);
      all = all && found[i];
    }
    if (all) break;
  }
  // Coefficients are real: what is its own conjugate to within its condition is real, the others stand in pairs.
  std::vector<Complex> upper, all(at_zero, Complex(0));
  for (const Complex& root : r) {
    const double slack = std::max(4 * rest.rounding_at(std::abs(root)) / std::abs(slope(root)), 1e-15 * std::abs(root));
    if (std::abs(root.imag()) <= slack)
      all.emplace_back(root.real());
    else if (root.imag() > 0)
      upper.emplace_back(std::abs(root.real()) <= slack ? 0.0 : root.real(), root.imag());
  }
  for (const Complex& root : upper) all.insert(all.end(), {root, std::conj(root)});
  if (all.size() != p.degree()) all = r, all.insert(all.end(), at_zero, Complex(0));  // a cluster that is no pair
  std::sort(all.begin(), all.end(), [](const Complex& x, const Complex& y) {
    return x.real() != y.real() ? x.real() < y.real() : x.imag() < y.imag();
  });
  return all;
}

}  // namespace stiction
