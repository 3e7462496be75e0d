// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/rest_monitor.hpp"

#include <gtest/gtest.h>

#include "stiction/loop/simulate.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/models/zero_velocity_band.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction {
namespace {

// Dupont2002, Table I, inertia 0.01 kg.m2: under a torque of 0.065 N.m with a ripple of 0.03 N.m at 1 Hz, less the bias
// of 0.0212 N.m that belongs to the plant, LuGre creeps by 0.897493418377 mrad in every cycle, long after the start.
TEST(RestMonitor, LuGreCreepsAsThePaperSays) {
  Experiment<MassOnSurface, LuGre> e;
  e.plant.mass = 0.01;
  e.friction() = preset<LuGre>("dupont2002");
  const double bias = 0.2557 - 0.2345;
  e.inputs.force =
      Signal::polyline({{0, 0}, {2, 0.27}, {2.2, 0.065}}) + Signal(-bias) +
      Signal(Signal::Track{{{}, {.start = 2.2, .amplitude = 0.03, .angular_frequency = 2 * std::numbers::pi}}, 0});
  std::get<0>(e.initial_laws).deflection = -bias / e.friction().bristle_stiffness;
  e.duration = 12.2;
  e.record.interval = 0.2;
  RestMonitor rests(0.5);
  const Trajectory t = simulate(e, rests);
  ASSERT_TRUE(t.result.finished());
  ASSERT_FALSE(rests.rests.empty());
  const auto& last = rests.rests.back();
  EXPECT_FALSE(last.held);
  EXPECT_NEAR(last.to, 12.2, 1e-12);
  EXPECT_NEAR(last.drift, t.final_value("position"), 1e-9);
  EXPECT_NEAR(t.final_value("position"), 0.0602946349692, 1e-7);  // x(12.2)
  EXPECT_NE(rests.sentence(last).find("lugre has no true rest"), std::string::npos) << rests.sentence(last);
}

// True rest is told apart from slowness: exactly zero, and said so.
TEST(RestMonitor, TrueRestIsHeld) {
  Experiment<MassOnSurface, StictionCoulombViscous> e;
  e.initial.velocity = 1.0;
  e.inputs.force = Signal::sine(0.5, 1.0);
  e.duration = 10;
  RestMonitor rests(1e-3);
  ASSERT_TRUE(simulate(e, rests).result.finished());
  ASSERT_EQ(rests.rests.size(), 1U);
  EXPECT_TRUE(rests.rests[0].held);
  EXPECT_EQ(rests.rests[0].drift, 0.0);
  EXPECT_EQ(rests.rests[0].to, 10.0);
  EXPECT_NE(rests.sentence(rests.rests[0]).find("held"), std::string::npos);
}

// Inside the band of Karnopp the mass keeps a little momentum and does not move: held.
TEST(RestMonitor, ABandIsRest) {
  Experiment<MassOnSurface, Karnopp> e;
  e.initial.velocity = 1.0;
  e.inputs.force = Signal::sine(0.5, 1.0);
  e.duration = 10;
  RestMonitor rests(1e-5);  // the band is 1e-3 m/s wide
  ASSERT_TRUE(simulate(e, rests).result.finished());
  ASSERT_EQ(rests.rests.size(), 1U);
  EXPECT_TRUE(rests.rests[0].held);
  EXPECT_EQ(rests.rests[0].to, 10.0);
}

}  // namespace
}  // namespace stiction
