// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/zero_velocity_band.hpp"

#include <gtest/gtest.h>

namespace stiction::zero_velocity_band_test {
namespace {

using Parameters = Karnopp::Parameters<double>;  // F_C = 1, F_S = 1.5, sigma_2 = 0.4, DV = 1 mm/s
constexpr Karnopp::Mode<double> inside{1.0}, outside{0.0};

Contact<double> moving(double v, double applied) {
  Contact<double> c = contact(v);
  c.applied_force = applied;
  return c;
}

// Dumitriu section 2.1: inside the band the force is the applied one, saturated, and the velocity that leaves is zero.
TEST(ZeroVelocityBand, CountsAsRestInside) {
  const Parameters p;
  EXPECT_EQ(Karnopp::force(p, inside, {}, {}, moving(5e-4, 1.2)), 1.2);
  EXPECT_EQ(Karnopp::force(p, inside, {}, {}, moving(-5e-4, -9.0)), -1.5);
  EXPECT_EQ(Karnopp::output_velocity(inside, moving(5e-4, 0)), 0.0);
}

TEST(ZeroVelocityBand, SlidesOutside) {
  EXPECT_NEAR(Karnopp::force(Parameters{}, outside, {}, {}, moving(-0.5, 3.0)), -1.2, 1e-15);
  EXPECT_EQ(Karnopp::output_velocity(outside, moving(-0.5, 0)), -0.5);
}

// The guard is positive where the mode belongs and falls through zero at |v| = DV, from either side and direction.
TEST(ZeroVelocityBand, GuardsTheBorderOfTheBand) {
  const Parameters p;
  for (const double direction : {1.0, -1.0}) {
    EXPECT_GT(Karnopp::guards(p, inside, {}, moving(0.9e-3 * direction, 0))[0], 0);
    EXPECT_LT(Karnopp::guards(p, inside, {}, moving(1.1e-3 * direction, 0))[0], 0);
    EXPECT_LT(Karnopp::guards(p, outside, {}, moving(0.9e-3 * direction, 0))[0], 0);
    EXPECT_GT(Karnopp::guards(p, outside, {}, moving(1.1e-3 * direction, 0))[0], 0);
  }
}

// The two variants differ in one thing: what becomes of the velocity on entering. Leaving never changes it.
TEST(ZeroVelocityBand, KeepsOrResetsTheMomentumOnEntering) {
  const auto velocity_after = [](auto law, double in_band) {
    using M = decltype(law);
    typename M::template Mode<double> mode{in_band};
    Contact<double> c = moving(1e-3, 0);
    Nothing state;
    M::transition({}, std::array{true, false}, mode, state, c);
    EXPECT_EQ(mode.in_band, 1.0 - in_band);
    return c.velocity;
  };
  EXPECT_EQ(velocity_after(Karnopp{}, 0.0), 1e-3);
  EXPECT_EQ(velocity_after(KarnoppReset{}, 0.0), 0.0);
  EXPECT_EQ(velocity_after(KarnoppReset{}, 1.0), 1e-3);
}

}  // namespace
}  // namespace stiction::zero_velocity_band_test
