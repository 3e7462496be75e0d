// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/elasto_plastic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/preset.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/prescribed_motion.hpp"

namespace stiction {
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

// Monotone loading from z = 0.
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
      testing::Driven<ElastoPlastic> law(table_one);
      for (int i = 0; i < 2000; ++i) law.move(direction, x * z_ss / 2000);
      EXPECT_NEAR(law.state().deflection / z_ss, direction * z, 1e-9);
    }
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
}  // namespace stiction
