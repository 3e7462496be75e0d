// SPDX-License-Identifier: BSD-3-Clause
// Small matrices. Nilpotent matrices, decays far apart and decaying rotations are in
// tests/models/space_invariant_test.cpp.
#include "stiction/scalar/matrix_exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/scalar/dual_number.hpp"

namespace stiction {
namespace {

// A diagonal matrix has e^m - 1, (e^m - 1)/m and (e^m - 1 - m)/m^2 on its diagonal, for growth as for decay.
TEST(StepMatrices, OfADiagonalMatrixAreThoseOfItsEntries) {
  const std::array<double, 3> entries{-3.0, 0.25, 2.0};
  const auto s = step_matrices<3>(diagonal_matrix(entries));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double m = entries[i], growth = std::expm1(m);
      EXPECT_NEAR(s.growth[3 * i + j], i == j ? growth : 0.0, 1e-14 * (1 + std::abs(growth)));
      EXPECT_NEAR(s.phi1[3 * i + j], i == j ? growth / m : 0.0, 1e-14 * (1 + growth / m));
      EXPECT_NEAR(s.phi2[3 * i + j], i == j ? (growth - m) / (m * m) : 0.0, 3e-14);
    }
}

// e^{((0, -a), (a, 0))} turns by the angle a: a quarter, a half, a full turn and a thousand turns.
TEST(StepMatrices, OfASkewMatrixAreARotation) {
  using std::numbers::pi;
  for (const double angle : {pi / 2, pi, 2 * pi, 2000 * pi, 1.0}) {
    const auto s = step_matrices<2>(std::array{0.0, -angle, angle, 0.0});
    const double tolerance = 1e-15 * (10 + 10 * angle);
    EXPECT_NEAR(s.growth[0] + 1, std::cos(angle), tolerance);
    EXPECT_NEAR(s.growth[1], -std::sin(angle), tolerance);
    EXPECT_NEAR(s.growth[2], std::sin(angle), tolerance);
    EXPECT_NEAR(s.phi1[0], std::sin(angle) / angle, tolerance);
    EXPECT_NEAR(s.phi1[2], (1 - std::cos(angle)) / angle, tolerance);
  }
}

// x' = b + c tau from x_0 with M = 0 is x_0 + b + c/2.
TEST(LinearStep, IntegratesAConstantAndARamp) {
  const auto x =
      linear_step(std::array{0.0, 0.0, 0.0, 0.0}, std::array{1.0, 2.0}, std::array{0.5, -1.0}, std::array{4.0, 6.0});
  EXPECT_EQ(x, (std::array{3.5, 4.0}));
}

// x' = -x + tau, x(0) = 0 has x(1) = e^{-1}; x' = -x + 1 has x(1) = 1 - e^{-1}.
TEST(LinearStep, AgreesWithTheScalarSolution) {
  const std::array decay{-1.0}, zero{0.0}, one{1.0};
  EXPECT_NEAR(linear_step(decay, zero, zero, one)[0], std::exp(-1.0), 1e-15);
  EXPECT_NEAR(linear_step(decay, zero, one)[0], -std::expm1(-1.0), 1e-15);
  EXPECT_NEAR(linear_step(decay, one, zero)[0], std::exp(-1.0), 1e-15);
}

// d e^{t m}/dt = m e^{t m}, by dual numbers through halving, series and doubling; and in single precision.
TEST(StepMatrices, WorkForDualNumbersAndFloat) {
  using D = Dual<double, 1>;
  const auto s = step_matrices<1>(std::array{D(-5) * D::variable(2, 0)});
  EXPECT_NEAR(s.growth[0].value, std::expm1(-10.0), 1e-14);
  EXPECT_NEAR(s.growth[0].slope[0], -5 * std::exp(-10.0), 1e-14);
  const auto f = step_matrices<2>(std::array{-1.0f, 0.0f, 0.0f, 1.0f});
  EXPECT_NEAR(f.growth[0], std::expm1(-1.0), 1e-6);
  EXPECT_NEAR(f.growth[3], std::expm1(1.0), 1e-6);
}

// A zero in the pivot's place calls for a row exchange: ((0, 1, 2), (1, 0, 3), (4, -3, 8)) (1, 2, 3) = (8, 10, 22).
TEST(Solve, ExchangesRowsWhereAPivotIsZero) {
  const std::array<double, 9> a{0, 1, 2, 1, 0, 3, 4, -3, 8};
  EXPECT_EQ(times(a, std::array{1.0, 2.0, 3.0}), (std::array{8.0, 10.0, 22.0}));
  const auto x = solve(a, std::array{8.0, 10.0, 22.0});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(x[i], static_cast<double>(i + 1), 1e-14);
}

// Random systems of order 4 leave a residual at rounding level.
TEST(Solve, LeavesNoResidual) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> entry(-1, 1);
  for (int round = 0; round < 1000; ++round) {
    std::array<double, 16> a;
    std::array<double, 4> b;
    for (double& x : a) x = entry(random);
    for (double& x : b) x = entry(random);
    const auto x = solve(a, b), back = times(a, x);
    const double size = 1 + std::abs(x[0]) + std::abs(x[1]) + std::abs(x[2]) + std::abs(x[3]);
    for (std::size_t i = 0; i < 4; ++i) ASSERT_NEAR(back[i], b[i], 1e-14 * size);
  }
}

// The blocks matrices are made of, by hand.
TEST(SmallMatrices, AreRowMajor) {
  EXPECT_EQ(diagonal_matrix(std::array{1.0, 2.0}), (std::array{1.0, 0.0, 0.0, 2.0}));
  EXPECT_EQ((multiples_of<double, 3>(0.5)), (std::array{0.5, 1.0, 1.5}));
  EXPECT_EQ((filled_with<double, 2>(7)), (std::array{7.0, 7.0}));
  EXPECT_EQ(scaled(2.0, std::array{1.0, -1.0}), (std::array{2.0, -2.0}));
  EXPECT_EQ(sum_of(std::array{1.0, 2.0}, std::array{3.0, 4.0}), (std::array{4.0, 6.0}));
  EXPECT_EQ(dot(std::array{1.0, 2.0}, std::array{3.0, 4.0}), 11.0);
  EXPECT_EQ(times(std::array{1.0, 2.0, 3.0, 4.0}, std::array{1.0, 10.0}), (std::array{21.0, 43.0}));
}

/// The eigenvalues of a triangular matrix are its diagonal.
template <std::size_t N>
bool triangular_is_hurwitz(const std::array<double, N>& eigenvalues, double above) {
  auto a = diagonal_matrix(eigenvalues);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i + 1; j < N; ++j) a[i * N + j] = above;
  return is_hurwitz<N>(a);
}

// One eigenvalue that does not decay is enough; also where it equals the row norm, and where all are zero.
TEST(IsHurwitz, SeesEveryEigenvalueOfATriangularMatrix) {
  for (const double above : {0.0, 0.3, -20.0}) {
    EXPECT_TRUE(triangular_is_hurwitz(std::array{-1.0}, above));
    EXPECT_TRUE(triangular_is_hurwitz(std::array{-1.0, -5.0}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{-1.0, 0.0}, above));
    EXPECT_TRUE(triangular_is_hurwitz(std::array{-1.0, -2.0, -3.0}, above));
    EXPECT_TRUE(triangular_is_hurwitz(std::array{-1.0, -1e-6, -1.0, -4.0}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{1.0, -1.0, -1.0}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{1.0, 1.0, 1.0}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{0.0, 0.0, 0.0}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{-1.0, -2.0, 1e-6}, above));
    EXPECT_FALSE(triangular_is_hurwitz(std::array{-2.0, -2.0, 3.0, -2.0}, above));
  }
}

}  // namespace
}  // namespace stiction
