// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/dahl.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/scalar/dual_number.hpp"
#include "tests/support/prescribed_motion.hpp"

namespace stiction::dahl_test {
namespace {

using Parameters = Dahl::Parameters<double>;  // F_C = 1 N, sigma_0 = 1e5 N/m, exponent 1
using State = Dahl::State<double>;

// Astrom 2008 (27): from rest F = F_C (1 - exp(-sigma_0 x / F_C)).
TEST(Dahl, LoadsAlongTheExponentialOfEquation27) {
  for (const double x : {1e-7, 1e-5, 5e-5}) {
    const State z = Dahl::exact_step(Parameters{}, State{}, contact(0.2), x / 0.2);
    EXPECT_NEAR(1e5 * z.deflection, -std::expm1(-1e5 * x), 1e-15);
  }
}

// Loop area 4 F_C x_a - 4 (F_C^2/sigma_0) tanh(sigma_0 x_a / F_C) and force at reversal F_C tanh(sigma_0 x_a / F_C), at
// any frequency.
TEST(Dahl, SinusoidalLoopHasItsClosedFormAtAnyFrequency) {
  for (const double frequency : {1.0, 2.0, 4.0, 6.0})
    for (const auto& [amplitude, area] : {std::pair{2e-5, 4.14388967969673e-05}, {1e-4, 0.000360000000164892}}) {
      const auto loop = testing::sinusoidal_loop<Dahl>(Parameters{}, amplitude, frequency, 4, 20000);
      EXPECT_NEAR(loop.force_by_position, area, 1e-9 * area);
      EXPECT_NEAR(loop.largest_force, std::tanh(1e5 * amplitude), 1e-9);
    }
}

// Exponent 2: du/ds = -u^2 has u = 1/(1 + s). Exponent 1/2: u = (1 - s/2)^2 until it is spent at s = 2.
TEST(Dahl, OtherExponentsHaveTheirClosedForms) {
  Parameters p;
  const auto u_after = [&](double s) {
    return 1 - 1e5 * Dahl::exact_step(p, State{}, contact(1e-3), s * 1e-2).deflection;
  };
  p.shape_exponent = 2;
  for (const double s : {1e-6, 0.5, 3.0}) EXPECT_NEAR(u_after(s), 1 / (1 + s), 1e-14);
  p.shape_exponent = 0.5;
  for (const double s : {1e-6, 0.5, 1.9}) EXPECT_NEAR(u_after(s), (1 - s / 2) * (1 - s / 2), 1e-14);
  EXPECT_NEAR(u_after(2.5), 0.0, 1e-14) << "a brittle contact slides after a finite distance";
}

// In steady sliding z = F_C/sigma_0 whatever came before: dz/dF_C = 1/sigma_0, nothing by exponent or earlier z.
TEST(Dahl, ABrittleContactThatSlidesHasTheDerivativesOfSteadySliding) {
  using D = Dual<double, 3>;
  Dahl::Parameters<D> p;
  p.shape_exponent = D::variable(0.5, 0);
  p.coulomb_force = D::variable(1.0, 1);
  const D z = Dahl::exact_step(p, Dahl::State<D>{D::variable(2e-6, 2)}, contact(D(0.01)), D(1.0)).deflection;
  EXPECT_NEAR(z.value, 1e-5, 1e-20);
  EXPECT_EQ(z.slope[0], 0.0);
  EXPECT_NEAR(z.slope[1], 1e-5, 1e-20);
  EXPECT_EQ(z.slope[2], 0.0);
}

// u' = -u^i from u = 1: u = (1 + (i-1) s)^{-1/(i-1)}, so du/di = e^{-s} s^2 / 2 at i = 1, and z = (1 - u) F_C/sigma_0.
TEST(Dahl, ExactStepDependsOnTheExponentAlsoAtOne) {
  using D = Dual<double, 1>;
  Dahl::Parameters<D> p;
  p.shape_exponent = D::variable(1.0, 0);
  for (const double s : {0.1, 1.0, 3.0}) {
    const D z = Dahl::exact_step(p, Dahl::State<D>{}, contact(D(1e-3)), D(s * 1e-2)).deflection;
    EXPECT_NEAR(z.value, -1e-5 * std::expm1(-s), 1e-20);
    EXPECT_NEAR(z.slope[0], -1e-5 * std::exp(-s) * s * s / 2, 1e-20);
  }
}

// After a reversal the spring is stiffer than when relaxed: (2) at z = -F_C/sigma_0 moves with 2^i v.
TEST(Dahl, RecoversWithTwiceTheStiffnessToThePower) {
  Parameters p;
  for (const double exponent : {0.5, 1.0, 2.0}) {
    p.shape_exponent = exponent;
    EXPECT_NEAR(Dahl::rate(p, State{-1e-5}, contact(1.0)).deflection, std::pow(2.0, exponent), 1e-12);
  }
}

}  // namespace
}  // namespace stiction::dahl_test
