// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/bouc_wen.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/models/dahl.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::bouc_wen_test {
namespace {

using test_support::integrate;
using test_support::Travelled;
using test_support::uniform;
using P = ParametersOf<BoucWen>;
using State = StateOf<BoucWen>;

P shaped(double slope, double beta, double gamma, double n) {
  P p;
  p.initial_slope = slope, p.loss_coefficient = beta, p.shape_coefficient = gamma, p.sharpness = n;
  return p;
}

/// A straight way: forward if positive, backward if negative.
Travelled<BoucWen> travel(const P& p, const Travelled<BoucWen>& from, double way, int steps = 2000) {
  return integrate<BoucWen>(p, from, [&](double) { return way; }, 0, 1, steps);
}

// (2) on loading with n = 1: z = z_max (1 - e^{-(beta + gamma) x / z_y}); with n = 2: z = z_max tanh(A x / z_max).
TEST(BoucWen, LoadingFromRestHasItsClosedForms) {
  for (const double way : {-4e-5, 3e-6, 2e-5}) {
    const P exponential = shaped(1.5, 0.5, 0.3, 1), hyperbolic = shaped(1.5, 0.5, 0.3, 2);
    const double zy = exponential.yield_deflection;
    EXPECT_NEAR(travel(exponential, {}, way).state.deflection,
                -std::copysign(zy * 1.5 / 0.8, way) * std::expm1(-0.8 * std::abs(way) / zy), 1e-17);
    const double top = zy * std::sqrt(1.5 / 0.8);
    EXPECT_NEAR(travel(hyperbolic, {}, way).state.deflection, top * std::tanh(1.5 * way / top), 1e-17);
  }
}

// With gamma = beta unloading to z = 0 is elastic for every n: dz/dx = A.
TEST(BoucWen, EqualCoefficientsUnloadElastically) {
  for (const double n : {1.0, 1.7, 5.0}) {
    const P p = shaped(1.2, 0.5, 0.5, n);
    const State start{0, 0.8e-5};
    EXPECT_NEAR(travel(p, {start}, -0.5e-5).state.deflection, 0.8e-5 - 1.2 * 0.5e-5, 1e-18);
  }
}

// (3) and (4): after a long way the yielding element carries (1 - alpha) k z_y (A/(beta + gamma))^{1/n}, the spring the
// rest.
TEST(BoucWen, LongWayEndsAtTheLevelPlusTheSpring) {
  P p = shaped(2, 0.9, -0.2, 3);
  p.restoring_fraction = 0.1;
  const double level = 0.9 * 1e5 * 1e-5 * std::cbrt(2 / 0.7);
  EXPECT_NEAR(BoucWen::coulomb_level(p), level, 1e-14);
  const auto end = travel(p, {}, 4e-4, 20000);
  EXPECT_NEAR(BoucWen::force(p, end.state, end.state, contact(1.0)), level + 0.1 * 1e5 * 4e-4, 1e-11);
}

// gamma = 0, n = 1, A = 1: dF/dx = sigma_0 (1 - F/F_C sgn v), the law of Dahl, along a path with reversals.
TEST(BoucWen, ContainsDahl) {
  const P p = shaped(1, 0.8, 0, 1);
  ParametersOf<Dahl> dahl;
  dahl.stiffness = 1e5, dahl.coulomb_force = 1e5 * 1e-5 / 0.8;
  Travelled<BoucWen> now;
  StateOf<Dahl> z;
  for (const double way : {1e-5, -0.4e-5, 2e-5, -5e-5, 1e-6}) {
    now = travel(p, now, way);
    z = Dahl::exact_step(dahl, z, contact(way), 1.0);
    EXPECT_NEAR(BoucWen::force(p, now.state, now.state, contact(way)), Dahl::force(dahl, z, z, contact(way)), 1e-12);
  }
}

// For large n the element is elastic until z_y and then slides: z = clamp of the way travelled since the last yield.
TEST(BoucWen, LargeSharpnessIsElasticPerfectlyPlastic) {
  const P p = shaped(1, 0.5, 0.5, 500);
  Travelled<BoucWen> now;
  double z = 0;
  for (const double way : {0.7e-5, 0.8e-5, -1.2e-5, -3e-5, 1.5e-5}) {
    now = travel(p, now, way, 50000);
    z = std::clamp(z + way, -1e-5, 1e-5);
    EXPECT_NEAR(now.state.deflection, z, 1e-5 * 0.01);
  }
}

// Ismail2009: |z| <= z_max for every motion from rest, in class I (beta >= gamma) and class II (gamma > beta >= 0).
TEST(BoucWen, DeflectionStaysBounded) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 60; ++k) {
    const double beta = uniform(random, 0.05, 1), gamma = uniform(random, -0.9 * beta, 2);
    const P p = shaped(uniform(random, 0.5, 2), beta, gamma, uniform(random, 1, 6));
    Travelled<BoucWen> now;
    for (int stroke = 0; stroke < 20; ++stroke) {
      now = travel(p, now, uniform(random, -5e-5, 5e-5), 400);
      ASSERT_LE(std::abs(now.state.deflection), BoucWen::largest_deflection(p) * (1 + 1e-9));
    }
  }
}

// (5): F v - dW/dt is never negative for beta >= |gamma|, in any state; where gamma > beta this W fails somewhere.
TEST(BoucWen, StorageGrowsByNoMoreThanTheSuppliedPower) {
  std::mt19937_64 random(2);
  using D = Dual<double, 1>;
  int broken = 0;
  for (int k = 0; k < 20000; ++k) {
    const double beta = uniform(random, 0, 1), gamma = uniform(random, -1, 1);
    if (beta + gamma <= 0) continue;
    P p = shaped(uniform(random, 0.2, 3), beta, gamma, uniform(random, 1, 5));
    p.restoring_fraction = uniform(random, 0, 0.9);
    const State z{uniform(random, -1e-4, 1e-4), uniform(random, -2e-5, 2e-5)};
    const auto c = contact(uniform(random, -1, 1));
    const State dz = BoucWen::rate(p, z, c);
    D x(z.displacement), deflection(z.deflection);
    x.slope[0] = dz.displacement, deflection.slope[0] = dz.deflection;
    const double growth =
        BoucWen::storage(convert<ParametersOf<BoucWen, D>>(p), StateOf<BoucWen, D>{x, deflection}).slope[0];
    const double loss = BoucWen::force(p, z, dz, c) * c.velocity - growth;
    if (BoucWen::passivity_margin(p) >= 0)
      ASSERT_GE(loss, -1e-12 * (std::abs(growth) + 1e-3));
    else
      broken += loss < -1e-3 * std::abs(growth);
  }
  EXPECT_GT(broken, 100);
}

// Inside |z| <= z_max the law is passive for gamma > beta >= 0 too: from rest no motion draws energy from it.
TEST(BoucWen, NoMotionFromRestDrawsEnergyInClassTwo) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 50; ++k) {
    const P p = shaped(1, uniform(random, 0, 0.3), uniform(random, 0.4, 2), uniform(random, 1, 4));
    Travelled<BoucWen> now;
    for (int stroke = 0; stroke < 20; ++stroke) {
      now = travel(p, now, uniform(random, -3e-5, 3e-5), 400);
      ASSERT_GE(now.energy, -1e-14);
    }
  }
}

// A cyclic motion settles to a closed loop with positive area, the same at any frequency, symmetric about the origin.
TEST(BoucWen, CyclicMotionSettlesToAClosedLoop) {
  const P p = shaped(1, 0.6, 0.2, 1.5);
  const auto settled = [&](double w) {
    const double amplitude = 1.5e-5, half = std::numbers::pi / w;
    const auto v = [=](double t) { return amplitude * w * std::sin(w * t); };
    Travelled<BoucWen> now;
    for (int k = 0; k < 60; ++k) now = integrate<BoucWen>(p, now, v, k * half, (k + 1) * half, 1000);
    now.energy = 0;
    const double bottom = now.state.deflection;
    now = integrate<BoucWen>(p, now, v, 0, half, 1000);
    EXPECT_NEAR(now.state.deflection, -bottom, 1e-15);
    now = integrate<BoucWen>(p, now, v, half, 2 * half, 1000);
    EXPECT_NEAR(now.state.deflection, bottom, 1e-15);
    return now.energy;
  };
  const double slow = settled(1e-2), fast = settled(1e4);
  EXPECT_GT(slow, 1e-6);
  EXPECT_NEAR(slow, fast, 1e-12 * slow);
}

// d(dz/dt)/dz by dual numbers just at z = 0 with n = 1 is that of the right side, and finite for every n.
TEST(BoucWen, DerivativeIsRightWhereTheDeflectionVanishes) {
  using D = Dual<double, 1>;
  ParametersOf<BoucWen, D> p;
  p.loss_coefficient = 0.7, p.shape_coefficient = 0.2;
  const StateOf<BoucWen, D> z{D(0), D::variable(0, 0)};
  p.sharpness = 1.0;
  EXPECT_DOUBLE_EQ(BoucWen::rate(p, z, contact(D(2.0))).deflection.slope[0], -0.9 * 2 / 1e-5);
  for (const double n : {1.3, 2.0, 7.0}) {
    p.sharpness = n;
    EXPECT_EQ(BoucWen::rate(p, z, contact(D(2.0))).deflection.slope[0], 0.0);
  }
}

// The rule and the ranges.
TEST(BoucWen, EveryBrokenRuleIsReported) {
  EXPECT_TRUE(violations(P{}).empty());
  const auto unbounded = violations(shaped(1, 0.5, -0.5, 2));
  ASSERT_EQ(unbounded.size(), 1u);
  EXPECT_NE(unbounded[0].text.find("loss_coefficient + shape_coefficient > 0"), std::string::npos);
  P p = shaped(1, 0.5, 0.5, 0.9);
  p.restoring_fraction = 1;
  EXPECT_EQ(violations(p).size(), 2u);
}

// Three times the force-level parameters is three times the level.
TEST(BoucWen, ForceLevelsScaleTheLevelOnce) {
  P p = shaped(2, 0.9, -0.2, 3);
  const double level = BoucWen::coulomb_level(p);
  for_each_field(p, [](const auto& row, double& x, std::size_t) { x *= row.role == Role::force_level ? 3.0 : 1.0; });
  EXPECT_NEAR(BoucWen::coulomb_level(p), 3 * level, 1e-15);
}

}  // namespace
}  // namespace stiction::bouc_wen_test
