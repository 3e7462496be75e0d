// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/scalar/packed_dual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

/// A function with everything a law may do: powers, choices, quotients, decays.
template <class Real>
Real sample(const Real& x, const Real& y, const Real& z, const Real& w) {
  const Real curve = y + (z - y) * exp(-pow(x / w, Real(1.5)));
  return select(x > Real(0.1), x * curve / (Real(1) + sqrt(w)), -x) + tanh(z * x) - log(y) * atan(w);
}

// Slopes side by side in registers are the same as slopes one by one.
TEST(PackedDual, HasTheSlopesOfADual) {
  using Plain = Dual<double, 4>;
  const double at[] = {0.7, 1.3, 2.1, 0.4};
  const Plain one = sample(Plain::variable(at[0], 0), Plain::variable(at[1], 1), Plain::variable(at[2], 2),
                           Plain::variable(at[3], 3));
  const PackedDual<4> packed = sample(packed_variable<4>(at[0], 0), packed_variable<4>(at[1], 1),
                                      packed_variable<4>(at[2], 2), packed_variable<4>(at[3], 3));
  EXPECT_DOUBLE_EQ(packed.value, one.value);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(slope_along(packed, k), one.slope[k], 1e-14) << k;
}

// Slopes that move: with x = (2 + t) s the function x^3 e^x has the slope 2 (3 x^2 + x^3) e^x by s at t = 0, s = 1/2,
// and d/dt d/ds = s d2f/dx2 * 2 + df/dx with df/dx = (3 x^2 + x^3) e^x, d2f/dx2 = (6 x + 6 x^2 + x^3) e^x.
TEST(PackedDual, InsideADualHasMixedSecondDerivatives) {
  using Moving = Dual<PackedDual<4>, 1>;
  const Moving t = Moving::variable(PackedDual<4>(0.0), 0);
  const Moving s(packed_variable<4>(0.5, 2));
  const Moving x = (Moving(2) + t) * s;
  const Moving f = x * x * x * exp(x);
  const double e = std::exp(1.0);
  EXPECT_NEAR(f.value.value, e, 1e-14);
  EXPECT_NEAR(slope_along(f.value, 2), 2 * 4 * e, 1e-13);
  EXPECT_NEAR(f.slope[0].value, 0.5 * 4 * e, 1e-13);
  EXPECT_NEAR(slope_along(f.slope[0], 2), 2 * 0.5 * 13 * e + 4 * e, 1e-12);
  EXPECT_EQ(slope_along(f.slope[0], 1), 0.0);
}

// A shortcut for "the exponent is 2" must not lose the slope by the exponent.
TEST(PackedDual, IsExactlyANumberOnlyWithoutSlopes) {
  EXPECT_TRUE(exactly(PackedDual<4>(2.0), 2.0));
  EXPECT_FALSE(exactly(packed_variable<4>(2.0, 3), 2.0));
  EXPECT_FALSE(exactly(PackedDual<4>(2.5), 2.0));
}

}  // namespace
}  // namespace stiction
