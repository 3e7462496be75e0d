// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/semilinear_duhem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::semilinear_duhem_test {
namespace {

using test_support::uniform;

using First = BasicSemilinearDuhem<1>;
using P = ParametersOf<SemilinearDuhem>;

/// Two states with different systems for the two directions.
P lopsided() {
  P p;
  p.forward_dynamics = {-9e3, 4e3, -2e3, -7e3}, p.backward_dynamics = {5e3, 1e3, -6e3, 8e3};
  p.forward_coupling = {3e5, -1e5}, p.backward_coupling = {-2e5, 6e5};
  p.forward_drive = {1e4, 2e4}, p.backward_drive = {3e4, -1e3};
  p.output = {1, 0.5}, p.direct_stiffness = 700;
  return p;
}

// A_+ = -sigma_0/F_C = -A_-, E = sigma_0 is Dahl: after a way s in direction d, F = F_C d + (F_0 - F_C d) e^{-sigma_0
// s/F_C}.
TEST(SemilinearDuhem, ContainsDahl) {
  const double stiffness = 2e5, level = 3;
  ParametersOf<First> p;
  p.forward_dynamics = {-stiffness / level}, p.backward_dynamics = {stiffness / level};
  p.forward_drive = p.backward_drive = {stiffness};
  ParametersOf<Dahl> dahl;
  dahl.stiffness = stiffness, dahl.coulomb_force = level;
  StateOf<First> z;
  StateOf<Dahl> bristle;
  double force = 0;
  for (const double way : {1e-5, -0.4e-5, 2e-5, -5e-5, 1e-6, -3.0}) {
    z = First::exact_step(p, z, contact(way), 1.0);
    bristle = Dahl::exact_step(dahl, bristle, contact(way), 1.0);
    const double end = std::copysign(level, way);
    force = end + (force - end) * std::exp(-stiffness * std::abs(way) / level);
    EXPECT_NEAR(First::force(p, z, z, contact(way)), force, 1e-14);
    EXPECT_NEAR(First::force(p, z, z, contact(way)), Dahl::force(dahl, bristle, bristle, contact(way)), 1e-14);
  }
  EXPECT_NEAR(First::coulomb_level(p), level, 1e-15);
}

// A_+ = A = -A_-, E_+ = E_- = B is the space-invariant law: the same force as Bliman-Sorine along a random path.
TEST(SemilinearDuhem, ContainsBlimanSorine) {
  const ParametersOf<BlimanSorine> own;
  const auto m = BlimanSorineForm::matrices<double>(own);
  P p;
  p.forward_dynamics = diagonal_matrix(m.dynamics.entries);
  p.backward_dynamics = scaled(-1.0, p.forward_dynamics);
  p.forward_drive = p.backward_drive = m.input, p.output = m.output;
  StateOf<SemilinearDuhem> z;
  StateOf<BlimanSorine> x;
  std::mt19937_64 random(1);
  for (int k = 0; k < 200; ++k) {
    const auto c = contact(uniform(random, -3e-4, 3e-4));
    z = SemilinearDuhem::exact_step(p, z, c, 1.0);
    x = BlimanSorine::exact_step(own, x, c, 1.0);
    ASSERT_NEAR(SemilinearDuhem::force(p, z, z, c), BlimanSorine::force(own, x, x, c), 1e-13);
  }
  EXPECT_NEAR(SemilinearDuhem::coulomb_level(p), 1.0, 1e-14);
}

// dx/du = a x + b u + e has x = -(b/a) u - (e/a + b/a^2) + const e^{a u}: the closed form of (1) with a coupling.
TEST(SemilinearDuhem, CouplingToTheDisplacementHasItsClosedForm) {
  ParametersOf<First> p;
  p.forward_dynamics = {-8e3}, p.backward_dynamics = {5e3}, p.forward_coupling = {3e6}, p.backward_coupling = {-2e6};
  p.forward_drive = {2e4}, p.backward_drive = {1e4}, p.output = {2}, p.direct_stiffness = 300;
  StateOf<First> z{2e-4, {0.7}};
  for (const double way : {1e-4, -3e-4, 6e-5, 2e-3, -4e-3}) {
    const double a = way > 0 ? -8e3 : 5e3, b = way > 0 ? 3e6 : -2e6, e = way > 0 ? 2e4 : 1e4;
    const auto particular = [&](double u) { return -b / a * u - (e / a + b / (a * a)); };
    const double u = z.displacement, x = particular(u + way) + (z.memory[0] - particular(u)) * std::exp(a * way);
    z = First::exact_step(p, z, contact(way / 10), 10.0);
    EXPECT_NEAR(z.displacement, u + way, 1e-18);
    EXPECT_NEAR(z.memory[0], x, 3e-14);
    EXPECT_NEAR(First::force(p, z, z, contact(way)), 2 * x + 300 * (u + way), 1e-13);
  }
}

// The exact step solves (1), d/dh exact_step = rate, and agrees with Runge-Kutta, in both directions.
TEST(SemilinearDuhem, ExactStepSolvesTheRateEquation) {
  using D = Dual<double, 1>;
  const P p = lopsided();
  const StateOf<SemilinearDuhem> start{1e-5, {0.4, -0.9}};
  for (const double v : {-3e-4, 2e-4}) {
    const auto moving = convert<ParametersOf<SemilinearDuhem, D>>(p);
    const auto from = convert<StateOf<SemilinearDuhem, D>>(start);
    const auto end = SemilinearDuhem::exact_step(moving, from, contact(D(v)), D::variable(1, 0));
    const auto rate = SemilinearDuhem::rate(moving, end, contact(D(v)));
    const auto stepped = test_support::integrate<SemilinearDuhem>(p, {start}, [&](double) { return v; }, 0, 1, 2000);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(end.memory[i].slope[0], rate.memory[i].value, 1e-11);
      EXPECT_NEAR(end.memory[i].value, stepped.state.memory[i], 1e-10);
    }
  }
}

// A_+ and -A_- Hurwitz: x forgets where it came from, however long the way, and stays finite.
TEST(SemilinearDuhem, LongMotionForgetsThePast) {
  P p = lopsided();
  p.forward_coupling = p.backward_coupling = {0, 0};
  for (const double way : {1.0, -1.0, 1e20, -1e20}) {
    const auto a = SemilinearDuhem::exact_step(p, StateOf<SemilinearDuhem>{0, {5, -8}}, contact(way), 1.0);
    const auto b = SemilinearDuhem::exact_step(p, StateOf<SemilinearDuhem>{0, {-2, 3}}, contact(way), 1.0);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_TRUE(std::isfinite(a.memory[i]));
      EXPECT_NEAR(a.memory[i], b.memory[i], 1e-12);
    }
  }
}

// The level is half the gap between the ends of forward and backward motion: (F_+ - F_-)/2 at u = 0.
TEST(SemilinearDuhem, LevelIsHalfTheGapBetweenTheDirections) {
  P p;
  p.forward_drive = {1.5e4, 0}, p.backward_drive = {0.5e4, 0}, p.output = {2, 1};  // ends at 1.5, -0.5 in x_1
  EXPECT_NEAR(SemilinearDuhem::coulomb_level(p), 2.0, 1e-14);
  const auto forward = SemilinearDuhem::exact_step(p, StateOf<SemilinearDuhem>{}, contact(1.0), 1.0);
  const auto backward = SemilinearDuhem::exact_step(p, StateOf<SemilinearDuhem>{}, contact(-1.0), 1.0);
  EXPECT_NEAR(SemilinearDuhem::force(p, forward, forward, contact(1.0)), 3.0, 1e-13);
  EXPECT_NEAR(SemilinearDuhem::force(p, backward, backward, contact(-1.0)), -1.0, 1e-13);
}

// Rate independence of the choice (2): the same strokes six decades faster end in the same state.
TEST(SemilinearDuhem, TheSamePathTravelledFasterGivesTheSameState) {
  const P p = lopsided();
  const auto after = [&](double w) {
    test_support::Travelled<SemilinearDuhem> now;
    const double half = std::numbers::pi / w;
    for (int stroke = 0; stroke < 3; ++stroke)
      now = test_support::integrate<SemilinearDuhem>(
          p, now, [&](double t) { return 1e-4 * w * std::sin(w * t); }, stroke * half, (stroke + 1) * half, 500);
    return now;
  };
  const auto slow = after(1e-3), fast = after(1e3);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(slow.state.memory[i], fast.state.memory[i], 1e-12);
    EXPECT_GT(std::abs(fast.state.memory[i]), 1e-3);
  }
}

// Each rule is reported when it is broken.
TEST(SemilinearDuhem, EveryBrokenRuleIsReported) {
  EXPECT_TRUE(violations(P{}).empty());
  EXPECT_TRUE(violations(lopsided()).empty());
  const auto texts = [](const P& p) {
    std::string all;
    for (const auto& v : violations(p)) all += v.text + "\n";
    return all;
  };
  P p;
  p.forward_dynamics = {1, 0, 0, -1};
  EXPECT_NE(texts(p).find("forward_dynamics is Hurwitz"), std::string::npos);
  p = P{};
  p.backward_dynamics = {-1, 0, 0, 1};
  EXPECT_NE(texts(p).find("backward_dynamics has only eigenvalues with positive real parts"), std::string::npos);
  p = P{};
  p.output = {-1, -1};
  EXPECT_NE(texts(p).find("more force forward than backward"), std::string::npos);
}

}  // namespace
}  // namespace stiction::semilinear_duhem_test
