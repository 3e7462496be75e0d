// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/mass_on_surface.hpp"

#include "stiction/models/coulomb.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::mass_on_surface_test {
namespace {

using System = CoupledSystem<MassOnSurface, StictionCoulombViscous>;
using Law = StictionCoulombViscous::Parameters<double>;

Law without_drag(double coulomb_force, double static_force) {
  Law p;
  p.coulomb_force = coulomb_force, p.static_force = static_force, p.viscous_damping = 0;
  return p;
}

// Constant deceleration (F_C - u)/m: the mass stops after m v_0/(F_C - u) and the way m v_0^2/(2 (F_C - u)), and then
// stands, with a velocity of exactly 0 and not a hair's breadth further.
TEST(MassOnSurface, StopsAfterTheTimeAndWayOfCoulombFrictionAndStaysThere) {
  System system({.mass = 2.0}, {without_drag(0.5, 0.5)}, {.force = 0.2});
  Vector<2> y{0.0, 1.5};
  const auto log = testing::run(system, y, 1000.0);
  ASSERT_FALSE(log.events.empty());
  EXPECT_NEAR(log.events.front().time, 10.0, 1e-8);
  EXPECT_NEAR(y[0], 7.5, 1e-8);
  EXPECT_EQ(y[0], log.events.front().state[0]);
  EXPECT_TRUE(log.is_zero_after(log.events.front().time, 1));
}

// Under a force r t the mass stands until F_S/r, and then m v = r (t^2 - t_0^2)/2 - F_C (t - t_0).
TEST(MassOnSurface, BreaksAwayWhenTheForceExceedsStiction) {
  System system({.mass = 2.0}, {without_drag(1.0, 1.5)}, {.force = Signal::ramp(0.1)});
  Vector<2> y{};
  const auto log = testing::run(system, y, 20.0);
  ASSERT_EQ(log.events.size(), 1u);
  EXPECT_NEAR(log.events[0].time, 15.0, 1e-8);
  EXPECT_EQ(log.events[0].state[0], 0.0);
  EXPECT_NEAR(y[1], (0.05 * (400 - 225) - 5.0) / 2, 1e-8);
}

// With drag and a constant force the velocity tends to (u - F_C)/sigma_2 as exp(-sigma_2 t/m).
TEST(MassOnSurface, ApproachesItsTerminalSpeedExponentially) {
  Law p;
  p.coulomb_force = 1.0, p.static_force = 1.5, p.viscous_damping = 0.4;
  System system({.mass = 2.0}, {p}, {.force = 3.0});
  Vector<2> y{};
  testing::run(system, y, 5.0);
  EXPECT_NEAR(y[1], 5.0 * (1 - std::exp(-1.0)), 1e-8);
}

}  // namespace
}  // namespace stiction::mass_on_surface_test
