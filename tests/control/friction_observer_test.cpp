// SPDX-License-Identifier: BSD-3-Clause
// The observers piece by piece; friction_observer_references_test.cpp has whole loops.
#include "stiction/control/friction_observer.hpp"

#include <gtest/gtest.h>

#include "stiction/control/velocity_observer.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "tests/control/loop_runs.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

using Observer = FrictionObserver<LuGre>;

// (12) is linear while v and e are held: the estimate goes to (v - k e)/h(v) as exp(-h t), h = sigma_0 |v| / g by hand.
TEST(FrictionObserver, ForgetsItsErrorAsEquation12Says) {
  HeldController<Observer> held{.measured = {0.3, -2e-4}};
  held.p.observer_gain = 1e-3;
  StateOf<Observer> start;
  start.deflection = 1e-5;
  const double g = 1 + 0.5 * std::exp(-0.04), h = 1e5 * 2e-4 / g, end = (-2e-4 - 1e-3 * 0.3) / h;
  for (const double t : {0.01, 0.1, 1.0})
    EXPECT_NEAR(held.after(t, start).deflection, end + (1e-5 - end) * std::exp(-h * t), 1e-14);
}

// (13): the estimate of the force holds sigma_1 times the whole rate of (12), also the part -k e.
TEST(FrictionObserver, CountsItsCorrectionAsBristleDamping) {
  Observer::Parameters<double> p;
  p.observer_gain = 2, p.bristle_damping = 300;
  Observer::State<double> c;
  c.deflection = 4e-6;
  EXPECT_NEAR(Observer::outputs<double>(p, c, {}, {}, {1e-3, 0}).friction_estimate, 1e5 * 4e-6 - 300 * 2 * 1e-3, 1e-15);
}

// (14) by hand: all gains, the integral and the acceleration of the reference.
TEST(FrictionObserver, AddsUpEquation14) {
  Observer::Parameters<double> p;
  p.velocity_gain = 7, p.position_gain = 11, p.integral_gain = 13, p.nominal_mass = 17, p.observer_gain = 0;
  p.gain_numerator = {19, 0, 0, 0, 0};
  Observer::State<double> c;
  c.error_integral = 0.1;
  Observer::Inputs<double> u, du;
  u.reference = 0.5, u.reference_acceleration = 0.3, du.reference = 0.25;
  const double e = 0.2, de = -0.25;
  EXPECT_NEAR(Observer::output<double>(p, c, u, du, {0.7, 0.0}), -7 * de - (11 + 19) * e - 13 * 0.1 + 17 * 0.3, 1e-12);
}

// H(s) = 8000/(s^2 + 28 s + 400) answers a step as a damped oscillator, zeta = 0.7, w = 20/s; what it does not need
// stays exactly zero, and measuring s in other units changes nothing.
TEST(RationalGain, AnswersAStepAsItsTransferFunctionSays) {
  for (const double w : {1.0, 5.0}) {
    HeldController<VelocityObserver<LuGre>> held{.measured = {0, 1}};
    held.p.gain_numerator = {0, 0, 8000 / (w * w), 0, 0};
    held.p.gain_denominator = {28 / w, 400 / (w * w), 0, 0}, held.p.gain_frequency = w;
    const double t = 0.07, damped = 20 * std::sqrt(1 - 0.49);
    const auto c = held.after(t);
    const double step = 1 - std::exp(-14 * t) * (std::cos(damped * t) + 14 / damped * std::sin(damped * t));
    EXPECT_NEAR(c.gain_memory[0], 20 * step, 1e-8);
    EXPECT_EQ(c.gain_memory[2], 0);
    EXPECT_EQ(c.gain_memory[3], 0);
  }
}

template <class Law>
struct ObservedLaw : ::testing::Test {};
using Laws = ::testing::Types<LuGre, LuGreFadingDamping, ElastoPlastic, Dahl>;
TYPED_TEST_SUITE(ObservedLaw, Laws);

// Without correction the observer is the law itself, whatever the law: same rate, same force, bit by bit.
TYPED_TEST(ObservedLaw, IsTheLawItselfWithoutCorrection) {
  using C = FrictionObserver<TypeParam>;
  RandomCases random(7);
  for (int round = 0; round < 200; ++round) {
    const auto law = random.parameters<TypeParam>(1);
    const auto z = random.state<TypeParam>(law);
    ParametersOf<C> p;
    static_cast<ParametersOf<TypeParam>&>(p) = law;
    p.observer_gain = 0;
    StateOf<C> c;
    static_cast<StateOf<TypeParam>&>(c) = z;
    const Measured<double> measured{random.uniform(-1, 1), random.sign() * random.log_uniform(1e-6, 1)};
    const auto touching = contact(measured[1]);
    const auto dz = TypeParam::template rate<double>(law, z, touching);
    EXPECT_EQ(C::template rate<double>(p, c, {}, {}, measured).deflection, dz.deflection);
    EXPECT_EQ(C::template outputs<double>(p, c, {}, {}, measured).friction_estimate,
              TypeParam::template force<double>(law, z, dz, touching));
  }
}

// The belief about friction has names of its own, with ranges and rules of the law.
TEST(FrictionObserver, NamesItsBeliefApartFromThePlantsLaw) {
  bool found = false;
  for_each_row<Observer::Parameters<double>>(
      [&](const auto& row) { found = found || row.name == "friction_static_force"; });
  EXPECT_TRUE(found);
  Observer::Parameters<double> p;
  p.static_force = 0.5;  // below the Coulomb force
  EXPECT_FALSE(is_valid(p));
}

}  // namespace
}  // namespace stiction::testing
