// SPDX-License-Identifier: BSD-3-Clause
// The sign of each bristle law's passivity margin against a search for motions that draw energy.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

/// Work done on a contact that slides with a held velocity [J]; z is moved on. Gauss's rule with two points over pieces
/// that are short against the path on which bristles forget, not the closed form of the law.
template <class Law>
double work_of_sliding(const ParametersOf<Law>& p, StateOf<Law>& z, double v, double path) {
  const Contact<double> c = contact(v);
  const double forgets = Law::state_scale(p).deflection;
  const int pieces = 1 + static_cast<int>(std::ceil(4 * std::abs(path) / forgets));
  const double h = path / std::abs(v) / pieces;
  double work = 0;
  for (int i = 0; i < pieces; ++i) {
    for (const double point : {0.2113248654051871, 0.7886751345948129}) {
      const auto there = Law::exact_step(p, z, c, point * h);
      work += 0.5 * h * v * Law::force(p, there, Law::rate(p, there, c), c);
    }
    z = Law::exact_step(p, z, c, h);
  }
  return work;
}

/// Smallest work of a cycle over slow slides with bursts of many speeds and lengths, in units of F_max z_max: negative
/// when energy can be drawn without end. The 20th cycle is taken, when the motion has become periodic.
template <class Law>
double cheapest_cycle(const ParametersOf<Law>& p, double direction) {
  const double length = Law::state_scale(p).deflection, force = length * p.bristle_stiffness;
  const double burst_length = Law::coulomb_level(p) / p.bristle_stiffness;
  double least = 1e300;
  for (double burst = 1; burst < 1e7; burst *= 10)
    for (const double path : {0.001, 0.01, 0.1, 0.5})
      for (const double recharge : {0.02, 0.2, 1.0}) {
        StateOf<Law> z{};
        double work = work_of_sliding<Law>(p, z, direction * 1e-9, 5 * length);
        for (int cycle = 0; cycle < 20; ++cycle)
          work = work_of_sliding<Law>(p, z, direction * burst * force / p.bristle_damping, path * burst_length) +
                 work_of_sliding<Law>(p, z, direction * 1e-9, recharge * length);
        least = std::min(least, work / (force * length));
      }
  return least;
}
template <class Law>
double cheapest_cycle(const ParametersOf<Law>& p) {
  return std::min(cheapest_cycle<Law>(p, 1), cheapest_cycle<Law>(p, -1));
}

/// A curve whose fall the speeds of the search cover: up to fourfold, exponent 1 to 3, not slower than 10 um/s.
template <class Curve>
void temper(Curve& p, testing::RandomCases& random) {
  if constexpr (requires { p.forward(); }) {
    temper(p.forward(), random), temper(p.backward(), random);
  } else {
    p.static_force = p.coulomb_force * random.uniform(1.2, 4);
    p.stribeck_velocity = random.log_uniform(1e-5, 1e-2);
    if constexpr (requires { p.stribeck_exponent; }) p.stribeck_exponent = random.uniform(1, 3);
  }
}
/// Random parameters with drag at `factor` times what the margin asks for.
template <class Law, class Visitor>
void for_random_drag(double factor, Visitor visit) {
  testing::RandomCases random(17);
  for (int i = 0; i < 20; ++i) {
    auto p = random.parameters<Law>(2.0);
    temper(p, random);
    p.viscous_damping = 0;
    p.viscous_damping = -factor * Law::passivity_margin(p);
    visit(p);
  }
}
template <class Law>
void expect_the_margin_to_tell() {
  for_random_drag<Law>(1.02, [&](const auto& p) {
    EXPECT_GT(Law::passivity_margin(p), 0);
    EXPECT_GE(cheapest_cycle<Law>(p), 0) << Law::info.name;
  });
  for_random_drag<Law>(0.3, [&](const auto& p) {
    EXPECT_LT(Law::passivity_margin(p), 0);
    EXPECT_LT(cheapest_cycle<Law>(p), 0) << Law::info.name;
  });
}
TEST(PassivityMargin, OfLuGreTells) { expect_the_margin_to_tell<LuGre>(); }
TEST(PassivityMargin, OfLuGreLorentzianTells) { expect_the_margin_to_tell<LuGreLorentzian>(); }
TEST(PassivityMargin, OfLuGreAsymmetricTells) { expect_the_margin_to_tell<LuGreAsymmetric>(); }
TEST(PassivityMargin, OfElastoPlasticTells) { expect_the_margin_to_tell<ElastoPlastic>(); }
TEST(PassivityMargin, OfLuGreTableTells) {
  LuGreTable::Parameters<double> p;
  for (const double damping : {1.0, 50.0, 300.0}) {
    p.bristle_damping = damping, p.viscous_damping = 0;
    const double needed = -LuGreTable::passivity_margin(p);
    EXPECT_NEAR(needed, damping * (1.5 / (1.0 + 0.5 / 50) - 1), 1e-12 * damping);  // the eighth point is 1.01 N
    EXPECT_LT(cheapest_cycle<LuGreTable>(p), 0);
    p.viscous_damping = 1.02 * needed;
    EXPECT_GE(cheapest_cycle<LuGreTable>(p), 0);
  }
}

// 50 N.s/m of bristle damping and 0.4 N.s/m of drag: bursts of 1 m/s draw energy, and every law says that they can.
TEST(PassivityMargin, BurstsOfOneMetrePerSecondDrawEnergyFromFiftyNewtonSecondsPerMetre) {
  const auto check = []<class Law>(const Law&) {
    ParametersOf<Law> p;
    p.bristle_damping = 50;
    StateOf<Law> z{};
    double work = 0;
    for (int cycle = 0; cycle < 20; ++cycle)
      work = work_of_sliding<Law>(p, z, 1e-7, 3e-6) + work_of_sliding<Law>(p, z, 1.0, 1e-6);
    EXPECT_LT(work, 0) << Law::info.name;
    EXPECT_LT(Law::passivity_margin(p), 0) << Law::info.name;
  };
  check(LuGre{}), check(LuGreLorentzian{}), check(LuGreTable{}), check(LuGreAsymmetric{}), check(ElastoPlastic{});
}

// Levels that differ between the directions alone are no fall: each side is constant, so no drag is needed.
TEST(PassivityMargin, DirectionsAreJudgedApart) {
  LuGreAsymmetric::Parameters<double> p;
  p.forward().coulomb_force = p.forward().static_force = 1;
  p.backward().coulomb_force = p.backward().static_force = 3;
  p.viscous_damping = 0;
  EXPECT_EQ(LuGreAsymmetric::passivity_margin(p), 0);
  EXPECT_GE(cheapest_cycle<LuGreAsymmetric>(p), 0);
}

// Fading damping: below the bound of Property 4 no motion draws energy, whatever the drag.
TEST(PassivityMargin, OfFadingDampingIsSufficient) {
  testing::RandomCases random(19);
  for (int i = 0; i < 20; ++i) {
    auto p = random.parameters<LuGreFadingDamping>(2.0);
    p.viscous_damping = 0;
    p.damping_velocity = random.uniform(0.1, 0.999) * 9.326575926388497 * p.coulomb_force / p.bristle_damping;
    EXPECT_GT(LuGreFadingDamping::passivity_margin(p), 0);
    EXPECT_GE(cheapest_cycle<LuGreFadingDamping>(p), 0);
  }
}

}  // namespace
}  // namespace stiction
