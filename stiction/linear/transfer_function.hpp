// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/linear/polynomial.hpp"

/// Rational transfer functions in s and, sampled, in z.
namespace stiction {

/// \f[ \dot x = A x + B u, \quad y = C x + D u \f]
struct StateSpace {
  std::size_t order = 0;
  std::vector<double> dynamics{};  ///< A, row after row
  std::vector<double> input{};     ///< B
  std::vector<double> output{};    ///< C
  double direct = 0;               ///< D
};

/// numerator / denominator. Nothing is cancelled: a common factor that a design leaves in is a fact about it.
class TransferFunction {
 public:
  using Complex = std::complex<double>;

  TransferFunction(double gain = 0) : numerator_(gain), denominator_(1) {}  // NOLINT(google-explicit-constructor)
  /// A denominator that is zero throws.
  TransferFunction(Polynomial numerator, Polynomial denominator);
  explicit TransferFunction(const StateSpace& system);

  const Polynomial& numerator() const { return numerator_; }
  const Polynomial& denominator() const { return denominator_; }

  /// Degree of the denominator less that of the numerator; of the zero function that of its denominator.
  int relative_degree() const;
  bool is_proper() const { return numerator_.is_zero() || relative_degree() >= 0; }
  bool is_strictly_proper() const { return numerator_.is_zero() || relative_degree() > 0; }
  std::vector<Complex> poles() const { return roots(denominator_); }
  std::vector<Complex> zeros() const;

  Complex operator()(const Complex& s) const;
  /// G(jw), w in rad/s.
  Complex at_frequency(double w) const { return (*this)(Complex(0, w)); }
  /// G(0), infinite with an integrator.
  double dc_gain() const;

  /// In controllable form; improper functions throw.
  StateSpace realisation() const;

  friend TransferFunction operator*(const TransferFunction& a, const TransferFunction& b);  ///< in series
  friend TransferFunction operator+(const TransferFunction& a, const TransferFunction& b);  ///< in parallel
  friend TransferFunction operator-(const TransferFunction& a, const TransferFunction& b);

 private:
  Polynomial numerator_, denominator_;
};

/// forward / (1 + forward back); a loop whose denominator vanishes altogether throws.
TransferFunction negative_feedback(const TransferFunction& forward, const TransferFunction& back = 1.0);

/// A transfer function in z for signals sampled every `sample_time` seconds.
struct SampledTransferFunction {
  TransferFunction in_z;
  double sample_time = 1;  ///< [s]

  /// G(e^{jwT}), w in rad/s.
  TransferFunction::Complex at_frequency(double w) const { return in_z(std::polar(1.0, w * sample_time)); }
  /// In q with z = (1 + q) / (1 - q): the unit circle becomes the imaginary axis, frequency w the point j tan(wT/2).
  TransferFunction in_bilinear_plane() const;
};

/// The plant of a computer that holds its output between samples: exact, by the matrix exponential. Orders up to 12.
SampledTransferFunction sample_with_zero_order_hold(const TransferFunction& g, double sample_time);
/// Tustin's rule, s = 2/T (z - 1)/(z + 1). With `exact_at` [rad/s] the time is warped so that the response is exact at
/// that frequency.
SampledTransferFunction sample_bilinearly(const TransferFunction& g, double sample_time, double exact_at = 0);

}  // namespace stiction
