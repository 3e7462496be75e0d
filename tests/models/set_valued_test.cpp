// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/set_valued.hpp"

#include <gtest/gtest.h>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/generalized_kinetic.hpp"

namespace stiction {
namespace {

template <class M>
double force(const ParametersOf<M>& p, double v, double applied = 0.0) {
  Contact<double> c = contact(v);
  c.applied_force = applied;
  return M::force(p, Nothing{}, Nothing{}, c);
}

// Dumitriu (1): at rest friction balances what is applied, up to F_S; beyond, it gives F_S and the contact breaks away.
TEST(SetValued, HoldsAnyLoadUpToTheStaticForce) {
  const StictionCoulombViscous::Parameters<double> p;  // F_C = 1 N, F_S = 1.5 N
  for (const double applied : {-1.5, -0.3, 0.0, 1e-12, 1.2, 1.5})
    EXPECT_EQ(force<StictionCoulombViscous>(p, 0.0, applied), applied);
  EXPECT_EQ(force<StictionCoulombViscous>(p, 0.0, 2.0), 1.5);
  EXPECT_EQ(force<StictionCoulombViscous>(p, 0.0, -7.0), -1.5);
}

// The three maps of Dumitriu Fig. 1 by hand.
TEST(SetValued, SlidesWithTheClassicalLaws) {
  EXPECT_EQ(force<Coulomb>({}, 3.0, 9.0), 1.0) << "what is applied does not matter in motion";
  EXPECT_EQ(force<Coulomb>({}, -1e-9), -1.0);
  EXPECT_NEAR(force<CoulombViscous>({}, -2.0), -1.8, 1e-15);
  EXPECT_NEAR(force<StictionCoulombViscous>({}, 2.0), 1.8, 1e-15);
}

// Dumitriu (2) with its missing sgn(v): 1 + 0.5/e + 0.4 v at v = v_s, odd in v.
TEST(SetValued, TustinFollowsEquation2) {
  const Tustin::Parameters<double> p;
  EXPECT_NEAR(force<Tustin>(p, 1e-3), 1.1839397205857212 + 4e-4, 1e-15);
  EXPECT_NEAR(force<Tustin>(p, -1e-3), -1.1839397205857212 - 4e-4, 1e-15);
}

TEST(SetValued, BreaksAwayAtTheForceOfTheSideItIsPulledTo) {
  GeneralizedKineticAsymmetric::Parameters<double> p;
  p.forward().static_force = 2.0, p.backward().static_force = 3.0;
  Contact<double> pulled = contact(0.0);
  pulled.applied_force = 5.0;
  EXPECT_EQ(GeneralizedKineticAsymmetric::breakaway_force(p, pulled), 2.0);
  pulled.applied_force = -5.0;
  EXPECT_EQ(GeneralizedKineticAsymmetric::breakaway_force(p, pulled), 3.0);
  EXPECT_EQ(force<GeneralizedKineticAsymmetric>(p, 0.0, -5.0), -3.0);
}

}  // namespace
}  // namespace stiction
