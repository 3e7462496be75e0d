// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/scalar/math_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "stiction/scalar/dual_number.hpp"

namespace stiction::math_functions_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

// sgn(0) = 0, of either zero; the smallest number there is has a sign.
TEST(Sign, IsZeroAtZero) {
  EXPECT_EQ(sign(0.0), 0.0);
  EXPECT_EQ(sign(-0.0), 0.0);
  EXPECT_EQ(sign(std::numeric_limits<double>::denorm_min()), 1.0);
  EXPECT_EQ(sign(-std::numeric_limits<double>::denorm_min()), -1.0);
  EXPECT_EQ(sign(infinity), 1.0);
  EXPECT_EQ(sign(-2.5f), -1.0f);
}

// NaN has no sign. The answer is one of the three all the same; number types differ in which, so no law may rely on it.
TEST(Sign, OfNaNIsOneOfThree) {
  for (const double x : {nan, -nan}) EXPECT_TRUE(sign(x) == 0.0 || std::abs(sign(x)) == 1.0);
  EXPECT_EQ(sign(Dual<double, 1>(nan)).value, 0.0);
}

// One number: the answer is the chosen value itself, NaN in the other branch does not matter.
TEST(Select, TakesOneSideOnly) {
  EXPECT_EQ(select(true, 1.0, nan), 1.0);
  EXPECT_EQ(select(false, nan, 2.0), 2.0);
  EXPECT_TRUE(all(true) && any(true));
  EXPECT_FALSE(all(false) || any(false));
}

// Ordered numbers: the smaller and the larger, whichever comes first.
TEST(MinimumAndMaximum, ChooseByOrder) {
  EXPECT_EQ(minimum(1.0, 2.0), 1.0);
  EXPECT_EQ(minimum(2.0, 1.0), 1.0);
  EXPECT_EQ(maximum(1.0, 2.0), 2.0);
  EXPECT_EQ(maximum(2.0, 1.0), 2.0);
  EXPECT_EQ(minimum(-infinity, 3.0), -infinity);
  EXPECT_EQ(maximum(infinity, 3.0), infinity);
}

// A NaN is not ordered, so both give their first argument: the number to be limited stands first and keeps its NaN.
TEST(MinimumAndMaximum, GiveTheFirstArgumentWhenEitherIsNaN) {
  EXPECT_TRUE(std::isnan(minimum(nan, 1.0)));
  EXPECT_TRUE(std::isnan(maximum(nan, 1.0)));
  EXPECT_EQ(minimum(1.0, nan), 1.0);
  EXPECT_EQ(maximum(1.0, nan), 1.0);
}

// Inside, at and beyond both bounds; a NaN is passed on, not hidden at a bound.
TEST(Clamp, LimitsNumbersAndPassesNaNOn) {
  EXPECT_EQ(clamp(0.5, -1.0, 1.0), 0.5);
  EXPECT_EQ(clamp(1.0, -1.0, 1.0), 1.0);
  EXPECT_EQ(clamp(7.0, -1.0, 1.0), 1.0);
  EXPECT_EQ(clamp(-infinity, -1.0, 1.0), -1.0);
  EXPECT_EQ(clamp(3.0, 2.0, 2.0), 2.0);
  EXPECT_TRUE(std::isnan(clamp(nan, -1.0, 1.0)));
}

// Exact comparison of one number, without tolerance.
TEST(Exactly, HasNoTolerance) {
  EXPECT_TRUE(exactly(2.0, 2.0));
  EXPECT_FALSE(exactly(std::nextafter(2.0, 3.0), 2.0));
  EXPECT_TRUE(exactly(-0.0, 0.0));
  EXPECT_FALSE(exactly(nan, 0.0));
}

template <class Real>
void expect_log_one_plus(Real x) {
  const long double exact = std::log1p(static_cast<long double>(x));
  const Real rounded = std::abs(static_cast<Real>(exact));
  const long double ulp = static_cast<long double>(std::nextafter(rounded, std::numeric_limits<Real>::infinity())) -
                          static_cast<long double>(rounded);
  EXPECT_LE(std::abs(static_cast<long double>(log_one_plus(x)) - exact), 2 * ulp) << "at " << x;
}

// log(1 + x) to 2 ulp against 80-bit log1p, from subnormal to huge, on both sides of 0, in double and float.
TEST(LogOnePlus, IsAccurateToTwoUnitsInTheLastPlace) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-300, 300), small(-38, 38), unit(-1, 1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::pow(10, exponent(random));
    expect_log_one_plus(x);
    expect_log_one_plus(static_cast<float>(std::pow(10, small(random))));
    expect_log_one_plus(unit(random));
    expect_log_one_plus(static_cast<float>(unit(random)));
    if (x < 1) expect_log_one_plus(-x);
  }
  for (const double x : {0.0, 5e-324, -5e-324, 1.1e-16, -1.1e-16, 2.2e-16, 1e-8, -0.5, 1.0, 1e308})
    expect_log_one_plus(x);
  expect_log_one_plus(std::nextafter(-1.0, 0.0));
}

// The ends of its range are those of the logarithm.
TEST(LogOnePlus, IsInfiniteAtMinusOneAndAtInfinity) {
  EXPECT_EQ(log_one_plus(-1.0), -infinity);
  EXPECT_EQ(log_one_plus(infinity), infinity);
  EXPECT_EQ(log_one_plus(-1.0f), -std::numeric_limits<float>::infinity());
}

// d log(1 + x)/dx = 1/(1 + x), also where 1 + x is rounded and where it is zero.
TEST(LogOnePlus, HasItsDerivative) {
  using D = Dual<double, 2>;
  for (const double x : {-0.75, -1e-16, 0.0, 1.5e-16, 3e-10, 0.3, 1e10})
    EXPECT_NEAR(log_one_plus(D::variable(x, 0)).slope[0] * (1 + x), 1.0, 1e-14) << x;
  const D end = log_one_plus(D::variable(-1.0, 0));
  EXPECT_EQ(end.slope[0], infinity);
  EXPECT_EQ(end.slope[1], 0.0) << "a direction in which x does not move";
}

// Shortcuts of the exponential agree with it to rounding, on both sides of their borders, and so do their slopes.
TEST(MathFunctions, DecaysAreExponentials) {
  using D = Dual<double, 1>;
  for (const double q : {0.0, 1e-12, 5e-4, 9.999e-4, 1.001e-3, 0.3, 7.0, 99.9}) {
    EXPECT_NEAR(decayed(q), std::exp(-q), 2e-16 * std::exp(-q)) << q;
    EXPECT_NEAR(decayed(D::variable(q, 0)).slope[0], -std::exp(-q), 1e-15 * std::exp(-q)) << q;
  }
  EXPECT_EQ(decayed(101.0), 0.0);
  for (double x = -1e-9; x > -800; x *= 1.37) {
    EXPECT_NEAR(exp_minus_one(x), std::expm1(x), 5e-16 * std::abs(std::expm1(x))) << x;
    EXPECT_NEAR(exp_minus_one(static_cast<float>(x)), std::expm1(static_cast<float>(x)),
                3e-7 * std::abs(std::expm1(x)));
  }
  EXPECT_EQ(exp_minus_one(0.0), 0.0);
}

}  // namespace
}  // namespace stiction::math_functions_test
