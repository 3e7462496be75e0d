// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every law can be put under a changing load or into a gear.
#include <gtest/gtest.h>

#include "stiction/models/load_dependence.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

template <class Model>
struct EveryLoadedModel : ::testing::Test {};
TYPED_TEST_SUITE(EveryLoadedModel, testing::FamilyUnderTest, testing::NameOfModel);

// Twice the load, twice the Coulomb level: the rows marked as force levels are the right ones, for every law.
TYPED_TEST(EveryLoadedModel, HasACoulombLevelInProportionToTheLoad) {
  testing::RandomCases random(91);
  for (int i = 0; i < 200; ++i) {
    const auto p = random.parameters<TypeParam>(2.0);
    const double level = TypeParam::template coulomb_level<double>(p);
    for (const double ratio : {0.25, 1.0, 2.0})
      EXPECT_NEAR(TypeParam::template coulomb_level<double>(detail::at_load(p, ratio)), ratio * level, 1e-12 * level);
  }
}

TYPED_TEST(EveryLoadedModel, IsTheLawItselfAtTheNominalLoad) {
  static_assert(FrictionModel<NormalLoad<TypeParam>> && FrictionModel<GearLoss<TypeParam>>);
  static_assert(kind_of<NormalLoad<TypeParam>>() == kind_of<TypeParam>());
  static_assert(HasExactStep<NormalLoad<TypeParam>> == HasExactStep<TypeParam>);
  static_assert(HoldsAtRest<GearLoss<TypeParam>> == HoldsAtRest<TypeParam>);
}

}  // namespace
}  // namespace stiction
