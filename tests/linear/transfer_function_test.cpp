// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/transfer_function.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

using Complex = std::complex<double>;

void expect_same(const Complex& a, const Complex& b, double bound) {
  EXPECT_LT(std::abs(a - b), bound * std::abs(b) + 1e-300) << a << " instead of " << b;
}
/// Poles in the left half plane and zeros anywhere.
TransferFunction random_stable(RandomCases& cases, std::size_t order, std::size_t zeros) {
  std::vector<Complex> poles;
  std::vector<double> numerator;
  while (poles.size() + 1 < order) {
    const Complex s = std::polar(cases.log_uniform(0.1, 10), cases.uniform(1.7, 3.0));
    poles.insert(poles.end(), {s, std::conj(s)});
  }
  if (poles.size() < order) poles.emplace_back(-cases.log_uniform(0.1, 10));
  for (std::size_t k = 0; k <= zeros; ++k) numerator.push_back(cases.uniform(-1, 1));
  return {Polynomial(numerator), polynomial_from_roots(poles)};
}

// 1/(s+1) and 1/(s+2): in series, in parallel, and 1/(s+1) with feedback 2, which is 1/(s+3).
TEST(TransferFunction, CombinesInSeriesInParallelAndByFeedback) {
  const TransferFunction a(1, Polynomial({1, 1})), b(1, Polynomial({2, 1}));
  EXPECT_EQ((a * b).denominator(), Polynomial({2, 3, 1}));
  EXPECT_EQ((a + b).numerator(), Polynomial({3, 2}));
  EXPECT_EQ((a - a).numerator(), Polynomial(0));
  const TransferFunction closed = negative_feedback(a, 2.0);
  EXPECT_EQ(closed.numerator(), Polynomial(1));
  EXPECT_EQ(closed.denominator(), Polynomial({3, 1}));
  EXPECT_THROW(negative_feedback(a, TransferFunction(-1) * TransferFunction(Polynomial({1, 1}), 1)), InvalidInput);
}

// What is proper, what is the gain at rest, and what is refused, in words.
TEST(TransferFunction, KnowsItsDegreesAndRefusesWhatCannotBe) {
  const TransferFunction g(Polynomial({4, 2}), Polynomial({2, 3, 1})), pd(Polynomial({1, 1}), 1);
  EXPECT_EQ(g.relative_degree(), 1);
  EXPECT_TRUE(g.is_strictly_proper());
  EXPECT_FALSE(pd.is_proper());
  EXPECT_EQ(g.dc_gain(), 2);
  EXPECT_EQ(TransferFunction(Polynomial({0, 4}), Polynomial({0, 2})).dc_gain(), 2);
  EXPECT_TRUE(std::isinf(TransferFunction(1, Polynomial({0, 1})).dc_gain()));
  EXPECT_NEAR(g.zeros()[0].real(), -2, 1e-15);
  EXPECT_NEAR(g.poles()[0].real(), -2, 1e-15);
  EXPECT_THROW(TransferFunction(1, Polynomial(0)), InvalidInput);
  EXPECT_THROW(pd.realisation(), InvalidInput);
  EXPECT_THROW(sample_with_zero_order_hold(pd, 0.1), InvalidInput);
  EXPECT_THROW(sample_with_zero_order_hold(g, 0), InvalidInput);
  EXPECT_THROW(sample_bilinearly(g, 0.1, 40), InvalidInput);
  EXPECT_THROW(TransferFunction(StateSpace{.order = 2}), InvalidInput);
}

// (jw)^40 overflows nothing: the response is evaluated from the other end.
TEST(TransferFunction, RespondsAtAnyFrequency) {
  std::vector<Complex> poles(40, Complex(-1));
  const Polynomial d = polynomial_from_roots(poles);
  expect_same(TransferFunction(d, d).at_frequency(1e12), 1.0, 1e-12);
}

// A realisation answers as the function it was made of, and leads back to it.
TEST(TransferFunction, RealisationLeadsBack) {
  RandomCases cases(2);
  for (int n = 0; n < 100; ++n) {
    const TransferFunction g = random_stable(cases, 5, static_cast<std::size_t>(n % 6)), again(g.realisation());
    for (const double w : {0.01, 0.3, 1.0, 7.0}) expect_same(again.at_frequency(w), g.at_frequency(w), 1e-9);
  }
}

// a / (s + a) held over T is (1 - e^{-aT}) / (z - e^{-aT}); the double integrator is T^2/2 (z + 1) / (z - 1)^2.
TEST(ZeroOrderHold, HasTheTextbookForms) {
  const double a = 3, t = 0.2, decay = std::exp(-a * t);
  const auto lag = sample_with_zero_order_hold({a, Polynomial({a, 1})}, t).in_z;
  EXPECT_NEAR(lag.numerator()[0], 1 - decay, 1e-15);
  EXPECT_EQ(lag.numerator().degree(), 0U);
  EXPECT_NEAR(lag.denominator()[0], -decay, 1e-15);
  const auto mass = sample_with_zero_order_hold({1, Polynomial({0, 0, 1})}, t).in_z;
  EXPECT_NEAR(mass.numerator()[0], t * t / 2, 1e-16);
  EXPECT_NEAR(mass.numerator()[1], t * t / 2, 1e-16);
  EXPECT_NEAR(mass.denominator()[0], 1, 1e-15);
  EXPECT_NEAR(mass.denominator()[1], -2, 1e-15);
}

// The samples of a step response are those of the continuous system: partial fractions of G/s against the recursion.
TEST(ZeroOrderHold, KeepsTheStepResponse) {
  RandomCases cases(3);
  for (int n = 0; n < 50; ++n) {
    const TransferFunction g = random_stable(cases, 4, 2);
    const double t = cases.log_uniform(0.01, 1);
    const auto in_z = sample_with_zero_order_hold(g, t).in_z;
    const auto poles = g.poles();
    std::vector<double> y(12);
    for (std::size_t k = 0; k < y.size(); ++k) {  // den y = num u, u = 1
      for (std::size_t i = 0; i <= 4; ++i) {
        if (i <= k) y[k] += in_z.numerator()[4 - i];
        if (i > 0 && i <= k) y[k] -= in_z.denominator()[4 - i] * y[k - i];
      }
      Complex exact = g.dc_gain();
      for (const Complex& p : poles)
        exact += g.numerator()(p) / (p * g.denominator().derivative()(p)) * std::exp(p * static_cast<double>(k) * t);
      EXPECT_NEAR(y[k], exact.real(), 1e-9) << "sample " << k << " of case " << n;
    }
  }
}

// Tustin's rule maps frequencies by the tangent: G_d(e^{jwT}) = G(j 2/T tan(wT/2)), and exactly where it is asked to.
TEST(BilinearSampling, WarpsFrequenciesByTheTangent) {
  RandomCases cases(4);
  for (int n = 0; n < 50; ++n) {
    const TransferFunction g = random_stable(cases, 3, 3);
    const double t = cases.log_uniform(0.01, 1), w = cases.uniform(0.05, 0.9) * std::numbers::pi / t;
    expect_same(sample_bilinearly(g, t).at_frequency(w), g.at_frequency(2 / t * std::tan(w * t / 2)), 1e-9);
    expect_same(sample_bilinearly(g, t, w).at_frequency(w), g.at_frequency(w), 1e-9);
  }
}

// The bilinear plane carries the unit circle to the imaginary axis.
TEST(SampledTransferFunction, BilinearPlaneKeepsTheResponse) {
  RandomCases cases(5);
  const auto sampled = sample_with_zero_order_hold(random_stable(cases, 4, 2), 0.1);
  for (const double w : {0.1, 2.0, 20.0})
    expect_same(sampled.in_bilinear_plane().at_frequency(std::tan(w * 0.05)), sampled.at_frequency(w), 1e-9);
}

}  // namespace
}  // namespace stiction::testing
