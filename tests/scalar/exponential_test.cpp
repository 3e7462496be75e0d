// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/scalar/exponential.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace stiction::exponential_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Largest error in units of the last place over random numbers up to `size`, against the wider numbers of libm.
double worst_error(double size) {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> number(-size, size);
  double worst = 0;
  for (int k = 0; k < 300'000; ++k) {
    const double x = number(engine);
    const long double exact = std::exp(static_cast<long double>(x));
    const double near = static_cast<double>(exact), place = std::nextafter(near, infinity) - near;
    worst = std::max(worst, static_cast<double>(std::abs(exp(x) - exact)) / place);
  }
  return worst;
}

// Measured: 1.27 units of the last place.
TEST(Exponential, IsExactToLittleMoreThanRounding) {
  for (const double size : {1e-3, 0.4, 30.0, 699.0}) EXPECT_LT(worst_error(size), 1.3) << "up to " << size;
}

// exp(0) is no rounded number, and e^x e^-x = 1 to the rounding of three operations.
TEST(Exponential, KeepsItsIdentities) {
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(exp(-0.0), 1.0);
  for (double x = 1e-8; x < 600; x *= 1.7) EXPECT_NEAR(exp(x) * exp(-x), 1.0, 1e-15) << x;
}

// Where the quick way ends, the other goes on: overflow, numbers too small to be normal, and what is no number.
TEST(Exponential, AnswersEverywhere) {
  EXPECT_EQ(exp(710.0), infinity);
  EXPECT_EQ(exp(-750.0), 0.0);
  EXPECT_EQ(exp(-740.0), std::exp(-740.0));  // subnormal
  EXPECT_EQ(exp(infinity), infinity);
  EXPECT_EQ(exp(-infinity), 0.0);
  EXPECT_TRUE(std::isnan(exp(std::numeric_limits<double>::quiet_NaN())));
  for (const double edge : {700.0, -700.0})
    for (const double x : {std::nextafter(edge, 0.0), edge}) EXPECT_NEAR(exp(x) / std::exp(x), 1.0, 4e-16);
}

// Falls nowhere over steps a little above rounding: a law that decays never revives.
TEST(Exponential, RisesWithItsArgument) {
  double last = 0;
  for (double x = -5; x < 5; x += 1.37e-4) {
    EXPECT_GT(exp(x), last) << x;
    last = exp(x);
  }
}

}  // namespace
}  // namespace stiction::exponential_test
