// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/linear_stability.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

// A servo stuck in its bristles, states x, v, z and the integral of x: z - x does not change, whatever the gains. One
// eigenvalue is zero, so it is neither stable nor unstable, and rounding must not decide otherwise.
TEST(LinearStability, AnInvariantIsAZeroEigenvalue) {
  RandomCases random(5);
  for (int i = 0; i < 300; ++i) {
    const double position = random.log_uniform(0.1, 10), damping = random.log_uniform(1, 400);
    const double integral = random.log_uniform(0.01, 1), bristles = random.log_uniform(1e3, 1e6);
    const LinearStability s = linear_stability(4, {0, 1, 0, 0,                                 //
                                                   -position, -damping, -bristles, -integral,  //
                                                   0, 1, 0, 0,                                 //
                                                   1, 0, 0, 0});
    EXPECT_EQ(std::count(s.eigenvalues.begin(), s.eigenvalues.end(), 0.0), 1) << i;
    EXPECT_GE(s.routh.on_axis, 1) << i;
    EXPECT_FALSE(s.stable) << i;
  }
}

// What is slow but there is kept: a pole at -1e-6 beside one at -1e3 is stable.
TEST(LinearStability, ASlowMotionIsNoRounding) {
  const LinearStability s = linear_stability(3, {-1e-6, 1, 0, 0, -1, 1, 0, 0, -1e3});
  EXPECT_TRUE(s.stable);
  EXPECT_NEAR(s.growth_rate, -1e-6, 1e-12);
}

// A mass on a spring that slides through two filters of 3333 and 1000 1/s, without damping: the roots +-j sqrt 2 are on
// the axis, and the 2e-15 1/s that rounding adds to them is no growth.
TEST(LinearStability, RoundingIsNoGrowth) {
  const std::vector<double> jacobian = {0, -1, 0, 0, 2, 0, -1, 1, 0, 0, -10000.0 / 3, 0, 0, 0, 0, -1000};
  for (const double k : {2.0, 1.7, 0.3, 11.1}) {
    std::vector<double> other = jacobian;
    other[4] = k;
    const LinearStability s = linear_stability(4, other);
    EXPECT_EQ(s.growth_rate, 0) << s.sentence;
    EXPECT_EQ(s.routh.right_of_axis, 0) << s.sentence;
    EXPECT_EQ(s.routh.on_axis, 2) << s.sentence;
    EXPECT_FALSE(s.stable);
    EXPECT_NEAR(s.frequency, std::sqrt(k), 1e-12);
  }
}

}  // namespace
}  // namespace stiction::testing
