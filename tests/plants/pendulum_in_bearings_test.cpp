// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/pendulum_in_bearings.hpp"

#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/load_dependence.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::pendulum_in_bearings_test {
namespace {

using System = CoupledSystem<PendulumInBearings, Coulomb>;
const PendulumInBearings::Parameters<double> pendulum{.inertia = 0.7, .mass = 1.2, .centre_distance = 0.6};
const double weight = pendulum.mass * pendulum.gravity * pendulum.centre_distance;  // m g l

Coulomb::Parameters<double> bearings(double torque) {
  Coulomb::Parameters<double> p;
  p.coulomb_force = torque;
  return p;
}

// Astrom 2008 Fig. 12: small swings decay in a straight line, by 2 F_C/(m g l) every half swing of pi sqrt(J/(m g l)).
TEST(PendulumInBearings, SmallSwingsDecayLinearly) {
  const double lost = 1.3e-4;  // a half swing
  System system(pendulum, {bearings(0.5 * lost * weight)}, {});
  Vector<2> y{1e-3, 0.0};
  const auto log = testing::run(system, y, 20.0);
  const double half_swing = std::numbers::pi * std::sqrt(pendulum.inertia / weight);
  ASSERT_EQ(log.events.size(), 8u);
  for (std::size_t n = 1; n <= 8; ++n) {
    const double turns_at = (n % 2 == 0 ? 1 : -1) * (1e-3 - lost * static_cast<double>(n));
    EXPECT_NEAR(log.events[n - 1].state[0], turns_at, 1e-9) << "angles of 1e-3 are small to one part in a million";
    EXPECT_NEAR(log.events[n - 1].time, half_swing * static_cast<double>(n), 1e-5);
  }
  EXPECT_TRUE(log.is_zero_after(log.events.back().time, 1));
}

// Energy, at any angle: m g l (cos th' - cos th) = F_C (|th| + |th'|) between two turning points.
TEST(PendulumInBearings, LargeSwingsLoseTheWorkOfFriction) {
  System system(pendulum, {bearings(0.4)}, {});
  Vector<2> y{3.0, 0.0};
  const auto log = testing::run(system, y, 40.0);
  ASSERT_GT(log.events.size(), 5u);
  double angle = 3.0;
  for (const auto& event : log.events) {
    const double next = event.state[0];
    EXPECT_NEAR(weight * (std::cos(next) - std::cos(angle)), 0.4 * std::abs(next - angle), 1e-8);
    angle = next;
  }
  EXPECT_LE(weight * std::abs(std::sin(angle)), 0.4) << "it stops where friction can hold it";
  EXPECT_TRUE(log.is_zero_after(log.events.back().time, 1));
}

// A motor holds it at any angle, within friction: |u - m g l sin th| <= F_C.
TEST(PendulumInBearings, HangsWhereTorqueAndFrictionBalanceItsWeight) {
  for (const double extra : {0.39, 0.41}) {
    System system(pendulum, {bearings(0.4)}, {.torque = weight * std::sin(0.8) + extra});
    Vector<2> y{0.8, 0.0};
    const auto log = testing::run(system, y, 5.0);
    EXPECT_EQ(log.is_zero_after(0.0, 1), extra < 0.4);
  }
}

// A gear that loses c of what it passes on, (u + w)/2 with w = m g l sin th: the arm begins to rise where
// u - w = F_C + c (u + w)/2, that is u = (F_C + (1 + c/2) w) / (1 - c/2), and to sink at ((1 - c/2) w - F_C) / (1 +
// c/2).
TEST(PendulumInBearings, AGearHoldsMoreTheMoreItPassesOn) {
  const double own = 0.1, c = 0.4, w = weight * std::sin(0.8);
  GearLoss<Coulomb>::Parameters<double> law;
  law.coulomb_force = own, law.driving_loss = c, law.back_driving_loss = c;
  const auto stands = [&](double torque) {
    CoupledSystem<PendulumInBearings, GearLoss<Coulomb>> system(pendulum, {law}, {.torque = torque});
    Vector<2> y{0.8, 0.0};
    return testing::run(system, y, 0.01).is_zero_after(0.0, 1);
  };
  const double rises = (own + (1 + 0.5 * c) * w) / (1 - 0.5 * c), sinks = ((1 - 0.5 * c) * w - own) / (1 + 0.5 * c);
  EXPECT_TRUE(stands(0.999 * rises));
  EXPECT_FALSE(stands(1.001 * rises));
  EXPECT_TRUE(stands(1.001 * sinks));
  EXPECT_FALSE(stands(0.999 * sinks));
}

}  // namespace
}  // namespace stiction::pendulum_in_bearings_test
