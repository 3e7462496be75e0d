// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/law_describing_function.hpp"

#include <gtest/gtest.h>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"

namespace stiction::testing {
namespace {

using Complex = std::complex<double>;

// Coulomb friction with drag, run through a sine, has the describing function of the closed form.
TEST(LawDescribingFunction, OfCoulombFrictionIsTheClosedForm) {
  CoulombViscous::Parameters<double> p;
  p.coulomb_force = 1, p.viscous_damping = 0.4;
  const Complex n = describing_function<CoulombViscous>(p, 2, 3);
  EXPECT_NEAR(n.real(), describing_function({1, 1, 0.4}, 2), 1e-4);
  EXPECT_NEAR(n.imag(), 0, 1e-4);
}

// LuGre in small motion is its bristles, sigma_0/(jw) + sigma_1 + sigma_2, the smaller the motion the more so; in fast
// and large motion Coulomb and drag.
TEST(LawDescribingFunction, OfLuGreRunsFromSpringToCoulomb) {
  const LuGre::Parameters<double> p;
  const double w = 2;
  const Complex small = describing_function<LuGre>(p, 1e-11 * w, w);
  EXPECT_NEAR(small.real() / (p.bristle_damping + p.viscous_damping), 1, 1e-3);
  EXPECT_NEAR(small.imag() / (-p.bristle_stiffness / w), 1, 1e-3);
  const Complex large = describing_function<LuGre>(p, 5, w);
  EXPECT_NEAR(large.real() / describing_function({1, 1, 0.4}, 5), 1, 1e-2);
}

// A loop with a cycle far from presliding: LuGre is predicted to cycle as Coulomb friction does.
TEST(LawDescribingFunction, PredictsTheCycleOfCoulombFrictionWhereMotionIsLarge) {
  const Polynomial away({1, -1}), towards({1, 1});
  const TransferFunction g(10.0 * (away * away * away), towards * towards * towards);
  LuGre::Parameters<double> p;
  p.viscous_damping = 0, p.static_force = p.coulomb_force;
  const auto found = predicted_cycle<LuGre>(p, g, {5, 30, 0.3, 1});
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->angular_frequency, std::tan(std::numbers::pi / 6), 1e-3);
  EXPECT_NEAR(found->speed_amplitude, 40 / std::numbers::pi, 0.02);
  // Under the PID gains of Fig. 8 none is predicted, though the loop hunts with LuGre too.
  EXPECT_FALSE(predicted_cycle<LuGre>({}, friction_to_velocity({})).has_value());
}

}  // namespace
}  // namespace stiction::testing
