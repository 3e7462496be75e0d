// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/dense_exponential.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// Closed forms: a rotation, a chain of integrators, a lag a million times faster than the step.
TEST(DenseExponential, HasTheClosedFormsOfRotationIntegratorsAndLag) {
  const double w = 7.3;
  const DenseMatrix turned = exponential(DenseMatrix(2, 2, {0, w, -w, 0}));
  EXPECT_NEAR(turned(0, 0), std::cos(w), 1e-13);
  EXPECT_NEAR(turned(1, 0), std::sin(w), 1e-13);
  const DenseMatrix chain = exponential(DenseMatrix(3, 3, {0, 0, 0, 2, 0, 0, 0, 2, 0}));
  EXPECT_DOUBLE_EQ(chain(0, 1), 2);
  EXPECT_DOUBLE_EQ(chain(0, 2), 2);
  const DenseMatrix lag = exponential(DenseMatrix(2, 2, {-1e6, 0, 1e6, 0}));
  EXPECT_NEAR(lag(0, 0), 0, 1e-12);
  EXPECT_NEAR(lag(0, 1), 1, 1e-9);
}

}  // namespace
}  // namespace stiction
