// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Dual numbers give the derivative of every output of every law by every number it is given, as high-order differences
// of the same law confirm, on the frozen branch of the direction.
#include <gtest/gtest.h>

#include "stiction/scalar/dual_number.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/model_outputs.hpp"

namespace stiction {
namespace {

using testing::Inputs, testing::outputs;

template <class Model>
struct EveryModelDerivative : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelDerivative, testing::FamilyUnderTest, testing::NameOfModel);

/// d(outputs)/dx by central differences of order 8 with relative step `step`.
template <class M>
auto differences(Inputs<M, double>& in, double& x, double step) {
  constexpr double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double kept = x, h = step * std::abs(kept);
  std::array<double, testing::output_count<M>> slope{};
  for (int k = 1; k <= 4; ++k) {
    x = kept + k * h;
    const auto above = outputs(in);
    x = kept - k * h;
    const auto below = outputs(in);
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] += weight[k - 1] * (above[i] - below[i]) / h;
  }
  x = kept;
  return slope;
}

TYPED_TEST(EveryModelDerivative, AgreesWithHighOrderDifferences) {
  using M = TypeParam;
  using D = Dual<double, 1>;
  static_assert(FrictionModel<M, D>);
  testing::RandomCases random(41);
  long compared = 0, on_a_border = 0;
  for (int round = 0; round < 60; ++round) {
    Inputs<M, double> in = testing::random_inputs<M>(random, 1.0);
    Inputs<M, D> dual = testing::convert_inputs<M, D>(in);
    std::vector<double*> numbers;
    testing::for_each_input(in, [&](double& x) { numbers.push_back(&x); });
    std::size_t which = 0;
    testing::for_each_input(dual, [&](D& seeded) {
      double& x = *numbers[which++];
      if (x == 0) return;
      seeded = D::variable(x, 0);
      const auto exact = outputs(dual);
      seeded = D(x);
      const auto coarse = differences(in, x, 1e-3), fine = differences(in, x, 3e-4);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const double size = std::abs(exact[i].value) + std::abs(fine[i] * x) + 1e-300;
        if (std::abs(coarse[i] - fine[i]) * std::abs(x) > 1e-9 * size) {  // a border of the law lies between the points
          ++on_a_border;
        } else {
          ++compared;
          ASSERT_NEAR(exact[i].slope[0] * x, fine[i] * x, 1e-8 * size) << "output " << i << ", input " << which - 1;
        }
      }
    });
  }
  EXPECT_LT(on_a_border, compared / 10);
}

}  // namespace
}  // namespace stiction
