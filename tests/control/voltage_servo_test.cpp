// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/voltage_servo.hpp"

#include <gtest/gtest.h>

#include "tests/control/loop_runs.hpp"

namespace stiction::testing {
namespace {

using Servo = VoltageServo;
const Servo::Parameters<double> small_servo{.duty_gain = 0.5, .motor_constant = 0.4, .resistance = 2};

Servo::Inputs<double> asked(double reference, double volts, double enabled) {
  Servo::Inputs<double> u;
  u.reference = reference, u.supply_voltage = volts, u.enabled = enabled;
  return u;
}
double force(const Servo::Inputs<double>& u, double x, double v) {
  return Servo::output<double>(small_servo, {}, u, {}, {x, v});
}

// (1) and (2) by hand: d = 0.5 (1.2 - 0.2) = 0.5, u = 0.4/2 (8 * 0.5 - 0.4 * 3) = 0.56 N.
TEST(VoltageServo, HasTheForceOfItsVoltage) {
  EXPECT_NEAR(force(asked(1.2, 8, 1), 0.2, 3), 0.56, 1e-15);
  EXPECT_NEAR(Servo::outputs<double>(small_servo, {}, asked(1.2, 8, 1), {}, {0.2, 3}).duty_cycle, 0.5, 1e-15);
}

// No more than the whole supply, whatever the error; in motion the back-EMF is taken off.
TEST(VoltageServo, IsLimitedByItsSupply) {
  EXPECT_NEAR(force(asked(100, 8, 1), 0, 0), 0.2 * 8, 1e-15);
  EXPECT_NEAR(force(asked(-100, 8, 1), 0, 0), -0.2 * 8, 1e-15);
  EXPECT_NEAR(force(asked(100, 8, 1), 0, 20), 0, 1e-15) << "no-load speed V/K";
}

// Switched off, the winding is open: no torque and no braking.
TEST(VoltageServo, DoesNotBrakeWhenItIsOff) { EXPECT_EQ(force(asked(1, 8, 0), 0, 5), 0); }

// Below its limit it is a spring K V k / R and a damper K^2 / R: x(t) of a mass in closed form.
TEST(VoltageServo, IsASpringAndADamperBelowItsLimit) {
  FrictionlessLoop<Servo> loop{.p = small_servo, .mass = 0.2, .offset = 0.1};
  const double k = 0.4 * 12 * 0.5 / 2, d = 0.16 / 2, m = 0.2;  // the supply is 12 V by default
  const double decay = 0.5 * d / m, w = std::sqrt(k / m - decay * decay);
  auto y = loop.at_rest();
  for (int i = 0; i < 5; ++i) {
    advance(loop, y, i, i + 1, 1e-11);
    const double t = i + 1;
    EXPECT_NEAR(y[0], 0.1 * (1 - std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t))), 1e-10);
  }
}

}  // namespace
}  // namespace stiction::testing
