// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/solvers/sparse_matrix.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

template <std::size_t N, Pattern<N> pattern>
void expect_solved() {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int k = 0; k < 100; ++k) {
    Matrix<double, N> j{};
    std::array<double, N> b{};
    for (std::size_t r = 0; r < N; ++r) {
      b[r] = number(random);
      for (std::size_t c = 0; c < N; ++c)
        if (pattern[r][c]) j[r][c] = number(random);
    }
    const double a = N + 1.0;  // diagonally dominant: no pivoting is needed
    FactoredMatrix<N, pattern> factors;
    factors.factor(j, a, 1 / a);
    std::array<double, N> x = b;
    factors.solve(x);
    for (std::size_t r = 0; r < N; ++r) {
      double product = a * x[r];
      for (std::size_t c = 0; c < N; ++c) product -= j[r][c] * x[c];
      EXPECT_NEAR(product, b[r], 1e-14);
    }
  }
}

// (a I - J) x gives b back, for a full matrix and for a servo's.
TEST(SparseMatrix, SolutionsSatisfyTheirEquations) {
  expect_solved<5, dense_pattern<5>()>();
  expect_solved<16, dense_pattern<16>()>();  // in loops
  expect_solved<4, Pattern<4>{{{0, 1, 0, 0}, {1, 1, 1, 1}, {1, 0, 0, 0}, {0, 1, 0, 1}}}>();
  expect_solved<3, Pattern<3>{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}>();
}

// A PID servo with a bristle, y = (x, v, I, z): nothing fills in, the velocity is left to the end, and position and
// integral need no division.
TEST(SparseMatrix, AServoIsEliminatedDownToItsVelocity) {
  constexpr Pattern<4> servo{{{0, 1, 0, 0}, {1, 1, 1, 1}, {1, 0, 0, 0}, {0, 1, 0, 1}}};
  constexpr EliminationPlan<4> plan = plan_elimination(servo);
  EXPECT_EQ(plan.order, (std::array<std::size_t, 4>{2, 0, 3, 1}));
  EXPECT_TRUE(plan.plain_pivot[0] && plan.plain_pivot[2]);
  EXPECT_FALSE(plan.plain_pivot[1] || plan.plain_pivot[3]);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(plan.entry[r][c], servo[r][c] || r == c);
}

}  // namespace
}  // namespace stiction
