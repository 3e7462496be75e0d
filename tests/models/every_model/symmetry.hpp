// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A law without a preferred direction answers a mirrored motion with the opposite force, over random parameters and
// paths.
#include <gtest/gtest.h>

#include "tests/models/every_model/family.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

template <class Model>
struct EveryModelSymmetry : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelSymmetry, testing::FamilyUnderTest, testing::NameOfModel);

/// Largest sum of the forces of two laws on mirrored paths, over the Coulomb level.
template <class M>
double largest_asymmetry(int cases, bool default_parameters) {
  testing::RandomCases random(121);
  double largest = 0;
  for (int i = 0; i < cases; ++i) {
    const auto p = default_parameters ? ParametersOf<M>{} : random.parameters<M>(0.5);
    testing::Driven<M> there(p), back(p);
    for (int k = 0; k < 5; ++k) {
      const double v = random.sign() * random.log_uniform(1e-5, 1e-2), way = random.log_uniform(1e-7, 1e-4);
      there.move(v, way / std::abs(v)), back.move(-v, way / std::abs(v));
      const double size = M::template coulomb_level<double>(p) + std::abs(there.force(v));
      largest = std::max(largest, std::abs(there.force(v) + back.force(-v)) / size);
    }
  }
  return largest;
}

TYPED_TEST(EveryModelSymmetry, MirroredMotionGivesTheOppositeForce) {
  if (TypeParam::info.symmetric) {
    EXPECT_LT(largest_asymmetry<TypeParam>(60, false), 1e-9);
  } else {
    EXPECT_GT(largest_asymmetry<TypeParam>(60, false), 1e-3) << "with parameters that differ between the directions";
    EXPECT_LT(largest_asymmetry<TypeParam>(60, true), 1e-9) << "the defaults prefer no direction";
  }
}

}  // namespace
}  // namespace stiction
