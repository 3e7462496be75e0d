// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/geared_motor.hpp"

#include "stiction/models/coulomb.hpp"
#include "stiction/models/load_dependence.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::geared_motor_test {
namespace {

using Law = GearLoss<Coulomb>;
using System = CoupledSystem<GearedMotor, Law>;
const GearedMotor::Parameters<double> gear{.motor_inertia = 2e-3, .load_inertia = 0.5, .gear_ratio = 20.0};

Law::Parameters<double> losses(double own, double driving, double back_driving) {
  Law::Parameters<double> p;
  p.coulomb_force = own, p.driving_loss = driving, p.back_driving_loss = back_driving;
  return p;
}

// The motor feels J_m + J_l/n^2, and the load turns n times slower.
TEST(GearedMotor, AcceleratesItsReflectedInertia) {
  System system(gear, {losses(0.01, 0, 0)}, {.motor_torque = 0.11});
  Vector<2> y{};
  testing::run(system, y, 3.0);
  const double acceleration = 0.1 / (2e-3 + 0.5 / 400);
  EXPECT_NEAR(y[0], 4.5 * acceleration, 1e-7);
  EXPECT_NEAR(y[1], 3.0 * acceleration, 1e-8);
  EXPECT_NEAR(GearedMotor::outputs(gear, {y[0], y[1]}, {}, {}, {0.0}).load_speed, 0.15 * acceleration, 1e-9);
}

// Steady motion against a load: the motor gives (1 + c) tau_l/n + F_C, so that of its power 1/(1 + c) arrives where F_C
// is small. With the load: it is held back by (1 - c) tau_l/n - F_C, so that 1 - c arrives. Both ways round.
TEST(GearedMotor, HasOneEfficiencyWhenDrivingAndAnotherWhenDriven) {
  const double own = 0.01, driving = 0.25, back_driving = 0.4, passed_on = 0.3;
  for (const double side : {1.0, -1.0}) {
    const double load_torque = side * passed_on * gear.gear_ratio;
    const double lifting = side * ((1 + driving) * passed_on + own);
    const double lowering = side * ((1 - back_driving) * passed_on - own);
    System up(gear, {losses(own, driving, back_driving)}, {.motor_torque = lifting, .load_torque = load_torque});
    System down(gear, {losses(own, driving, back_driving)}, {.motor_torque = lowering, .load_torque = load_torque});
    Vector<2> rising{0.0, side * 10.0}, falling{0.0, side * -10.0};
    testing::run(up, rising, 5.0);
    testing::run(down, falling, 5.0);
    EXPECT_NEAR(rising[1], side * 10.0, 1e-9);
    EXPECT_NEAR(falling[1], side * -10.0, 1e-9);
  }
}

// A load drives the motor back when (1 - c) tau_l/n > F_C; for c >= 1 never, however heavy it is.
TEST(GearedMotor, LocksItselfWhenBackDrivingLosesEverything) {
  const auto stands = [](double back_driving, double load_torque) {
    System system(gear, {losses(0.01, 0.2, back_driving)}, {.load_torque = load_torque});
    Vector<2> y{};
    return testing::run(system, y, 1.0).is_zero_after(0.0, 1);
  };
  EXPECT_TRUE(stands(1.0, 1e6));
  EXPECT_TRUE(stands(1.2, -1e6));
  const double heaviest = 0.01 / (1 - 0.9) * gear.gear_ratio;
  EXPECT_TRUE(stands(0.9, 0.999 * heaviest));
  EXPECT_FALSE(stands(0.9, 1.001 * heaviest));
}

}  // namespace
}  // namespace stiction::geared_motor_test
