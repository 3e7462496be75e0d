// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/lugre.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/explicit_step.hpp"
#include "stiction/models/preset.hpp"
#include "tests/support/prescribed_motion.hpp"

namespace stiction::lugre_test {
namespace {

using Parameters = LuGre::Parameters<double>;  // defaults: Table I of the 1995 paper
using State = LuGre::State<double>;

#define EXPECT_DIGITS(value, reference) EXPECT_NEAR(value, reference, 1e-9 * std::abs(reference))

// (4) by hand with Table I: F_C + (F_S - F_C) = 1.5 N at rest, 1 + 0.5/e N at v_s, F_C far above it.
TEST(LuGre, StribeckCurveHasTheValuesOfEquation4) {
  const Parameters p;
  EXPECT_DOUBLE_EQ(StribeckCurve::level<double>(p, contact(0.0)), 1.5);
  EXPECT_NEAR(StribeckCurve::level<double>(p, contact(0.001)), 1.1839397205857212, 1e-15);
  EXPECT_DOUBLE_EQ(StribeckCurve::level<double>(p, contact(-0.1)), 1.0);
}

// (3): the state that (1) leaves alone gives g(v) sgn(v) + sigma_2 v. At v_s that is 1 + 0.5/e + 0.0004 N by hand.
TEST(LuGre, SteadySlidingGivesTheStribeckCurve) {
  const Parameters p;
  const State z{1.1839397205857212e-5};
  const Contact<double> c = contact(0.001);
  const State dz = LuGre::rate(p, z, c);
  EXPECT_NEAR(dz.deflection, 0.0, 1e-17);
  EXPECT_NEAR(LuGre::force(p, z, dz, c), 1.1839397205857212 + 0.4e-3, 1e-12);
  EXPECT_NEAR(LuGre::steady_force(p, c), 1.1839397205857212 + 0.4e-3, 1e-15);
}

// Held velocity, z(0) = 0: z(t) = z_ss (1 - exp(-sigma_0 v t / g)); reference value at 1 mm/s after 5 ms.
TEST(LuGre, ConstantVelocityFollowsTheClosedForm) {
  const State z = LuGre::exact_step(Parameters{}, State{}, contact(1e-3), 5e-3);
  EXPECT_DIGITS(z.deflection, 4.07837604647987e-06);
}

/// Displacement from deflection z at which the force reaches `force`, moving infinitely slowly (v = 1e-15 m/s).
double slow_path_to(State& z, double force, const Parameters& p) {
  const double v = force > p.bristle_stiffness * z.deflection ? 1e-15 : -1e-15;
  double low = 0, high = 1e-3;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    const bool short_of_it =
        (p.bristle_stiffness * LuGre::exact_step(p, z, contact(v), middle / 1e-15).deflection - force) * v < 0;
    (short_of_it ? low : high) = middle;
  }
  z = LuGre::exact_step(p, z, contact(v), low / 1e-15);
  return v < 0 ? -low : low;
}

// Fig. 2 of 1995 in the limit of slow loading: F to 0.95 F_S, to 0, to -0.95 F_S and back. With g0 = F_S/sigma_0:
// x_A = g0 ln 20, residual g0 ln(20/1.95), x_A - x_B = g0 ln(20 * 1.95), and the loop closes.
TEST(LuGre, SlowPreslidingHasTheClosedFormsOfFigure2) {
  const Parameters p;
  State z;
  const double x_a = slow_path_to(z, 1.425, p);
  EXPECT_DIGITS(x_a, 4.49359841033099e-05);
  State unloaded = z;
  EXPECT_DIGITS(x_a + slow_path_to(unloaded, 0.0, p), 3.4918543514675e-05);
  const double down = slow_path_to(z, -1.425, p);
  EXPECT_DIGITS(-down, 5.49534246919447e-05);
  EXPECT_NEAR(slow_path_to(z, 1.425, p) + down, 0.0, 1e-18);
}

/// Work of the friction force from z over a slow displacement, by Simpson's rule on the law's own exact steps.
double slow_work(const State& z, double displacement, const Parameters& p) {
  constexpr int panels = 2000;
  const double v = displacement < 0 ? -1e-15 : 1e-15, piece = std::abs(displacement) / panels;
  double sum = 0;
  for (int i = 0; i <= panels; ++i) {
    const State now = LuGre::exact_step(p, z, contact(v), i * piece / 1e-15);
    sum += (i == 0 || i == panels ? 1 : i % 2 == 0 ? 2 : 4) * p.bristle_stiffness * now.deflection;
  }
  return sum * std::copysign(piece, v) / 3;
}

// The work lost in one turn of that loop, from 0.95 F_S to -0.95 F_S and back.
TEST(LuGre, SlowPreslidingLoopLosesTheReferenceWork) {
  const Parameters p;
  State z{1.425e-5};
  const State start = z;
  const double down = slow_path_to(z, -1.425, p);
  EXPECT_DIGITS(slow_work(start, down, p) + slow_work(z, -down, p), 7.93602740758341e-05);
}

// Fig. 10 of 2008, prescribed x = x_a sin(2 pi f t): loop areas and largest forces, rate dependent.
TEST(LuGre, SinusoidalLoopsDependOnTheRate) {
  const Parameters p;
  struct Case {
    double amplitude, frequency, area, largest_force;
    int warm_up;
  };
  for (const Case& c : {Case{1e-4, 1, 0.000475242165575095, 1.45463409240497, 4},
                        Case{1e-4, 6, 0.000377950136632418, 1.1269184186647, 4},
                        Case{1e-5, 1, 8.08817245505405e-06, 0.874091595645876, 40},
                        Case{1e-5, 6, 1.08143431380109e-05, 0.871313924350833, 40}}) {
    const auto loop = testing::sinusoidal_loop<LuGre>(p, c.amplitude, c.frequency, c.warm_up, 40000);
    EXPECT_DIGITS(loop.force_by_position, c.area);
    EXPECT_NEAR(loop.largest_force, c.largest_force, 1e-7) << "taken on a grid, hence few digits";
  }
}

// Fig. 3 of 1995: v = 1e-3 (1 + 0.5 sin wt) never reverses, yet force against velocity encloses an area.
TEST(LuGre, LagsBehindTheVelocity) {
  const Parameters p;
  for (const auto& [omega, area] : {std::pair{1.0, 2.91100614945822e-06}, {25.0, 5.76561551015e-5}}) {
    State z{1.18e-5};
    testing::LoopIntegrals loop;
    for (int i = 0; i < 40; ++i)
      loop = testing::over_one_period<LuGre>(
          p, z, [omega = omega](double t) { return 1e-3 * (1 + 0.5 * std::sin(omega * t)); },
          [omega = omega](double t) { return 0.5e-3 * omega * std::cos(omega * t); }, 2 * std::numbers::pi / omega,
          20000);
    EXPECT_DIGITS(std::abs(loop.force_by_velocity), area);
  }
}

// Explicit Euler is stable for h < 2 g / (sigma_0 |v|): 2/3.7e4 s at the top of the 1995 stick-slip cycle.
TEST(LuGre, LargestExplicitStepIsTwoOverTheDecayRate) {
  const Parameters p;
  for (const double v : {-0.3698, 1e-3, 1e-6}) {
    const double expected = 2 * StribeckCurve::level<double>(p, contact(v)) / (1e5 * std::abs(v));
    EXPECT_NEAR(largest_explicit_step<LuGre>(p, {}, State{}, contact(v)), expected, 1e-6 * expected);
  }
  EXPECT_TRUE(std::isinf(largest_explicit_step<LuGre>(p, {}, State{}, contact(0.0))));
}

TEST(LuGre, HasThePapersParameterSets) {
  const auto p = preset<LuGre>("astrom2008_fig4");
  EXPECT_EQ(p.bristle_stiffness, 2900);
  EXPECT_EQ(p.stribeck_exponent, 1);
  EXPECT_NEAR(LuGre::state_scale(p).deflection, 5.88 / 2900, 1e-15);
  EXPECT_THROW(preset<LuGre>("astrom2008_fig3"), InvalidInput);
}

TEST(LuGre, RefusesAStaticForceBelowTheCoulombForce) {
  Parameters p;
  p.coulomb_force = 2.0;
  const auto broken = violations(p);
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].text, "static_force >= coulomb_force must hold, but coulomb_force = 2 N, static_force = 1.5 N");
}

}  // namespace
}  // namespace stiction::lugre_test
