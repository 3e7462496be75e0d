// SPDX-License-Identifier: BSD-3-Clause
// Property 1 of Canudas de Wit et al. 1995 and of Astrom and Canudas de Wit 2008, condition 1) of Dupont et al. 2002:
// the deflection never leaves |z| <= max g / sigma_0. Checked over random admissible parameters and random motion.
#include <gtest/gtest.h>

#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::property_boundedness_test {
namespace {

constexpr int cases = 20000;

/// How often the rate points outward a hair outside |z| = state_scale: never, if the set is invariant (Nagumo).
template <class M>
int escapes_through_the_border() {
  testing::RandomCases random(51);
  int escapes = 0;
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<M>(3.0);
    const double v = random.sign() * random.log_uniform(1e-9, 1e3);
    const double z = random.sign() * M::template state_scale<double>(p).deflection * (1 + 1e-12);
    const double outward = M::rate(p, {z}, contact(v)).deflection * (z < 0 ? -1 : 1);
    if (outward > 0) ++escapes;
  }
  return escapes;
}

/// How often an exact step of any length leaves the set, along random motion that starts inside.
template <class M>
int escapes_by_a_step() {
  testing::RandomCases random(52);
  int escapes = 0;
  for (int i = 0; i < cases / 10; ++i) {
    const auto p = random.parameters<M>(3.0);
    const double bound = M::template state_scale<double>(p).deflection;
    auto z = random.state<M>(p);
    for (int k = 0; k < 10; ++k) {
      z = M::exact_step(p, z, contact(random.sign() * random.log_uniform(1e-9, 1e3)), random.log_uniform(1e-9, 1e3));
      if (std::abs(z.deflection) > bound * (1 + 1e-14)) ++escapes;
    }
  }
  return escapes;
}

template <class Model>
struct BristleLaws : ::testing::Test {};
using AllBristleLaws =
    ::testing::Types<Dahl, LuGre, LuGreFadingDamping, LuGreLorentzian, LuGreTable, LuGreAsymmetric, ElastoPlastic>;
TYPED_TEST_SUITE(BristleLaws, AllBristleLaws);

TYPED_TEST(BristleLaws, KeepTheDeflectionBounded) { EXPECT_EQ(escapes_through_the_border<TypeParam>(), 0); }

TYPED_TEST(BristleLaws, KeepItBoundedForAnyExactStep) {
  if constexpr (HasExactStep<TypeParam>) {
    EXPECT_EQ(escapes_by_a_step<TypeParam>(), 0);
  }
}

/// LuGre with one planted fault: v instead of |v| in equation (1).
struct FaultyLuGre : LuGre {
  template <class Real>
  static State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return {c.velocity - c.direction * decay_rate(p, c) * z.deflection};
  }
};

TEST(BoundednessSuite, CatchesAPlantedFault) { EXPECT_GT(escapes_through_the_border<FaultyLuGre>(), cases / 10); }

}  // namespace
}  // namespace stiction::property_boundedness_test
