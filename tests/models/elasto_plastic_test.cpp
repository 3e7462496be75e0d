// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/elasto_plastic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/preset.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/path_integration.hpp"
#include "tests/support/prescribed_motion.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::elasto_plastic_test {
namespace {

using State = ElastoPlastic::State<double>;

const auto table_one = preset<ElastoPlastic>("dupont2002");
const double z_ss = table_one.coulomb_force / table_one.bristle_stiffness;

// Table I: z_ss = 8.698 mrad, z_ba = 6.236 mrad, no-drift torque (z_ba/z_ss) f_C + f_DC = 0.1934 N.m with f_DC =
// 0.0459.
TEST(ElastoPlastic, HasTheBoundsOfTableI) {
  EXPECT_NEAR(ElastoPlastic::steady_deflection(table_one, contact(1.0)), 0.00869818808880774, 1e-15);
  EXPECT_NEAR(ElastoPlastic::breakaway_deflection(table_one), 0.00623573104086627, 1e-15);
  EXPECT_NEAR(ElastoPlastic::breakaway_deflection(table_one) * table_one.bristle_stiffness + 0.0459, 0.19343802, 1e-14);
}

// (21) with |z|, the same in both directions. The literal formula gives 0.92, 0.45, 0.03 at negative z.
TEST(ElastoPlastic, PlasticityHasTheValuesOfEquation21InBothDirections) {
  for (const auto& [ratio, alpha] : {std::pair{0.75, 0.0333524381334999},
                                     {0.8, 0.197953893631892},
                                     {0.85, 0.453183377753817},
                                     {0.8584, 0.499722572192477},
                                     {0.9, 0.722460049015487},
                                     {0.95, 0.924988249547998},
                                     {0.99, 0.996924510209523}}) {
    EXPECT_NEAR(ElastoPlastic::plasticity(table_one, State{ratio * z_ss}, contact(1.0)), alpha, 1e-13);
    EXPECT_NEAR(ElastoPlastic::plasticity(table_one, State{-ratio * z_ss}, contact(-1.0)), alpha, 1e-13);
    EXPECT_EQ(ElastoPlastic::plasticity(table_one, State{ratio * z_ss}, contact(-1.0)), 0) << "unloading is elastic";
  }
}

// Monotone loading from z = 0, in one step and in many.
TEST(ElastoPlastic, LoadsAlongTheReferenceCurveInBothDirections) {
  for (const auto& [x, z] : {std::pair{0.5, 0.5},
                             {0.7169, 0.7169},
                             {0.8, 0.795864694971664},
                             {0.9, 0.865195785917526},
                             {1.0, 0.906671092965662},
                             {1.2, 0.947642484857253},
                             {1.5, 0.972200248059282},
                             {2.0, 0.987311002630638},
                             {3.0, 0.996250027954608}})
    for (const double direction : {1.0, -1.0}) {
      for (const int steps : {1, 2000}) {
        testing::Driven<ElastoPlastic> law(table_one);
        for (int i = 0; i < steps; ++i) law.move(direction, x * z_ss / steps);
        EXPECT_NEAR(law.state().deflection / z_ss, direction * z, 2e-13) << x << " in " << steps;
      }
    }
}

/// Random parameters, a state inside |z| <= max g/sigma_0, a velocity and a duration.
struct HeldMotion {
  explicit HeldMotion(testing::RandomCases& random)
      : p(random.parameters<ElastoPlastic>(3.0)),
        z(random.state<ElastoPlastic>(p)),
        c(contact(random.sign() * random.log_uniform(1e-6, 1.0))),
        z_ss(ElastoPlastic::steady_deflection(p, c)),
        size(std::max(z_ss, std::abs(z.deflection))),
        h(random.log_uniform(1e-3, 5.0) * size / c.speed) {}
  ElastoPlastic::Parameters<double> p;
  State z;
  Contact<double> c;
  double z_ss, size, h;
};

// The exact step solves (12): it agrees with many small Runge-Kutta steps of the rate.
TEST(ElastoPlastic, ExactStepFollowsTheRate) {
  testing::RandomCases random(71);
  for (int i = 0; i < 200; ++i) {
    HeldMotion m(random);
    m.p.breakaway_ratio = random.uniform(0.05, 0.9);
    const double v = m.c.velocity, h = m.h * m.z_ss / m.size;  // up to five z_ss, so that Runge-Kutta is stable
    const auto fine = test_support::integrate<ElastoPlastic>(m.p, {m.z}, [=](double) { return v; }, 0, h, 4000);
    const double stepped = ElastoPlastic::exact_step(m.p, m.z, m.c, h).deflection;
    EXPECT_NEAR(stepped, fine.state.deflection, 1e-7 * m.size);  // the kinks cost Runge-Kutta its order
  }
}

// A path may be cut anywhere: two steps are one. Over all parameters, also with z_ba within 1e-3 of z_ss.
TEST(ElastoPlastic, ExactStepsAddUp) {
  testing::RandomCases random(72);
  for (int i = 0; i < 5000; ++i) {
    HeldMotion m(random);
    if (i % 2 == 0) m.p.breakaway_ratio = 1 - random.log_uniform(1e-3, 1.0) * 0.999;
    const double share = random.uniform(0, 1);
    const State half_way = ElastoPlastic::exact_step(m.p, m.z, m.c, share * m.h);
    const State in_two = ElastoPlastic::exact_step(m.p, half_way, m.c, (1 - share) * m.h);
    EXPECT_NEAR(in_two.deflection, ElastoPlastic::exact_step(m.p, m.z, m.c, m.h).deflection, 1e-14 * m.size);
  }
}

// z moves one way, towards z_ss, does not pass it and arrives at it for any long path, over twelve decades.
TEST(ElastoPlastic, ExactStepIsMonotoneAndArrivesAtTheSteadyDeflection) {
  testing::RandomCases random(73);
  for (int i = 0; i < 5000; ++i) {
    const HeldMotion m(random);
    const double from = m.c.direction * m.z.deflection;
    const double low = std::min(from, m.z_ss), high = std::max(from, m.z_ss);
    for (const double h : {m.h * random.log_uniform(1e-9, 1e3), (2 * m.size + 60 * m.z_ss) / m.c.speed}) {
      const double to = m.c.direction * ElastoPlastic::exact_step(m.p, m.z, m.c, h).deflection;
      EXPECT_GE(to, low);
      EXPECT_LE(to, high);
      EXPECT_TRUE(h * m.c.speed < 2 * m.size + 50 * m.z_ss || to == m.z_ss);
    }
  }
}

// Theorem 1: below z_ba nothing slips; a vibrating load returns to the very same bits if its path does.
TEST(ElastoPlastic, ExactStepIsElasticToTheBitBelowBreakaway) {
  const double amplitude = std::ldexp(1.0, -9), start = std::ldexp(1.0, -10);  // sums without rounding
  ASSERT_LT(start + amplitude, ElastoPlastic::breakaway_deflection(table_one));
  State z{start};
  for (int i = 0; i < 1000; ++i)
    for (const double v : {1.0, -1.0, -1.0, 1.0}) z = ElastoPlastic::exact_step(table_one, z, contact(v), amplitude);
  EXPECT_EQ(z.deflection, start);
}

// Cyclic x = 2 z_ss sin(2 pi t): loop area, with the viscous part of the bristles.
TEST(ElastoPlastic, CyclicLoadingEnclosesTheReferenceArea) {
  const auto loop = testing::sinusoidal_loop<ElastoPlastic>(table_one, 2 * z_ss, 1.0, 4, 40000);
  EXPECT_NEAR(loop.force_by_position, 0.015319810657348, 1e-9 * 0.0153);
  const auto fitted_lugre = preset<LuGre>("dupont2002");
  const double lugre_z_ss = fitted_lugre.coulomb_force / fitted_lugre.bristle_stiffness;
  const auto without_elastic_range = testing::sinusoidal_loop<LuGre>(fitted_lugre, 2 * lugre_z_ss, 1.0, 4, 40000);
  EXPECT_NEAR(without_elastic_range.force_by_position, 0.0107741084410482, 1e-9 * 0.0108);
}

// With alpha = 1 beyond z_ss the law is LuGre's (1).
TEST(ElastoPlastic, IsLuGreWhereEverythingSlips) {
  const ElastoPlastic::Parameters<double> p;
  const State beyond{1.6e-5};
  for (const double v : {1e-4, 2e-3, 0.1})
    EXPECT_NEAR(ElastoPlastic::rate(p, beyond, contact(v)).deflection,
                LuGre::rate(LuGre::Parameters<double>{}, beyond, contact(v)).deflection, 1e-14 * v);
}

// The declared kinks are where alpha leaves 0 and reaches 1.
TEST(ElastoPlastic, DeclaresItsKinks) {
  const auto at = [](double z) { return ElastoPlastic::kinks(table_one, State{z}, contact(1.0)); };
  EXPECT_LT(at(0.7168 * z_ss)[0], 0);
  EXPECT_GT(at(0.7170 * z_ss)[0], 0);
  EXPECT_LT(at(0.9999 * z_ss)[1], 0);
  EXPECT_GT(at(1.0001 * z_ss)[1], 0);
}

}  // namespace
}  // namespace stiction::elasto_plastic_test
