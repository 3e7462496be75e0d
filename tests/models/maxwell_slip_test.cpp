// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/maxwell_slip.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::maxwell_slip_test {
namespace {

using Parameters = MaxwellSlip::Parameters<double>;
using Law = testing::Driven<MaxwellSlip>;

/// The force of a fresh contact after the displacement x: each spring up to its limit.
double virgin_curve(const Parameters& p, double x) {
  double force = 0;
  for (std::size_t i = 0; i < 4; ++i) force += std::min(p.element_stiffness[i] * x, p.element_limit[i]);
  return force;
}

// (1), (2): the virgin curve is a polygon with corners at W_i / k_i.
TEST(MaxwellSlip, VirginCurveIsAPolygon) {
  const Parameters p;
  for (const double x : {1e-6, 2.5e-6, 8e-6, 1e-5, 3.5e-5, 1.2e-4, 1e-2}) {
    Law law(p);
    law.move(1e-3, x / 1e-3);
    EXPECT_NEAR(law.force(0), virgin_curve(p, x), 1e-14) << x;
  }
  EXPECT_DOUBLE_EQ(MaxwellSlip::coulomb_level(p), 0.16 + 0.32 + 0.48 + 0.64);
}

// Masing's rule: the branch after a reversal is the virgin curve, twice as large.
TEST(MaxwellSlip, BranchesFollowMasingsRule) {
  const Parameters p;
  for (const double turn : {5e-6, 3e-5, 2e-4})
    for (double share = 0.05; share <= 2; share += 0.05) {
      Law law(p);
      law.move(1e-3, turn / 1e-3);
      const double at_turn = law.force(0);
      law.move(-2e-3, share * turn / 2e-3);
      EXPECT_NEAR(law.force(0), at_turn - 2 * virgin_curve(p, share * turn / 2), 1e-13);
    }
}

// A closed inner loop leaves every element as it was, however many loops are nested in it.
TEST(MaxwellSlip, InnerLoopsLeaveNoTrace) {
  Law law(Parameters{});
  law.move(1e-3, 6e-2), law.move(-1e-3, 4e-2);
  const auto before = law.state();
  for (const double t : {1e-2, -0.5e-2, 0.2e-2, -0.2e-2, 0.5e-2, -1e-2}) law.move(std::copysign(1e-3, t), std::abs(t));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(law.state().element_force[i], before.element_force[i], 1e-15);
}

// The force depends on the path alone: a million times faster along the same turning points.
TEST(MaxwellSlip, DoesNotCareHowFastThePathIsTravelled) {
  Law slow(Parameters{}), fast(Parameters{});
  testing::RandomCases random(1);
  for (int i = 0; i < 200; ++i) {
    const double x = random.uniform(-2e-4, 2e-4);
    slow.move(std::copysign(1e-6, x), std::abs(x) / 1e-6);
    fast.move(std::copysign(1.0, x), std::abs(x));
    ASSERT_NEAR(slow.force(0), fast.force(0), 1e-12);
  }
}

/// Work done on the law while it moves by x, by the trapezoidal rule in n pieces.
double work(Law& law, double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double before = law.force(0);
    law.move(std::copysign(1e-3, x), std::abs(x) / n / 1e-3);
    sum += 0.5 * (before + law.force(0)) * x / n;
  }
  return sum;
}

// Each element that slips encloses 4 W (A - W/k) per cycle of amplitude A.
TEST(MaxwellSlip, LoopAreaHasItsClosedForm) {
  const Parameters p;
  for (const double amplitude : {2e-6, 1e-5, 5e-5, 3e-4}) {
    double expected = 0;
    for (std::size_t i = 0; i < 4; ++i)
      expected += 4 * p.element_limit[i] * std::max(0.0, amplitude - p.element_limit[i] / p.element_stiffness[i]);
    Law law(p);
    law.move(1e-3, amplitude / 1e-3);
    const double area = work(law, -2 * amplitude, 40000) + work(law, 2 * amplitude, 40000);
    EXPECT_NEAR(area, expected, 1e-7 * MaxwellSlip::coulomb_level(p) * amplitude);
  }
}

// Work is stored or turned into heat, never made; below the first limit all of it is stored.
TEST(MaxwellSlip, WorkIsStoredOrDissipated) {
  const Parameters p;
  Law elastic(p);
  const double all_of_it = work(elastic, 2.4e-6, 1);
  EXPECT_NEAR(MaxwellSlip::storage(p, elastic.state()), all_of_it, 1e-21);
  Law law(p);
  testing::RandomCases random(2);
  for (int i = 0; i < 300; ++i) {
    const double before = MaxwellSlip::storage(p, law.state());
    const double done = work(law, random.uniform(-1e-4, 1e-4), 200);
    EXPECT_GE(done - (MaxwellSlip::storage(p, law.state()) - before), -1e-9 * std::abs(done));
  }
}

/// (1) integrated with its modes for a time h: everything is linear between guards, so the next one is known exactly.
void integrate(const Parameters& p, MaxwellSlip::Mode<double>& m, MaxwellSlip::State<double>& z, Contact<double> c,
               double h) {
  for (int events = 0; events < 20; ++events) {
    const auto now = MaxwellSlip::guards(p, m, z, c);
    std::array<bool, 4> fired{};
    bool any_fired = false;
    for (std::size_t i = 0; i < 4; ++i) any_fired = (fired[i] = now[i] <= 1e-15 * p.element_limit[i]) || any_fired;
    if (any_fired) {
      MaxwellSlip::transition(p, fired, m, z, c);
      continue;
    }
    const auto dz = MaxwellSlip::rate(p, m, z, c);
    double step = h;
    for (std::size_t i = 0; i < 4; ++i)
      if (const double fall = c.direction * dz.element_force[i]; fall > 0) step = std::min(step, now[i] / fall);
    for (std::size_t i = 0; i < 4; ++i) z.element_force[i] += step * dz.element_force[i];
    h -= step;
    if (!(h > 0)) return;
  }
  ADD_FAILURE() << "modes chatter";
}

// (3) is (1) with its mode changes, and ends in the same modes.
TEST(MaxwellSlip, ExactStepIsTheIntegralOverTheModes) {
  testing::RandomCases random(3);
  for (int round = 0; round < 50; ++round) {
    const auto p = random.parameters<MaxwellSlip>(2.0);
    MaxwellSlip::Mode<double> m, m_exact;
    MaxwellSlip::State<double> z, z_exact;
    for (int i = 0; i < 50; ++i) {
      const double reach = p.element_limit[random.engine()() % 4] / p.element_stiffness[random.engine()() % 4];
      const Contact<double> c = contact(random.sign() * random.log_uniform(1e-6, 1));
      const double h = random.uniform(0, 3) * reach / c.speed;
      integrate(p, m, z, c, h);
      z_exact = MaxwellSlip::exact_step(p, m_exact, z_exact, c, h);
      for (std::size_t k = 0; k < 4; ++k) {
        ASSERT_NEAR(z.element_force[k], z_exact.element_force[k], 1e-12 * p.element_limit[k]);
        if (std::abs(z.element_force[k]) == p.element_limit[k]) {
          ASSERT_EQ(m_exact.slipping[k], m.slipping[k]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction::maxwell_slip_test
