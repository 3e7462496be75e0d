// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/stribeck_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/viscous_drag.hpp"
#include "stiction/scalar/dual_number.hpp"

namespace stiction {
namespace {

// (4) of Astrom 2008 by hand for exponents with and without a shortcut, at v = 2 v_s: 1 + 0.5 exp(-2^a).
TEST(StribeckCurve, HasAnyExponent) {
  StribeckCurve::Parameters<double> p;
  for (const double a : {0.5, 1.0, 1.5, 2.0, 3.0}) {
    p.stribeck_exponent = a;
    EXPECT_NEAR(StribeckCurve::level(p, contact(2e-3)), 1 + 0.5 * std::exp(-std::pow(2.0, a)), 1e-15) << "a = " << a;
    EXPECT_EQ(StribeckCurve::level(p, contact(0.0)), 1.5);
  }
}

// The shortcut for exponent 2 must not lose d g / d exponent = -(F_S - F_C) r^a ln(r) exp(-r^a).
TEST(StribeckCurve, KnowsItsDerivativeByTheExponent) {
  using D = Dual<double, 1>;
  StribeckCurve::Parameters<D> p;
  p.stribeck_exponent = D::variable(2.0, 0);
  const D g = StribeckCurve::level(p, contact(D(3e-3)));
  EXPECT_NEAR(g.slope[0], -0.5 * 9 * std::log(3.0) * std::exp(-9.0), 1e-16);
}

// A frozen branch runs a little past v = 0 before the reversal is located: the curve must stay a number there.
TEST(StribeckCurve, StaysANumberPastAFrozenReversal) {
  StribeckCurve::Parameters<double> p;
  for (const double a : {0.5, 1.0, 1.7, 2.0}) {
    p.stribeck_exponent = a;
    EXPECT_TRUE(std::isfinite(StribeckCurve::level(p, contact(-1e-6, 1.0))));
  }
}

TEST(LorentzianCurve, IsHalfwayAtTheStribeckVelocity) {
  EXPECT_DOUBLE_EQ(LorentzianCurve::level(LorentzianCurve::Parameters<double>{}, contact(-1e-3)), 1.25);
}

// sigma_2 |v|^d sgn(v) with the reference speed of 1 m/s: 0.4 * 0.25^1.5 = 0.05 N.
TEST(PowerDrag, FollowsThePowerLaw) {
  PowerDrag::Parameters<double> p;
  p.viscous_exponent = 1.5;
  EXPECT_NEAR(PowerDrag::force(p, contact(0.25)), 0.05, 1e-16);
  EXPECT_NEAR(PowerDrag::force(p, contact(-0.25)), -0.05, 1e-16);
  EXPECT_EQ(PowerDrag::force(p, contact(0.0)), 0.0);
}

}  // namespace
}  // namespace stiction
