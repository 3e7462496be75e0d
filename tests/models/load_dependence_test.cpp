// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/load_dependence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/generalized_kinetic.hpp"
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
  c.velocity = c.direction = c.speed = 0;
  EXPECT_DOUBLE_EQ(NormalLoad<LuGre>::force(p, LuGre::State<double>{1e-6}, LuGre::State<double>{0}, c), 0.1);
}

/// A contact that slides with v under the load N.
Contact<double> loaded(double v, double n) {
  Contact<double> c = contact(v);
  c.normal_force = n, c.applied_force = 0.3;
  return c;
}

// Surfaces that have parted: no friction, no drag, nothing held, whatever the bristles remember.
TEST(NormalLoad, PartedSurfacesHaveNoFriction) {
  for (const double n : {0.0, -4.0})
    for (const double v : {-1.0, 0.0, 1e-3}) {
      const Contact<double> c = loaded(v, n);
      const NormalLoad<LuGre>::State<double> z{1e-5};
      const NormalLoad<LuGre>::Parameters<double> lugre;
      const NormalLoad<GeneralizedKinetic>::Parameters<double> kinetic;
      EXPECT_EQ(NormalLoad<LuGre>::force(lugre, z, NormalLoad<LuGre>::rate(lugre, z, c), c), 0.0);
      EXPECT_EQ(NormalLoad<LuGre>::steady_force(lugre, c), 0.0);
      EXPECT_EQ(NormalLoad<GeneralizedKinetic>::force(kinetic, Nothing{}, Nothing{}, c), 0.0);
      EXPECT_EQ(NormalLoad<GeneralizedKinetic>::breakaway_force(kinetic, c), 0.0);
    }
}

// Parted bristles forget their bend over the length they bend at the nominal load, 15 um here; at rest they keep it.
TEST(NormalLoad, PartedBristlesForgetAlongThePath) {
  const NormalLoad<LuGre>::Parameters<double> p;
  const NormalLoad<LuGre>::State<double> z{1e-5};
  const Contact<double> c = loaded(-0.3, -1);
  EXPECT_NEAR(NormalLoad<LuGre>::exact_step(p, z, c, 5e-5).deflection, 1e-5 * std::exp(-1), 1e-19);
  EXPECT_NEAR(NormalLoad<LuGre>::rate(p, z, c).deflection, -1e-5 * 0.3 / 1.5e-5, 1e-14);
  EXPECT_EQ(NormalLoad<LuGre>::rate(p, z, loaded(0, -1)).deflection, 0.0);
}

// The instant at which they part or meet is a kink, after those of the law: a run locates and records it.
TEST(NormalLoad, PartingIsAKink) {
  const auto of_lugre = NormalLoad<LuGre>::kinks(NormalLoad<LuGre>::Parameters<double>{}, {}, loaded(1, -2));
  ASSERT_EQ(of_lugre.size(), 1U);
  EXPECT_EQ(of_lugre[0], -2.0);
  const auto of_elasto_plastic =
      NormalLoad<ElastoPlastic>::kinks(NormalLoad<ElastoPlastic>::Parameters<double>{}, {}, loaded(1, 3));
  ASSERT_EQ(of_elasto_plastic.size(), 3U);
  EXPECT_EQ(of_elasto_plastic[2], 3.0);
  EXPECT_FALSE(HasKinks<GearLoss<LuGre>>);
}

// Bristles bent under 10 N carry no more than F_S N/N_0 when the load has fallen to 1 N.
TEST(NormalLoad, FrictionNeverExceedsTheLevelOfThePresentLoad) {
  const auto force = [](auto law, double stiffness) {
    using Law = NormalLoad<decltype(law)>;
    const typename Law::template Parameters<double> p;
    using State = typename Law::template State<double>;
    return Law::force(p, State{10 / stiffness}, State{0}, loaded(0, 1));
  };
  EXPECT_DOUBLE_EQ(force(LuGre{}, 1e5), 1.5);
  EXPECT_DOUBLE_EQ(force(ElastoPlastic{}, 1e5), 1.5);
  EXPECT_DOUBLE_EQ(force(Dahl{}, 1e5), 1.0);
}

// Without damping, a contact under any load gives back at most the sigma_0 z^2/2 it has stored. Load and velocity jump
// at random, with rests and lifted phases; the work over a piece is a Gauss sum of the force along the exact step.
template <class Law>
void expect_no_energy_from_a_varying_load(const ParametersOf<NormalLoad<Law>>& p) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  StateOf<NormalLoad<Law>> z{};
  for (int piece = 0; piece < 20000; ++piece) {
    const double v = unit(random) < 0.1 ? 0.0 : 2e-4 * (unit(random) - 0.5);
    const Contact<double> c = loaded(v, unit(random) < 0.1 ? -1.0 : std::pow(10, 3 * unit(random) - 2));
    const double duration = 0.05 * unit(random) * unit(random);
    const StateOf<NormalLoad<Law>> end = NormalLoad<Law>::exact_step(p, z, c, duration);
    double work = 0;
    constexpr int slices = 16;
    for (int i = 0; i < slices; ++i)
      for (const double point : {0.2113248654051871, 0.7886751345948129}) {
        const auto there = NormalLoad<Law>::exact_step(p, z, c, (i + point) / slices * duration);
        work += 0.5 / slices * duration * v * NormalLoad<Law>::force(p, there, StateOf<NormalLoad<Law>>{0}, c);
      }
    const double gained = Law::storage(p, end) - Law::storage(p, z);
    ASSERT_LE(gained, work + 1e-3 * std::abs(work) + 1e-12) << "piece " << piece;
    z = end;
  }
}
TEST(NormalLoad, AVaryingLoadGivesNoEnergy) {
  NormalLoad<LuGre>::Parameters<double> lugre;
  lugre.bristle_damping = lugre.viscous_damping = 0;
  expect_no_energy_from_a_varying_load<LuGre>(lugre);
  NormalLoad<ElastoPlastic>::Parameters<double> elasto_plastic;
  elasto_plastic.bristle_damping = elasto_plastic.viscous_damping = 0;
  expect_no_energy_from_a_varying_load<ElastoPlastic>(elasto_plastic);
  expect_no_energy_from_a_varying_load<Dahl>({});
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
