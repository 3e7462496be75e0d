// SPDX-License-Identifier: BSD-3-Clause
// The force of a rate-independent law depends on the path alone (Astrom and Canudas de Wit 2008, sidebar on the Dahl
// model; Bliman and Sorine 1993, (2)): every piece of a random path is travelled at two random speeds, by laws with
// random parameters.
#include <gtest/gtest.h>

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/models/preisach.hpp"
#include "stiction/models/semilinear_duhem.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::property_rate_independence_test {
namespace {

constexpr int cases = 2000, turns = 6;

/// How often the two journeys end in different forces.
template <class M>
int differences() {
  testing::RandomCases random(101);
  int found = 0;
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<M>(2.0);
    testing::Driven<M> one(p), other(p);
    for (int k = 0; k < turns; ++k) {
      const double way = random.sign() * random.log_uniform(1e-8, 1e-3);
      for (testing::Driven<M>* law : {&one, &other}) {
        const double speed = random.log_uniform(1e-6, 1.0);
        law->move(std::copysign(speed, way), std::abs(way) / speed);
      }
      const double size = M::template coulomb_level<double>(p) + std::abs(one.force(way));
      if (std::abs(one.force(way) - other.force(way)) > 1e-9 * size) ++found;
    }
  }
  return found;
}

template <class Model>
struct RateIndependentLaws : ::testing::Test {};
using Laws =
    ::testing::Types<Dahl, SpaceInvariant, BlimanSorine, BlimanSorineDamped, MaxwellSlip, Preisach, SemilinearDuhem>;
TYPED_TEST_SUITE(RateIndependentLaws, Laws);

TYPED_TEST(RateIndependentLaws, DependOnThePathAlone) {
  static_assert(TypeParam::info.phenomena.rate_independent);
  EXPECT_EQ(differences<TypeParam>(), 0);
}

TEST(RateIndependenceSuite, SeesThatLuGreDependsOnTheRate) { EXPECT_GT(differences<LuGre>(), cases); }

}  // namespace
}  // namespace stiction::property_rate_independence_test
