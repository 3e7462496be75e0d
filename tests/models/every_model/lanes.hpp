// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every law says the same in every number type: each SIMD lane, with its own variant of the law, as the scalar; float
// as double. Differences are measured against what one-ulp errors of the inputs do.
#include <gtest/gtest.h>

#include "stiction/scalar/simd_batch.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/model_outputs.hpp"

namespace stiction {
namespace {

using testing::Inputs, testing::outputs;

template <class Model>
struct EveryModelLanes : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelLanes, testing::FamilyUnderTest, testing::NameOfModel);

constexpr double ulps = 8;

template <class M, class T, std::size_t W>
void expect_lanes_equal_scalar(double decades) {
  static_assert(FrictionModel<M, Batch<T, W>>);
  testing::RandomCases random(31);
  for (int round = 0; round < 100; ++round) {
    Inputs<M, Batch<T, W>> batch;
    std::array<Inputs<M, double>, W> lane;
    for (std::size_t i = 0; i < W; ++i) {
      lane[i] = testing::random_inputs<M>(random, decades);
      assign_inputs(batch, lane[i], [i](Batch<T, W>& x, double y) { x.set(i, static_cast<T>(y)); });
    }
    const auto together = outputs(batch);
    for (std::size_t i = 0; i < W; ++i) {
      const auto alone = outputs(lane[i]);
      const auto error = testing::unavoidable_error(lane[i], static_cast<double>(std::numeric_limits<T>::epsilon()));
      for (std::size_t k = 0; k < alone.size(); ++k)
        ASSERT_NEAR(static_cast<double>(together[k][i]), alone[k], ulps * error[k]) << "output " << k << " lane " << i;
    }
  }
}

TYPED_TEST(EveryModelLanes, FourDoubles) { expect_lanes_equal_scalar<TypeParam, double, 4>(3.0); }
TYPED_TEST(EveryModelLanes, EightDoubles) { expect_lanes_equal_scalar<TypeParam, double, 8>(3.0); }
TYPED_TEST(EveryModelLanes, EightFloats) { expect_lanes_equal_scalar<TypeParam, float, 8>(1.0); }
TYPED_TEST(EveryModelLanes, SixteenFloats) { expect_lanes_equal_scalar<TypeParam, float, 16>(1.0); }

TYPED_TEST(EveryModelLanes, FloatAgreesWithDouble) {
  testing::RandomCases random(32);
  for (int round = 0; round < 500; ++round) {
    const auto in = testing::random_inputs<TypeParam>(random, 1.0);
    const auto exact = outputs(in);
    const auto coarse = outputs(testing::convert_inputs<TypeParam, float>(in));
    const auto error = testing::unavoidable_error(in, static_cast<double>(std::numeric_limits<float>::epsilon()));
    for (std::size_t k = 0; k < exact.size(); ++k)
      ASSERT_NEAR(static_cast<double>(coarse[k]), exact[k], ulps * error[k]) << "output " << k;
  }
}

}  // namespace
}  // namespace stiction
