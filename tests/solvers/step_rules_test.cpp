// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/solvers/step_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "stiction/scalar/random_numbers.hpp"

namespace stiction {
namespace {

double random_square(std::size_t i) { return std::pow(10.0, 80 * random_fraction(5, i, 0) - 40); }

// q^(-1/2p) for a squared error q. Read off bits both the logarithm and the power are straight lines between powers of
// two, by at most 0.087 too low and by a factor of 1.0615 too high: 1.0615 2^(0.087/10).
TEST(StepFactor, IsAPowerOfTheError) {
  for (std::size_t i = 0; i < 10000; ++i) {
    const double q = std::pow(10.0, 10 * random_fraction(6, i, 0) - 5);
    const double ratio = step_factor<5>(q) / (step_safety * std::pow(q, -0.1));
    EXPECT_GT(ratio, 1 - 1e-6) << q;
    EXPECT_LT(ratio, 1.0615 * std::pow(2, 0.0087)) << q;
  }
}

// Runs in lanes take the steps that they would take alone, to the bit.
TEST(StepFactor, IsTheSameInLanes) {
  using Lanes = Batch<double, 8>;
  for (std::size_t i = 0; i < 10000; i += 8) {
    Lanes q;
    for (std::size_t l = 0; l < 8; ++l) q.set(l, random_square(i + l));
    const Lanes factors = step_factor<5>(q);
    for (std::size_t l = 0; l < 8; ++l) {
      const double alone = step_factor<5>(q[l]), in_lane = factors[l];
      EXPECT_EQ(std::memcmp(&alone, &in_lane, sizeof alone), 0) << q[l];
    }
  }
}

}  // namespace
}  // namespace stiction
