// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/load_dependence.hpp"

#include <gtest/gtest.h>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"

namespace stiction {
namespace {

// Coulomb friction under 3 N where 2 N is nominal: 1.5 times its level.
TEST(NormalLoad, ScalesCoulombFriction) {
  NormalLoad<Coulomb>::Parameters<double> p;
  p.nominal_normal_force = 2.0;
  Contact<double> c = contact(-0.1);
  c.normal_force = 3.0;
  EXPECT_DOUBLE_EQ(NormalLoad<Coulomb>::force(p, Nothing{}, Nothing{}, c), -1.5);
}

// LuGre: levels grow, stiffness stays. In steady sliding F = (N/N_0) g(v) + sigma_2 v.
TEST(NormalLoad, ScalesTheLevelsOfLuGreAndNotItsStiffness) {
  NormalLoad<LuGre>::Parameters<double> p;
  Contact<double> c = contact(0.001);
  c.normal_force = 2.0;
  EXPECT_NEAR(NormalLoad<LuGre>::steady_force(p, c), 2 * 1.1839397205857212 + 0.4e-3, 1e-14);
  EXPECT_DOUBLE_EQ(NormalLoad<LuGre>::force(p, LuGre::State<double>{1e-6}, LuGre::State<double>{0}, contact(0.0)), 0.1);
}

TEST(NormalLoad, OfALiftedContactIsNextToNothing) {
  NormalLoad<Coulomb>::Parameters<double> p;
  Contact<double> c = contact(1.0);
  c.normal_force = -4.0;
  EXPECT_NEAR(NormalLoad<Coulomb>::force(p, Nothing{}, Nothing{}, c), 0.0, 1e-8);
}

// F_C -> F_C + c |tau|: 10 % of 3 N while the load opposes the motion, 5 % while it drives, in both directions.
TEST(GearLoss, DiffersBetweenDrivingAndBackDriving) {
  GearLoss<Coulomb>::Parameters<double> p;
  p.driving_loss = 0.10, p.back_driving_loss = 0.05;
  for (const double direction : {1.0, -1.0}) {
    Contact<double> c = contact(direction * 0.2);
    c.transmitted_force = 3.0 * direction;
    EXPECT_NEAR(GearLoss<Coulomb>::force(p, Nothing{}, Nothing{}, c), 1.30 * direction, 1e-15);
    c.transmitted_force = -3.0 * direction;
    EXPECT_NEAR(GearLoss<Coulomb>::force(p, Nothing{}, Nothing{}, c), 1.15 * direction, 1e-15);
  }
}

// At rest the gear is about to move the way it is pulled.
TEST(GearLoss, RaisesTheBreakawayForce) {
  GearLoss<Coulomb>::Parameters<double> p;
  p.driving_loss = 0.10, p.back_driving_loss = 0.05;
  Contact<double> c = contact(0.0);
  c.transmitted_force = 3.0, c.applied_force = 9.0;
  EXPECT_NEAR(GearLoss<Coulomb>::breakaway_force(p, c), 1.30, 1e-15);
  c.applied_force = -9.0;
  EXPECT_NEAR(GearLoss<Coulomb>::breakaway_force(p, c), 1.15, 1e-15);
}

}  // namespace
}  // namespace stiction
