// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/rate_and_state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::rate_and_state_test {
namespace {

using test_support::spread;
using test_support::uniform;

template <class Model>
struct RateAndState : ::testing::Test {
  using P = ParametersOf<Model>;
  using State = StateOf<Model>;

  static double force(const P& p, double psi, double v) { return Model::force(p, State{psi}, State{}, contact(v)); }
  static State steady(const P& p, double v) { return {-std::log(std::abs(v) / p.reference_velocity)}; }
};
using BothLaws = ::testing::Types<RateAndStateAgeing, RateAndStateSlip>;
TYPED_TEST_SUITE(RateAndState, BothLaws);

// The defaults of both laws: mu_0 0.6, a 0.010, b 0.015, D_c 10 um, v_0 1 um/s, N 1 N.
constexpr double mu0 = 0.6, a = 0.010, b = 0.015, dc = 1e-5, v0 = 1e-6;

// (3): psi = -ln(v/v_0) is at rest in (2), and the force there is N (mu_0 + (a - b) ln(v/v_0)) far above v_0
// e^{-mu_0/a}.
TYPED_TEST(RateAndState, SteadyFrictionChangesWithTheLogarithmOfSpeed) {
  const ParametersOf<TypeParam> p;
  for (const double v : {1e-10, -1e-8, 1e-6, -1e-3, 1.0}) {
    const double speed = std::abs(v), expected = std::copysign(mu0 + (a - b) * std::log(speed / v0), v);
    EXPECT_NEAR(TypeParam::steady_force(p, contact(v)), expected, 1e-14);
    EXPECT_NEAR(TypeParam::rate(p, this->steady(p, v), contact(v)).log_age * dc / speed, 0.0, 1e-13);
  }
  EXPECT_EQ(TypeParam::steady_force(p, contact(0.0)), 0.0);
  EXPECT_DOUBLE_EQ(TypeParam::coulomb_level(p), 0.6);
}

// A jump of speed at the same contact age changes friction by a N ln(v_2/v_1) at once.
TYPED_TEST(RateAndState, DirectEffectIsTheLogarithmOfTheSpeedRatio) {
  ParametersOf<TypeParam> p;
  p.normal_force = 250;
  for (const double ratio : {10.0, 0.01, 1e5})
    EXPECT_NEAR(this->force(p, 0.3, 2e-6 * ratio) - this->force(p, 0.3, 2e-6), 250 * a * std::log(ratio), 1e-11);
}

// (2a) after a speed step: theta = D_c/v_2 + (D_c/v_1 - D_c/v_2) e^{-d/D_c} along the way d.
TEST(RateAndStateAgeing, SpeedStepHasItsClosedForm) {
  const ParametersOf<RateAndStateAgeing> p;
  for (const auto& [v1, v2] : {std::pair{1e-6, 1e-5}, {1e-5, 1e-6}, {3e-9, 4e-3}}) {
    for (const double way : {0.0, 1e-7, 1e-5, 4e-5, 1e-3}) {
      const StateOf<RateAndStateAgeing> start{-std::log(v1 / v0)};
      const auto end = RateAndStateAgeing::exact_step(p, start, contact(v2), way / v2);
      const double theta = dc / v2 + (dc / v1 - dc / v2) * std::exp(-way / dc);
      EXPECT_NEAR(RateAndStateAgeing::force(p, end, end, contact(v2)),
                  mu0 + a * std::log(v2 / v0) + b * std::log(v0 * theta / dc), 2e-15);
    }
  }
}

// (2b) after a speed step: psi = -ln(v_2/v_0) + ln(v_2/v_1) e^{-d/D_c}; up and down steps mirror each other.
TEST(RateAndStateSlip, SpeedStepHasItsClosedForm) {
  const ParametersOf<RateAndStateSlip> p;
  for (const auto& [v1, v2] : {std::pair{1e-6, 1e-5}, {1e-5, 1e-6}, {3e-9, 4e-3}}) {
    for (const double way : {0.0, 1e-7, 1e-5, 4e-5, 1e-3}) {
      const StateOf<RateAndStateSlip> start{-std::log(v1 / v0)};
      const auto end = RateAndStateSlip::exact_step(p, start, contact(-v2), way / v2);
      const double fading = std::log(v2 / v1) * std::exp(-way / dc);
      EXPECT_NEAR(RateAndStateSlip::force(p, end, end, contact(-v2)), -(mu0 + (a - b) * std::log(v2 / v0) + b * fading),
                  2e-15);
    }
  }
}

// At rest theta = theta_0 + t: strength, felt at the next motion, recovers by b N ln(1 + t/theta_0).
TEST(RateAndStateAgeing, HealsAtRestWithTheLogarithmOfTime) {
  const ParametersOf<RateAndStateAgeing> p;
  const StateOf<RateAndStateAgeing> start{0};  // theta = D_c / v_0 = 10 s
  for (const double t : {0.0, 1.0, 1e3, 1e9}) {
    const auto end = RateAndStateAgeing::exact_step(p, start, contact(0.0), t);
    EXPECT_NEAR(end.log_age, std::log1p(t / 10), 1e-15 * (1 + end.log_age));
    const auto friction = [&](const auto& z) { return RateAndStateAgeing::force(p, z, z, contact(v0)); };
    EXPECT_NEAR(friction(end) - friction(start), b * std::log1p(t / 10), 1e-15);
  }
}

// At rest (2b) is 0: no healing without slip, the known difference between the two laws.
TEST(RateAndStateSlip, DoesNotHealAtRest) {
  const ParametersOf<RateAndStateSlip> p;
  const StateOf<RateAndStateSlip> start{1.7};
  EXPECT_EQ(RateAndStateSlip::rate(p, start, contact(0.0)).log_age, 0.0);
  EXPECT_EQ(RateAndStateSlip::exact_step(p, start, contact(0.0), 1e9).log_age, 1.7);
}

// The closed steps solve (2): they agree with Runge-Kutta, and their derivative in h is the rate.
TYPED_TEST(RateAndState, ExactStepSolvesTheRateEquation) {
  using D = Dual<double, 1>;
  const ParametersOf<TypeParam> p;
  for (const double v : {-4e-6, 3e-7, 2e-5}) {
    const auto stepped = test_support::integrate<TypeParam>(p, {{0.8}}, [&](double) { return v; }, 0, 2, 2000);
    const auto at_once = TypeParam::exact_step(p, StateOf<TypeParam>{0.8}, contact(v), 2.0);
    EXPECT_NEAR(at_once.log_age, stepped.state.log_age, 1e-12);
    const auto moving = convert<ParametersOf<TypeParam, D>>(p);
    const auto end = TypeParam::exact_step(moving, StateOf<TypeParam, D>{D(0.8)}, contact(D(v)), D::variable(2, 0));
    EXPECT_NEAR(end.log_age.slope[0], TypeParam::rate(moving, end, contact(D(v))).log_age.value, 1e-13);
  }
}

// (1) against asinh of the product itself in long double, which holds e^{11000}, from tiny to huge arguments.
template <class Model, class Real>
void expect_asinh_of_product(double relative) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 20000; ++k) {
    ParametersOf<Model, Real> p;
    p.direct_effect = static_cast<Real>(std::pow(10, uniform(random, -3.5, 0)));
    const StateOf<Model, Real> z{static_cast<Real>(uniform(random, -20, 20))};
    const Real y = (p.reference_friction + p.evolution_effect * z.log_age) / p.direct_effect;
    if (y > Real(79)) continue;  // beyond, see the next test
    const Real v = static_cast<Real>(std::pow(10, uniform(random, -36, 0)) * (k % 2 ? 1 : -1));
    const long double ratio = static_cast<long double>(v) / p.reference_velocity;
    const long double product = ratio / 2 * std::exp(static_cast<long double>(y));
    const double expected = static_cast<double>(std::asinh(product) * p.direct_effect * p.normal_force);
    // one rounding of the exponent moves the product by y roundings
    const double allowed = relative * (1 + std::abs(y)) * std::abs(expected);
    ASSERT_NEAR(static_cast<double>(Model::force(p, z, z, contact(v))), expected, allowed);
  }
}
TYPED_TEST(RateAndState, ForceIsTheAsinhOfTheProduct) {
  expect_asinh_of_product<TypeParam, double>(1e-15);
  expect_asinh_of_product<TypeParam, float>(5e-7);
}

// Where the exponential overflows any number the force is a N (ln(v/v_0) + y), the logarithmic law.
TYPED_TEST(RateAndState, HugeExponentsGiveTheLogarithmicLaw) {
  ParametersOf<TypeParam> p;
  p.direct_effect = 1e-9;
  EXPECT_NEAR(this->force(p, 2.0, -5e-6), -(mu0 + 2 * b + 1e-9 * std::log(5.0)), 1e-15);
  ParametersOf<TypeParam, float> q;
  q.direct_effect = 1e-9f;
  EXPECT_NEAR(TypeParam::force(q, StateOf<TypeParam, float>{2.0f}, {}, contact(5e-6f)), mu0 + 2 * b, 1e-6);
}

// At v = 0 the force is 0 and smooth: dF/dv = a N/(2 v_0) e^{(mu_0 + b psi)/a}, by dual numbers, on the branch and at
// rest.
TYPED_TEST(RateAndState, ForceIsSmoothThroughRest) {
  using D = Dual<double, 1>;
  ParametersOf<TypeParam, D> p;
  p.direct_effect = 0.1;
  const StateOf<TypeParam, D> z{D(0.5)};
  const double slope = 0.1 / (2 * v0) * std::exp((mu0 + b * 0.5) / 0.1);
  for (const double direction : {-1.0, 0.0, 1.0}) {
    const D f = TypeParam::force(p, z, z, contact(D::variable(0, 0), D(direction)));
    EXPECT_EQ(f.value, 0.0);
    EXPECT_NEAR(f.slope[0], slope, 1e-12 * slope);
  }
}

// F has no step where the two forms of asinh meet, v = v_0 e^{1 - y}.
TYPED_TEST(RateAndState, TheTwoFormsOfAsinhMeetWithoutAStep) {
  const ParametersOf<TypeParam> p;
  for (const double psi : {-3.0, 0.0, 4.0}) {
    const double border = v0 * std::exp(1 - (mu0 + b * psi) / a);
    const double below = this->force(p, psi, border * (1 - 1e-13)), above = this->force(p, psi, border * (1 + 1e-13));
    const double x = std::exp(1.0) / 2;
    EXPECT_NEAR(below, a * std::asinh(x), 1e-14);
    EXPECT_NEAR(above - below, a * x / std::sqrt(1 + x * x) * 2e-13, 1e-16);  // the slope alone
  }
}

// No input makes a NaN: parameters and speeds over twelve decades and more, rest included; F v >= 0 always.
TYPED_TEST(RateAndState, AnyValidInputGivesFiniteNumbersAndResists) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 50000; ++k) {
    ParametersOf<TypeParam> p;
    for_each_field(p, [&](const auto&, double& x, std::size_t) { x *= spread(random, 6); });
    const auto c = contact(k % 10 ? spread(random, 15) * (k % 2 ? 1 : -1) : 0.0);
    const StateOf<TypeParam> z{80 * (2 * std::generate_canonical<double, 53>(random) - 1)};
    const double f = TypeParam::force(p, z, z, c), end = TypeParam::exact_step(p, z, c, spread(random, 6)).log_age;
    ASSERT_TRUE(std::isfinite(f) && std::isfinite(end) && std::isfinite(TypeParam::rate(p, z, c).log_age));
    ASSERT_TRUE(std::isfinite(TypeParam::steady_force(p, c)));
    ASSERT_GE(f * c.velocity, 0.0);
  }
}

// Ranges: every parameter but b must be positive.
TYPED_TEST(RateAndState, WrongNumbersAreReported) {
  ParametersOf<TypeParam> p;
  EXPECT_TRUE(violations(p).empty());
  for_each_field(p, [](const auto&, double& x, std::size_t) { x = 0; });
  EXPECT_EQ(violations(p).size(), 5u);
}

}  // namespace
}  // namespace stiction::rate_and_state_test
