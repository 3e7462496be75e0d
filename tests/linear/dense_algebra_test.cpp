// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace stiction {
namespace {

DenseMatrix random_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> number;
  DenseMatrix a(rows, columns);
  for (double& x : a.numbers) x = number(engine);
  return a;
}
std::vector<double> product(const DenseMatrix& a, const std::vector<double>& x) {
  std::vector<double> b(a.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.columns; ++k) b[i] += a(i, k) * x[k];
  return b;
}
double length(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

// Columns stand one after the other: {0, -4, 1, -1} is x'' = -4 x - x', with the roots of s^2 + s + 4.
TEST(DenseAlgebra, FindsTheEigenvaluesOfAnOscillator) {
  auto values = eigenvalues({2, 2, {0, -4, 1, -1}});
  ASSERT_EQ(values.size(), 2u);
  if (values[0].imag() < 0) std::swap(values[0], values[1]);
  EXPECT_NEAR(values[0].real(), -0.5, 1e-14);
  EXPECT_NEAR(values[0].imag(), std::sqrt(3.75), 1e-14);
  EXPECT_NEAR(std::abs(values[1] - std::conj(values[0])), 0, 1e-14);
  EXPECT_TRUE(eigenvalues(DenseMatrix(0, 0)).empty());
}

// The determinant is the product of the eigenvalues, and changes its sign with two rows.
TEST(DenseAlgebra, DeterminantAgreesWithEigenvalues) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    DenseMatrix a = random_matrix(6, 6, seed);
    std::complex<double> all = 1;
    for (const auto& value : eigenvalues(a)) all *= value;
    EXPECT_NEAR(determinant(a), all.real(), 1e-11 * std::abs(all));
    for (std::size_t k = 0; k < 6; ++k) std::swap(a(0, k), a(3, k));
    EXPECT_NEAR(determinant(a), -all.real(), 1e-11 * std::abs(all));
  }
}

// Eigenvalues do not depend on the units of the states, also where these are thirty decades apart.
TEST(DenseAlgebra, EigenvaluesDoNotDependOnUnits) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const DenseMatrix a = random_matrix(4, 4, seed);
    DenseMatrix scaled = a;
    const double units[] = {1, 1e-29, 3e4, 7e-12};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k) scaled(i, k) *= units[k] / units[i];
    const auto plain = eigenvalues(a), other = eigenvalues(scaled);
    for (const auto& one : plain) {
      double nearest = 1e300;
      for (const auto& two : other) nearest = std::min(nearest, std::abs(one - two));
      EXPECT_LT(nearest, 1e-11) << seed;
    }
  }
}

// A regular system is solved; an overdetermined one leaves a rest that is orthogonal to every column.
TEST(DenseAlgebra, LeastSquaresLeavesAnOrthogonalRest) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const DenseMatrix square = random_matrix(5, 5, seed), tall = random_matrix(9, 4, seed + 100);
    const std::vector<double> b = random_matrix(9, 1, seed + 200).numbers;
    const std::vector<double> five(b.begin(), b.begin() + 5);
    std::vector<double> rest = product(square, least_squares(square, five));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(rest[i], five[i], 1e-11);
    rest = product(tall, least_squares(tall, b));
    for (std::size_t i = 0; i < 9; ++i) rest[i] -= b[i];
    for (std::size_t k = 0; k < 4; ++k) {
      double along = 0;
      for (std::size_t i = 0; i < 9; ++i) along += tall(i, k) * rest[i];
      EXPECT_NEAR(along, 0, 1e-12);
    }
  }
}

// Of all solutions the smallest: x + y = 2 has (1, 1). What lies below the threshold counts as nothing.
TEST(DenseAlgebra, ChoosesTheSmallestSolution) {
  const std::vector<double> x = least_squares({2, 2, {1, 1, 1, 1}}, {2, 2});
  EXPECT_NEAR(x[0], 1, 1e-14);
  EXPECT_NEAR(x[1], 1, 1e-14);
  const DenseMatrix nearly(2, 2, {1, 0, 0, 1e-8});
  EXPECT_NEAR(least_squares(nearly, {1, 1})[1], 1e8, 1);
  EXPECT_NEAR(least_squares(nearly, {1, 1}, 1e-6)[1], 0, 1e-14);
}

// A unit vector, and every row takes it to zero.
TEST(DenseAlgebra, KernelIsOrthogonalToEveryRow) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const DenseMatrix a = random_matrix(4, 5, seed);
    const std::vector<double> t = kernel_direction(a);
    EXPECT_NEAR(length(t), 1, 1e-14);
    EXPECT_LT(length(product(a, t)), 1e-13);
  }
}

}  // namespace
}  // namespace stiction
