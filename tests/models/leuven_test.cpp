// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/leuven.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/schema/violation.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::leuven_test {
namespace {

using Parameters = Leuven::Parameters<double>;
using Law = testing::Driven<Leuven>;

double g(double v) { return 1 + 0.5 * std::exp(-(v / 1e-3) * (v / 1e-3)); }

// (1), (2): dz/dt vanishes where F_h = g sgn v, so steady sliding gives the Stribeck curve with drag.
TEST(Leuven, SteadySlidingGivesTheStribeckCurve) {
  for (const double v : {-2e-3, 5e-4, 1e-3, 1e-2}) {
    Law law(Parameters{});
    for (int i = 0; i < 40; ++i) law.move(v, 4e-4 / std::abs(v));
    EXPECT_NEAR(law.force(v), std::copysign(g(v), v) + 0.4 * v, 1e-7);
    EXPECT_NEAR(Leuven::steady_force(Parameters{}, contact(v)), std::copysign(g(v), v) + 0.4 * v, 1e-12);
  }
}

// (1) at hand: with n = 2 and F_h = g/2, the bristle bends with 3/4 of the velocity forwards and 5/4 backwards.
TEST(Leuven, BendsWithTheShareOfEquation1) {
  Parameters p;
  p.transition_exponent = 2;
  const double v = 1e-3, level = g(v);
  const Leuven::State<double> z{{level / 8, level / 8, level / 8, level / 8}};
  EXPECT_NEAR(Leuven::element_contact(p, z, contact(v)).velocity, 0.75 * v, 1e-16);
  EXPECT_NEAR(Leuven::element_contact(p, z, contact(-v)).velocity, -1.25 * v, 1e-16);
  const auto dz = Leuven::rate(p, {}, z, contact(v));
  EXPECT_NEAR(Leuven::force(p, {}, z, dz, contact(v)), level / 2 + p.bristle_damping * 0.75 * v + 0.4 * v, 1e-13);
}

// When the speed rises all elements turn back and stick: with n = 1, F_h = g + (F_0 - g) exp(-K v t / g).
TEST(Leuven, RelaxesToALowerLevelWithAllElementsStuck) {
  Parameters p;
  p.bristle_damping = 0, p.viscous_damping = 0;
  const double slow = 2e-4, fast = 2e-3, stiffness = 1e5;
  for (const double t : {1e-4, 5e-3, 2e-2}) {
    Law law(p);
    for (int i = 0; i < 40; ++i) law.move(slow, 4e-4 / slow);
    ASSERT_NEAR(law.force(slow), g(slow), 1e-6);
    law.move(fast, t);
    EXPECT_NEAR(law.force(fast), g(fast) + (g(slow) - g(fast)) * std::exp(-stiffness * fast * t / g(fast)), 1e-5);
  }
}

/// A law whose first element yields at a force far below the Stribeck level.
Parameters weak_first_element() {
  Parameters p;
  p.element_limit = {0.002, 0.5, 0.6, 0.7};
  p.element_stiffness = {1e5, 1e3, 1e3, 1e3};
  p.transition_exponent = 4;
  p.bristle_damping = 0, p.viscous_damping = 0;
  return p;
}

// For forces far below g the law is Maxwell slip: r^n is negligible.
TEST(Leuven, IsMaxwellSlipInSmallPresliding) {
  const Parameters p = weak_first_element();
  Law law(p);
  testing::Driven<MaxwellSlip> elements(static_cast<const MaxwellSlip::Parameters<double>&>(p));
  for (const double x : {6e-8, -9e-8, 4e-8, 1e-7, -5e-8}) {
    law.move(std::copysign(1e-6, x), std::abs(x) / 1e-6), elements.move(std::copysign(1e-6, x), std::abs(x) / 1e-6);
    EXPECT_NEAR(law.force(0), elements.force(0), 1e-9);
  }
}

// Memory of reversals holds up to |r|^n: exact for small forces, visibly not for large ones with n = 1.
TEST(Leuven, InnerLoopsCloseForSmallForcesOnly) {
  const auto trace = [](const Parameters& p, double size) {
    Law law(p);
    for (const double x : {6.0, -4.0}) law.move(std::copysign(1e-6, x), size * std::abs(x) / 1e-6);
    const double before = law.force(0);
    for (const double x : {3.0, -3.0}) law.move(std::copysign(1e-6, x), size * std::abs(x) / 1e-6);
    return std::abs(law.force(0) - before);
  };
  EXPECT_LT(trace(weak_first_element(), 1e-8), 1e-9);
  EXPECT_GT(trace(Parameters{}, 1e-6), 1e-4);
}

// v -> F_h is passive with the energy of the elements as storage, for all parameters and states.
TEST(Leuven, HysteresisIsPassive) {
  testing::RandomCases random(1);
  for (int i = 0; i < 5000; ++i) {
    const auto p = random.parameters<Leuven>(2.0);
    const auto z = random.state<Leuven>(p);
    const Contact<double> c = contact(random.sign() * random.log_uniform(1e-6, 1));
    const auto dz = Leuven::rate(p, {}, z, c);
    double stored = 0, force = 0, size = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      stored += z.element_force[k] * dz.element_force[k] / p.element_stiffness[k];
      force += z.element_force[k];
      size += std::abs(z.element_force[k] * c.velocity);
    }
    EXPECT_LE(stored, force * c.velocity + 1e-12 * size);
  }
}

// Above its margin the whole force is passive: F v >= dW/dt.
TEST(Leuven, IsPassiveAboveTheMargin) {
  testing::RandomCases random(2);
  for (int i = 0; i < 5000; ++i) {
    auto p = random.parameters<Leuven>(1.0);
    p.viscous_damping += std::max(0.0, -Leuven::passivity_margin(p)) * 1.0001;
    const auto z = random.state<Leuven>(p);
    const Contact<double> c = contact(random.sign() * random.log_uniform(1e-6, 1));
    const auto dz = Leuven::rate(p, {}, z, c);
    double stored = 0;
    for (std::size_t k = 0; k < 4; ++k) stored += z.element_force[k] * dz.element_force[k] / p.element_stiffness[k];
    const double supplied = Leuven::force(p, {}, z, dz, c) * c.velocity;
    EXPECT_GE(supplied - stored, -1e-12 * (std::abs(supplied) + std::abs(stored)));
  }
}

TEST(Leuven, SaysWhenTheElementsCannotReachTheCurve) {
  Parameters p;
  EXPECT_TRUE(violations(p).empty());
  p.element_limit[3] = 0.5;
  ASSERT_EQ(violations(p).size(), 1u);
  EXPECT_NE(violations(p)[0].text.find("static_force = 1.5 N"), std::string::npos);
  p.static_force = 0.9;
  ASSERT_EQ(violations(p).size(), 1u);
  EXPECT_NE(violations(p)[0].text.find("static_force >= coulomb_force"), std::string::npos);
}

}  // namespace
}  // namespace stiction::leuven_test
