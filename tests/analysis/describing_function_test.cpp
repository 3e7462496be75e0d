// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/describing_function.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

// 4 F_C / (pi V): the first Fourier coefficient of a square wave.
TEST(DescribingFunction, OfCoulombFrictionIsThatOfARelay) {
  double harmonic = 0;
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) harmonic += 2 * std::abs(std::sin(2 * std::numbers::pi * (i + 0.5) / n)) / n;
  EXPECT_NEAR(describing_function({1.5, 1, 0.4}, 2), harmonic / 2 + 0.4, 1e-8);
}

// PID with Coulomb friction: w = sqrt(K_p / m) and N = m K_i / K_p - K_v, a cycle only where the loop without friction
// is unstable, and that one repels. Random gains.
TEST(DescribingFunction, PidHasTheCycleOfTheClosedForm) {
  RandomCases cases(71);
  int cycles = 0;
  for (int n = 0; n < 100; ++n) {
    const PidLoop loop{cases.log_uniform(0.1, 10), cases.log_uniform(0.1, 10), cases.log_uniform(0.1, 10),
                       cases.log_uniform(0.1, 10)};
    const double n_needed = loop.mass * loop.integral_gain / loop.position_gain - loop.velocity_gain - 0.1;
    const auto found = predicted_cycles(friction_to_velocity(loop), {1.5, 1, 0.1});
    ASSERT_EQ(found.size(), n_needed > 0 ? 1U : 0U) << "case " << n;
    if (found.empty()) continue;
    ++cycles;
    EXPECT_NEAR(found[0].angular_frequency, std::sqrt(loop.position_gain / loop.mass),
                1e-9 * found[0].angular_frequency);
    EXPECT_NEAR(found[0].speed_amplitude * n_needed, 4 / std::numbers::pi, 1e-7);
    EXPECT_FALSE(found[0].attracts);
  }
  EXPECT_GT(cycles, 10);
}

// G = 10 (1 - s)^3 / (1 + s)^3 is 10 in size and turns by -180 degrees at w = tan(30 degrees): 10 N = 1 there. It is
// stable without friction, so larger swings decay and the cycle attracts.
TEST(DescribingFunction, ARelayLoopHasAnAttractingCycle) {
  const Polynomial away({1, -1}), towards({1, 1});
  const auto found = predicted_cycles({10.0 * (away * away * away), towards * towards * towards}, {1, 1, 0});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].angular_frequency, std::tan(std::numbers::pi / 6), 1e-9);
  EXPECT_NEAR(found[0].speed_amplitude, 40 / std::numbers::pi, 1e-8);
  EXPECT_TRUE(found[0].attracts);
}

// Fig. 8 of CanudasDeWit1995: the loop hunts, and the describing function does not see it.
TEST(DescribingFunction, MissesHuntingUnderPid) {
  const DescribingFunctionCheck c = check_describing_function({}, {1.5, 1, 0.4});
  EXPECT_TRUE(c.predicted.empty());
  EXPECT_TRUE(c.exact.hunts);
  EXPECT_FALSE(c.agrees);
  EXPECT_NE(c.sentence.find("missed because the mass rests"), std::string::npos) << c.sentence;
}

}  // namespace
}  // namespace stiction::testing
