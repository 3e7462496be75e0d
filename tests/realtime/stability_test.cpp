// SPDX-License-Identifier: BSD-3-Clause
// Every law that can be updated per sample, over twelve decades of step and of speed: answers are numbers, and states
// stay in the bounds that the papers prove (Property 1 of Canudas de Wit et al. 1995 and its like).
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/all_models.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

template <class Law>
FrictionUpdate<Law> fresh_update(const ParametersOf<Law>& p, double h, double rest_velocity) {
  if constexpr (HoldsAtRest<Law>)
    return FrictionUpdate<Law>(p, h, rest_velocity);
  else
    return FrictionUpdate<Law>(p, h);
}

/// Visits (parameters, memory, result) after each of many random samples, by velocity and by displacement.
template <class Law, class Visitor>
void for_random_samples(unsigned seed, double decades, Visitor visit) {
  testing::RandomCases random(seed);
  for (int i = 0; i < 300; ++i) {
    const auto p = random.parameters<Law>(decades);
    const double h = random.log_uniform(1e-9, 1e3);
    auto update = fresh_update<Law>(p, h, 1e-9);
    for (int k = 0; k < 10; ++k) {
      const double v = random.sign() * random.log_uniform(1e-9, 1e3);
      const ContactForces<double> forces{.applied_force = random.uniform(-3, 3)};
      const auto result = k % 2 == 0 ? update.update_velocity(v, forces) : update.update_displacement(v * h, forces);
      visit(p, update.save(), result);
    }
  }
}

// Unconditional stability.
TEST(EveryLawUpdatedPerSample, AnswersWithANumberForAnyStepAndSpeed) {
  int laws = 0;
  AllModels::for_each([&]<class Law>() {
    if constexpr (UpdatedPerSample<Law>) {
      ++laws;
      int failures = 0;
      for_random_samples<Law>(81, 2.0, [&](const auto&, const auto& memory, const auto& result) {
        bool good = result.status == UpdateStatus::ok && std::isfinite(result.force);
        for_each_field(memory.state, [&](const auto&, double x, std::size_t) { good = good && std::isfinite(x); });
        failures += !good;
      });
      EXPECT_EQ(failures, 0) << Law::info.name;
    }
  });
  EXPECT_GE(laws, 25);
}

/// How often a state leaves what the law calls its scale, which for these laws is a bound.
template <class Law>
int escapes() {
  int count = 0;
  for_random_samples<Law>(82, 3.0, [&](const auto& p, const auto& memory, const auto&) {
    for_each_pair(memory.state, Law::template state_scale<double>(p),
                  [&](const auto&, double x, double bound) { count += std::abs(x) > bound * (1 + 1e-14); });
  });
  return count;
}

template <class Law>
struct BoundedLaws : ::testing::Test {};
using LawsWithABound = ::testing::Types<Dahl, LuGre, LuGreFadingDamping, LuGreLorentzian, LuGreTable, LuGreAsymmetric,
                                        ElastoPlastic, MaxwellSlip, GeneralizedMaxwellSlip, ResetIntegrator>;
TYPED_TEST_SUITE(BoundedLaws, LawsWithABound);

// |z| <= F_S/sigma_0, |F_i| <= W_i, for any step and speed.
TYPED_TEST(BoundedLaws, KeepTheirStateBounded) { EXPECT_EQ(escapes<TypeParam>(), 0); }

/// LuGre moved by explicit Euler, as in many controllers.
struct EulerLuGre : LuGre {
  template <class Real>
  static State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                const Real& h) {
    return {z.deflection + h * rate(p, z, c).deflection};
  }
};

// The check sees what it is for.
TEST(BoundedLawsSuite, CatchesExplicitEuler) { EXPECT_GT(escapes<EulerLuGre>(), 500); }

}  // namespace
}  // namespace stiction
