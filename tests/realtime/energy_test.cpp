// SPDX-License-Identifier: BSD-3-Clause
// Sampling creates no energy. Over one sample the storage of a passive law grows by no more than force times
// displacement: Property 2 of Astrom and Canudas de Wit 2008 for the spring, Property 3 for the whole force, where its
// condition holds. The spring force at the end of a sample is at least its mean wherever it grows along the motion, and
// where it falls towards a lower level the storage falls too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stiction/models/bristle_models.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::energy_test {
namespace {

/// F dx - (W_k - W_{k-1}) at random samples, the worst one, in units of the larger of the terms.
template <class Law, class Adjust>
double worst_balance(Adjust adjust) {
  testing::RandomCases random(91);
  double worst = 1;
  for (int i = 0; i < 1000; ++i) {
    auto p = random.parameters<Law>(3.0);
    adjust(p, random);
    FrictionUpdate<Law> update(p, random.log_uniform(1e-6, 1e-1));
    const double length = random.log_uniform(1e-3, 1e3) * 1e-5;
    for (int k = 0; k < 20; ++k) {
      const double stored = Law::template storage<double>(p, update.save().state);
      const double dx = random.sign() * length * random.uniform(0, 1);
      const double supplied = update.update_displacement(dx).force * dx;
      const double gain = Law::template storage<double>(p, update.save().state) - stored;
      worst = std::min(worst, (supplied - gain) / (std::abs(supplied) + stored + std::abs(gain) + 1e-300));
    }
  }
  return worst;
}
constexpr auto as_drawn = [](auto&, auto&) {};
/// Drag above the law's own threshold of passivity.
constexpr auto raise_drag = [](auto& p, auto& random) {
  p.viscous_damping += std::max(0.0, -LuGre::passivity_margin<double>(p)) * random.uniform(1.0, 3.0);
};

TEST(EnergyPerSample, IsNotCreatedByDahl) { EXPECT_GE(worst_balance<Dahl>(as_drawn), -1e-12); }
TEST(EnergyPerSample, IsNotCreatedByMaxwellSlip) { EXPECT_GE(worst_balance<MaxwellSlip>(as_drawn), -1e-12); }
TEST(EnergyPerSample, IsNotCreatedByLuGreWhereItIsPassive) { EXPECT_GE(worst_balance<LuGre>(raise_drag), -1e-12); }
TEST(EnergyPerSample, IsNotCreatedByElastoPlasticWhereItIsPassive) {
  EXPECT_GE(worst_balance<ElastoPlastic>(raise_drag), -1e-12);
}

// The spring of LuGre alone, for any parameters: Property 2.
TEST(EnergyPerSample, IsNotCreatedByTheBristlesThemselves) {
  EXPECT_GE(worst_balance<LuGre>([](auto& p, auto&) { p.bristle_damping = 0; }), -1e-12);
}

// Below the threshold (7) the continuous law creates energy, and so does the update: the check can fail.
TEST(EnergyPerSample, IsCreatedByLuGreBelowTheThresholdOfPassivity) {
  EXPECT_LT(worst_balance<LuGre>([](auto& p, auto&) { p.viscous_damping = 0, p.bristle_damping *= 100; }), -1e-3);
}

// Memoryless friction takes energy at every sample.
TEST(EnergyPerSample, IsTakenByCoulombFriction) {
  testing::RandomCases random(92);
  FrictionUpdate<CoulombViscous> update({}, 1e-3, 1e-6);
  for (int k = 0; k < 1000; ++k) {
    const double v = random.sign() * random.log_uniform(1e-5, 10);
    EXPECT_GT(update.update_velocity(v).force * v, 0);
  }
}

}  // namespace
}  // namespace stiction::energy_test
