// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/generalized_maxwell_slip.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/maxwell_slip.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::generalized_maxwell_slip_test {
namespace {

using Parameters = GeneralizedMaxwellSlip::Parameters<double>;
using Law = testing::Driven<GeneralizedMaxwellSlip>;

/// The Stribeck curve of the default parameters, by hand.
double g(double v) { return 1 + 0.5 * std::exp(-(v / 1e-3) * (v / 1e-3)); }

// (2), (3): in steady sliding the elements add up to the Stribeck curve.
TEST(GeneralizedMaxwellSlip, SteadySlidingGivesTheStribeckCurve) {
  for (const double v : {-0.1, -1e-3, 2e-4, 1.5e-3, 0.3}) {
    Law law(Parameters{});
    law.move(v, 1e-3 / std::abs(v) + 1.0);
    EXPECT_NEAR(law.force(v), std::copysign(g(v), v) + 0.4 * v, 1e-12);
    EXPECT_NEAR(GeneralizedMaxwellSlip::steady_force(Parameters{}, contact(v)), law.force(v), 1e-12);
  }
}

// (1): element i slips at the displacement alpha_i g(v) / k_i, neither earlier nor later.
TEST(GeneralizedMaxwellSlip, ElementsSlipAtTheirDeflection) {
  const Parameters p;
  const double v = 4e-4;
  for (std::size_t i = 0; i < 4; ++i) {
    const double deflection = p.element_fraction[i] * g(v) / p.element_stiffness[i];
    for (const double share : {0.999, 1.001}) {
      Law law(p);
      law.move(v, share * deflection / v);
      EXPECT_EQ(law.mode().slipping[i], share > 1 ? 1.0 : 0.0);
      EXPECT_NEAR(law.state().element_force[i], std::min(share, 1.0) * p.element_fraction[i] * g(v), 1e-14);
    }
  }
}

// (2): after a jump of the speed the force relaxes as exp(-C t / g), up and down.
TEST(GeneralizedMaxwellSlip, FrictionLagsWithTheRateOfTheCurve) {
  for (const auto& [from, to] : {std::pair{2e-3, 5e-4}, std::pair{5e-4, 2e-3}})
    for (const double t : {1e-3, 1e-2, 5e-2}) {
      Law law(Parameters{});
      law.move(from, 10.0);
      law.move(to, t);
      EXPECT_NEAR(law.force(to), g(to) + (g(from) - g(to)) * std::exp(-100 * t / g(to)) + 0.4 * to, 1e-12);
    }
}

// After a reversal all elements stick, and closed inner loops at one speed leave no trace.
TEST(GeneralizedMaxwellSlip, RemembersReversalsInPresliding) {
  Law law(Parameters{});
  law.move(1e-6, 200.0), law.move(-1e-6, 1.0);
  for (const double mode : law.mode().slipping) EXPECT_EQ(mode, 0.0);
  law.move(-1e-6, 20.0);
  const auto before = law.state();
  for (const double t : {8.0, -3.0, 1.0, -1.0, 3.0, -8.0}) law.move(std::copysign(1e-6, t), std::abs(t));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(law.state().element_force[i], before.element_force[i], 1e-14);
}

// With a constant curve it is Maxwell slip with limits alpha_i F_C.
TEST(GeneralizedMaxwellSlip, IsMaxwellSlipOnAConstantCurve) {
  testing::RandomCases random(1);
  for (int round = 0; round < 30; ++round) {
    Parameters p = random.parameters<GeneralizedMaxwellSlip>(1.0);
    p.static_force = p.coulomb_force, p.viscous_damping = 0;
    MaxwellSlip::Parameters<double> q;
    q.element_stiffness = p.element_stiffness;
    for (std::size_t i = 0; i < 4; ++i) q.element_limit[i] = p.element_fraction[i] * p.coulomb_force;
    Law law(p);
    testing::Driven<MaxwellSlip> elements(q);
    for (int i = 0; i < 50; ++i) {
      const double v = random.sign() * random.log_uniform(1e-6, 1);
      const double h = random.uniform(0, 1) * q.element_limit[0] / q.element_stiffness[0] / std::abs(v);
      law.move(v, h), elements.move(v, h);
      ASSERT_NEAR(law.force(v), elements.force(v), 1e-11 * p.coulomb_force);
    }
  }
}

// (1), (2) integrated by small Euler steps with guards approach the exact step, modes and all.
TEST(GeneralizedMaxwellSlip, ExactStepIsTheLimitOfSmallSteps) {
  const Parameters p;
  GeneralizedMaxwellSlip::Mode<double> m, m_exact;
  GeneralizedMaxwellSlip::State<double> z, z_exact;
  for (const auto& [v, h] : {std::pair{1e-4, 0.3}, {2e-3, 0.01}, {3e-4, 0.02}, {-5e-4, 0.05}, {1e-3, 0.1}}) {
    Contact<double> c = contact(v);
    const int n = 200000;
    for (int k = 0; k < n; ++k) {
      const auto guards = GeneralizedMaxwellSlip::guards(p, m, z, c);
      std::array<bool, 4> fired{};
      for (std::size_t i = 0; i < 4; ++i) fired[i] = guards[i] < 0;
      GeneralizedMaxwellSlip::transition(p, fired, m, z, c);
      const auto dz = GeneralizedMaxwellSlip::rate(p, m, z, c);
      for (std::size_t i = 0; i < 4; ++i) z.element_force[i] += h / n * dz.element_force[i];
    }
    z_exact = GeneralizedMaxwellSlip::exact_step(p, m_exact, z_exact, c, h);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(z.element_force[i], z_exact.element_force[i], 2e-4) << v;
  }
}

/// Work of a move at velocity v for a time t.
double work(Law& law, double v, double t, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double before = law.force(v);
    law.move(v, t / n);
    sum += 0.5 * (before + law.force(v)) * v * t / n;
  }
  return sum;
}

// Where the curve falls the law makes energy: (F_S^2 - g^2) / (2 K) per cycle of unload, tap, stop (see its text).
TEST(GeneralizedMaxwellSlip, IsNotPassiveOnAFallingCurve) {
  Parameters p;
  constexpr double stiffness = 1e5, speed = 2e-3, slow = 1e-8;
  for (std::size_t i = 0; i < 4; ++i) p.element_stiffness[i] = stiffness * p.element_fraction[i];
  EXPECT_LT(GeneralizedMaxwellSlip::passivity_margin(p), 0);
  Law law(p);
  law.move(slow, 1e5);
  double energy = 0;
  const double way = 0.999 * (1.5 - g(speed)) / stiffness;
  for (int cycle = 0; cycle < 10; ++cycle) {
    energy += work(law, -slow, way / slow, 100);
    energy += work(law, speed, 1e-9, 1);
    energy += work(law, slow, 1.0, 100);
  }
  const double per_cycle = (1.5 * 1.5 - std::pow(1.5 - 0.999 * (1.5 - g(speed)), 2)) / (2 * stiffness);
  EXPECT_NEAR(energy, -10 * per_cycle, 0.02 * 10 * per_cycle);
}

TEST(GeneralizedMaxwellSlip, SaysWhenTheSharesDoNotAddUp) {
  Parameters p;
  EXPECT_TRUE(violations(p).empty());
  p.element_fraction[2] += 1e-6;
  ASSERT_EQ(violations(p).size(), 1u);
  EXPECT_NE(violations(p)[0].text.find("element_fraction adds up to 1"), std::string::npos);
  p.static_force = 0.5;
  EXPECT_EQ(violations(p).size(), 2u);
}

}  // namespace
}  // namespace stiction::generalized_maxwell_slip_test
