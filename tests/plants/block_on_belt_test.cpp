// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/block_on_belt.hpp"

#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::block_on_belt_test {
namespace {

using System = CoupledSystem<BlockOnBelt, StictionCoulombViscous>;

StictionCoulombViscous::Parameters<double> without_drag(double coulomb_force, double static_force) {
  StictionCoulombViscous::Parameters<double> p;
  p.coulomb_force = coulomb_force, p.static_force = static_force, p.viscous_damping = 0;
  return p;
}

// On a belt at rest the amplitude falls by 2 F_C/k every half cycle of length pi sqrt(m/k), until the spring is weaker
// than friction; then the block stands, exactly.
TEST(BlockOnBelt, LosesTheSameAmplitudeEveryHalfCycle) {
  System system({.mass = 0.5, .spring_stiffness = 2.0}, {without_drag(0.13, 0.13)}, {.belt_speed = 0.0});
  Vector<2> y{1.0, 0.0};
  const auto log = testing::run(system, y, 100.0);
  ASSERT_EQ(log.events.size(), 8u);
  for (std::size_t n = 1; n <= 8; ++n) {
    const double turns_at = (n % 2 == 0 ? 1 : -1) * (1.0 - 0.13 * static_cast<double>(n));
    EXPECT_NEAR(log.events[n - 1].state[0], turns_at, 1e-8);
    EXPECT_NEAR(log.events[n - 1].time, 0.5 * std::numbers::pi * static_cast<double>(n), 1e-8);
  }
  EXPECT_TRUE(log.is_zero_after(log.events.back().time, 1));
}

// A belt that speeds up as B (1 - cos w t) takes the block along until m B w sin w t = F_S; then F_C alone pulls it on.
TEST(BlockOnBelt, RidesAlongUntilTheBeltIsTooQuick) {
  const double w = std::numbers::pi, m = 0.8;
  const Signal belt = Signal::sine(-1.0, 0.5, std::numbers::pi / 2, 1.0);
  System system({.mass = m, .spring_stiffness = 0.0}, {without_drag(1.0, 1.5)}, {.belt_speed = belt});
  const double slips_at = std::asin(1.5 / (m * w)) / w, end = slips_at + 0.1;
  Vector<2> y{};
  const auto log = testing::run(system, y, end);
  ASSERT_EQ(log.events.size(), 1u);
  EXPECT_NEAR(log.events[0].time, slips_at, 1e-8);
  EXPECT_NEAR(log.events[0].state[0], slips_at - std::sin(w * slips_at) / w, 1e-8);
  EXPECT_NEAR(log.events[0].state[1], 1 - std::cos(w * slips_at), 1e-8);
  EXPECT_NEAR(y[1], 1 - std::cos(w * slips_at) + 0.1 / m, 1e-8);
}

// At a constant acceleration below F_S/m the block is never left behind: x = a t^2/2, and the contact rests throughout.
TEST(BlockOnBelt, IsNeverLeftBehindByABeltThatSpeedsUpGently) {
  System system({.mass = 1.0, .spring_stiffness = 0.0}, {without_drag(1.0, 1.5)}, {.belt_speed = Signal::ramp(1.49)});
  Vector<2> y{};
  const auto log = testing::run(system, y, 10.0);
  EXPECT_TRUE(log.events.empty());
  EXPECT_EQ(system.run().direction(0), 0.0);
  EXPECT_NEAR(y[0], 74.5, 1e-10);
  EXPECT_NEAR(y[1], 14.9, 1e-11);
}

// A belt that jumps to 5 m/s at t = 1 s leaves the block where it is: friction then accelerates it with F_C/m, from
// rest to 2 m/s and from 2 m/s to 2.5 m/s, and nothing is set to the belt's speed.
TEST(BlockOnBelt, SlidesAtOnceWhenTheBeltJumps) {
  for (const double start : {0.0, 2.0}) {
    System system({.mass = 1.0, .spring_stiffness = 0.0}, {without_drag(1.0, 1.5)},
                  {.belt_speed = Signal::step(1.0, start, 5.0)});
    Vector<2> y{0, start};
    testing::run(system, y, start == 0 ? 3.0 : 1.5);
    EXPECT_NEAR(y[1], start == 0 ? 2.0 : 2.5, 1e-9);
  }
}

// Below the belt's speed and with a damper, the block comes to stand where spring and kinetic friction balance:
// x = F_C/k, approached as a damped oscillation of frequency sqrt(k/m - (c/2m)^2).
TEST(BlockOnBelt, OscillatesAboutTheBalanceOfSpringAndFriction) {
  System system({.mass = 1.0, .spring_stiffness = 4.0, .spring_damping = 0.4}, {without_drag(1.0, 1.5)},
                {.belt_speed = 5.0});
  Vector<2> y{};
  testing::run(system, y, 3.0);
  const double decay = 0.2, w = std::sqrt(4.0 - decay * decay);
  EXPECT_NEAR(y[0], 0.25 * (1 - std::exp(-3 * decay) * (std::cos(3 * w) + decay / w * std::sin(3 * w))), 1e-9);
}

}  // namespace
}  // namespace stiction::block_on_belt_test
