// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/routh_hurwitz.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

using Complex = std::complex<double>;

// s^3 + 2 s^2 + 3 s + 4: first column 1, 2, 1, 4, and a_1 a_2 - a_3 = 2, by hand.
TEST(RouthHurwitz, HasTheTableOfATextbook) {
  const RouthHurwitz r = routh_hurwitz(Polynomial({4, 3, 2, 1}));
  ASSERT_EQ(r.table.size(), 4U);
  EXPECT_EQ(r.table[2][0], 1);
  EXPECT_EQ(r.table[3][0], 4);
  EXPECT_NEAR(r.border_determinant, 2, 1e-14);
  EXPECT_TRUE(r.stable);
  EXPECT_EQ(r.sentence, "stable: every root has a negative real part");
}

// (s + 1)(s^2 + 4): a row vanishes, its factor s^2 + 4 lies on the axis, and the border determinant is zero.
TEST(RouthHurwitz, AVanishingRowPutsAPairOnTheAxis) {
  const RouthHurwitz r = routh_hurwitz(Polynomial({1, 1}) * Polynomial({4, 0, 1}));
  EXPECT_FALSE(r.stable);
  EXPECT_EQ(r.right_of_axis, 0);
  EXPECT_EQ(r.on_axis, 2);
  EXPECT_NEAR(r.border_determinant, 0, 1e-14);
  EXPECT_EQ(r.sentence, "on the border of stability: 2 on the imaginary axis");
}

// (s^2 - 1)(s^2 + 1)(s + 2): of the symmetric factor one root is on the right, two are on the axis.
TEST(RouthHurwitz, AVanishingRowCanHideARootOnTheRight) {
  const RouthHurwitz r = routh_hurwitz(Polynomial({-1, 0, 1}) * Polynomial({1, 0, 1}) * Polynomial({2, 1}));
  EXPECT_EQ(r.right_of_axis, 1);
  EXPECT_EQ(r.on_axis, 2);
}

// s^4 + s^3 + 2 s^2 + 2 s + 3 has a zero at the head of its third row, and two roots on the right.
TEST(RouthHurwitz, AZeroInTheFirstColumnIsNoObstacle) {
  const RouthHurwitz r = routh_hurwitz(Polynomial({3, 2, 2, 1, 1}));
  EXPECT_TRUE(r.multiplied);
  EXPECT_EQ(r.right_of_axis, 2);
  EXPECT_EQ(r.on_axis, 0);
}

// A free mass, s^2, has both roots on the axis; a constant has none at all.
TEST(RouthHurwitz, CountsRootsAtZero) {
  EXPECT_EQ(routh_hurwitz(Polynomial({0, 0, 1})).on_axis, 2);
  EXPECT_EQ(routh_hurwitz(Polynomial({0, -1, 1})).right_of_axis, 1);
  EXPECT_TRUE(routh_hurwitz(Polynomial(3)).stable);
  EXPECT_THROW(routh_hurwitz(Polynomial(0)), InvalidInput);
}

// The count is that of the roots the polynomial was made of, stable, unstable and on the axis.
TEST(RouthHurwitz, AgreesWithRandomRoots) {
  RandomCases cases(21);
  int borders = 0;
  for (int n = 0; n < 1000; ++n) {
    std::vector<Complex> roots_of;
    int right = 0, axis = 0;
    while (roots_of.size() < 6) {
      const double size = cases.log_uniform(0.1, 10);
      const int kind = static_cast<int>(cases.uniform(0, 5));
      if (kind == 0) {
        roots_of.emplace_back(cases.sign() * size);
        right += roots_of.back().real() > 0 ? 1 : 0;
      } else if (kind == 1 && axis == 0) {
        roots_of.insert(roots_of.end(), {Complex(0, size), Complex(0, -size)});
        axis = 2;
      } else {
        const Complex s = std::polar(size, cases.uniform(1.65, 3.0));
        const double side = cases.sign();
        roots_of.insert(roots_of.end(), {side * s, side * std::conj(s)});
        right += side < 0 ? 2 : 0;
      }
    }
    const RouthHurwitz r = routh_hurwitz(cases.log_uniform(0.01, 100) * polynomial_from_roots(roots_of));
    EXPECT_EQ(r.right_of_axis + (r.on_axis != axis ? 100 : 0), right)
        << "case " << n << ": " << r.on_axis << " on axis";
    EXPECT_EQ(r.stable, right == 0 && axis == 0);
    borders += axis > 0 ? 1 : 0;
  }
  EXPECT_GT(borders, 100);
}

}  // namespace
}  // namespace stiction::testing
