// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/two_mass_drive.hpp"

#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "tests/plants/motion_log.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::two_mass_drive_test {
namespace {

using System = CoupledSystem<TwoMassDrive, Coulomb, Coulomb>;
using Parameters = TwoMassDrive::Parameters<double>;
constexpr double motor = 1.0, load = 2.0, stiffness = 50.0, joint = motor * load / (motor + load);

Coulomb::Parameters<double> friction(double torque) {
  Coulomb::Parameters<double> p;
  p.coulomb_force = torque;
  return p;
}

// While both sides turn forward, friction takes (F_m + F_l) t of their momentum, and the twist swings with
// w = sqrt(k (1/J_m + 1/J_l)) about the place to which the unequal decelerations move it.
TEST(TwoMassDrive, SwingsWithItsEigenfrequencyAndKeepsItsMomentum) {
  System system({.motor_inertia = motor, .load_inertia = load, .shaft_stiffness = stiffness},
                {friction(0.1), friction(0.4)}, {});
  Vector<4> y{0.0, 0.0, 11.0, 10.0};
  testing::run(system, y, 2.0);
  const double w = std::sqrt(stiffness / joint), centre = joint * (0.4 / load - 0.1 / motor) / stiffness;
  EXPECT_NEAR(y[1], centre * (1 - std::cos(2 * w)) + std::sin(2 * w) / w, 1e-8);
  EXPECT_NEAR(motor * y[2] + load * y[3], 31.0 - 0.5 * 2.0, 1e-8);
}

// With equal decelerations and damping the twist is that of a free oscillator, e^{-at} sin(w_d t)/w_d, a = c/(2 J).
TEST(TwoMassDrive, DampedShaftRingsDownAsAnOscillator) {
  System system({.motor_inertia = motor, .load_inertia = load, .shaft_stiffness = stiffness, .shaft_damping = 0.6},
                {friction(0.2), friction(0.4)}, {});
  Vector<4> y{0.0, 0.0, 11.0, 10.0};
  testing::run(system, y, 2.0);
  const double a = 0.6 / (2 * joint), w = std::sqrt(stiffness / joint - a * a);
  EXPECT_NEAR(y[1], std::exp(-2 * a) * std::sin(2 * w) / w, 1e-8);
}

// Play b crossed with relative speed s takes b/s; then the shaft throws the masses back in half a period. So the motion
// repeats every 2 (b/s + pi/w).
TEST(TwoMassDrive, RattlesInItsBacklashWithThePeriodOfItsClosedForm) {
  const double play = 0.2, speed = 1.0, w = std::sqrt(stiffness / joint);
  System system({.motor_inertia = motor, .load_inertia = load, .shaft_stiffness = stiffness, .backlash = play},
                {friction(0.2), friction(0.4)}, {});
  Vector<4> y{0.0, 0.0, 10.0 + speed, 10.0};
  testing::run(system, y, 6 * (play / speed + std::numbers::pi / w));
  EXPECT_NEAR(y[1], 0.0, 1e-7);
  EXPECT_NEAR(y[2] - y[3], speed, 1e-7);
}

// Seen from the load, a motor behind a gear of ratio n is one of inertia n^2 J_m, torque n u and friction n F_m.
TEST(TwoMassDrive, AGearMakesTheMotorLargerAndSlower) {
  const double n = 7, play = 0.02;
  System geared({.motor_inertia = 0.05,
                 .load_inertia = load,
                 .shaft_stiffness = stiffness,
                 .shaft_damping = 0.3,
                 .backlash = play,
                 .gear_ratio = n},
                {friction(0.03), friction(0.4)}, {.motor_torque = 0.5});
  System direct({.motor_inertia = 0.05 * n * n,
                 .load_inertia = load,
                 .shaft_stiffness = stiffness,
                 .shaft_damping = 0.3,
                 .backlash = play},
                {friction(0.03 * n), friction(0.4)}, {.motor_torque = 0.5 * n});
  Vector<4> y{0.0, 0.0, 3.0, -0.2}, z{0.0, 0.0, 3.0 / n, -0.2};
  testing::run(geared, y, 3.0);
  testing::run(direct, z, 3.0);
  EXPECT_NEAR(y[0] / n, z[0], 1e-7);
  EXPECT_NEAR(y[1], z[1], 1e-7);
  EXPECT_NEAR(y[2] / n, z[2], 1e-7);
  EXPECT_NEAR(y[3], z[3], 1e-7);
}

TEST(TwoMassDrive, IsMeasuredOnEitherSide) {
  const TwoMassDrive::State<double> x{.motor_angle = 6, .twist = 0.5, .motor_speed = 9, .load_speed = 4};
  const auto seen = [&](double side) {
    return TwoMassDrive::measured(Parameters{.gear_ratio = 3, .load_sensing = side}, x);
  };
  EXPECT_EQ(seen(0), (std::array{6.0, 9.0}));
  EXPECT_EQ(seen(1), (std::array{1.5, 4.0}));
}

// A load that is held by its friction stands exactly, while the motor swings and comes to rest against the shaft.
TEST(TwoMassDrive, LoadStandsWhileTheShaftIsTooWeakToMoveIt) {
  System system({.motor_inertia = motor, .load_inertia = load, .shaft_stiffness = stiffness},
                {friction(0.1), friction(0.5)}, {.motor_torque = 0.3});
  Vector<4> y{};
  const auto log = testing::run(system, y, 100.0);
  EXPECT_TRUE(log.is_zero_after(0.0, 3));
  ASSERT_FALSE(log.events.empty());
  EXPECT_TRUE(log.is_zero_after(log.events.back().time, 2));
  EXPECT_LE(std::abs(0.3 - stiffness * y[1]), 0.1);
}

// Nothing is passed on inside the play, and flanks press but never pull, however they move.
TEST(TwoMassDrive, FlanksNeverPull) {
  testing::RandomCases random(5);
  for (int i = 0; i < 1000; ++i) {
    const Parameters p{.shaft_damping = random.uniform(0, 50), .backlash = random.uniform(0.01, 1)};
    const TwoMassDrive::State<double> x{0, random.uniform(-1, 1), random.uniform(-3, 3), random.uniform(-3, 3)};
    const double torque = TwoMassDrive::shaft_torque(p, x);
    if (std::abs(x.twist) < 0.5 * p.backlash) {
      EXPECT_EQ(torque, 0.0);
    } else {
      EXPECT_GE(torque * x.twist, 0.0);
    }
  }
}

}  // namespace
}  // namespace stiction::two_mass_drive_test
