// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/simulate.hpp"

#include <gtest/gtest.h>

#include "stiction/models/coulomb.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction {
namespace {

using Sliding = Experiment<MassOnSurface, StictionCoulombViscous>;

Sliding without_drag() {
  Sliding e;
  e.friction().viscous_damping = 0;
  return e;
}

// Under 2 N for 1 s against 1 N of kinetic friction, then coasting: 1 m/s after 1 s, at rest 1 s later after 1 m.
// Signals have names and units, samples lie on their grid, events where they belong.
TEST(Simulate, AMassIsPushedAndStops) {
  Sliding e = without_drag();
  e.inputs.force = Signal::step(1.0, 2.0, 0.0);
  e.duration = 5;
  e.record.interval = 0.25;
  const Trajectory t = simulate(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  ASSERT_EQ(t.time.size(), 21U);
  for (std::size_t i = 0; i < t.time.size(); ++i) EXPECT_EQ(t.time[i], 0.25 * static_cast<double>(i));
  EXPECT_NEAR(t["velocity"][4], 1.0, 1e-9);
  EXPECT_NEAR(t["velocity"][6], 0.5, 1e-9);
  EXPECT_NEAR(t["position"][4], 0.5, 1e-9);
  EXPECT_NEAR(t.final_value("position"), 1.0, 1e-9);
  EXPECT_NEAR(t["friction_force"][2], 1.0, 1e-12);
  EXPECT_NEAR(t["mechanical_energy"][4], 0.5, 1e-9);
  ASSERT_EQ(t.events.size(), 1U);
  EXPECT_EQ(t.events[0].what, "stick");
  EXPECT_EQ(t.events[0].contact, "surface");
  EXPECT_NEAR(t.events[0].time, 2.0, 1e-8);
  EXPECT_EQ(t.signals[0].unit, "m");
  EXPECT_EQ(t["direction"][20], 0.0);
}

// Below break-away a load is held with velocity exactly zero for as long as the run lasts, however it is shaken, and
// friction is what is applied; nothing is stepped over when it is finally pulled too hard.
TEST(Simulate, StuckIsStuck) {
  Sliding e = without_drag();
  e.inputs.force = Signal::sine(0.7, 3.0, 0.0, 0.79);  // up to 1.49 N of 1.5
  e.duration = 1000;
  e.record.interval = 0.37;
  const Trajectory held = simulate(e);
  ASSERT_TRUE(held.result.finished());
  EXPECT_TRUE(held.events.empty());
  for (std::size_t i = 0; i < held.time.size(); ++i) {
    ASSERT_EQ(held["velocity"][i], 0.0);
    ASSERT_EQ(held["position"][i], 0.0);
    ASSERT_NEAR(held["friction_force"][i], held["force"][i], 1e-14);
  }
  // A pulse of 1 ms in the middle of an hour, of a tenth of a per cent too much.
  e.inputs.force = Signal::polyline({{0, 0.9}, {1800, 0.9}, {1800.0005, 1.501}, {1800.001, 0.9}});
  e.duration = 3600;
  e.record.interval = 100;
  const Trajectory pulse = simulate(e);
  ASSERT_GE(pulse.events.size(), 2U);
  EXPECT_EQ(pulse.events[0].what, "slip");
  EXPECT_NEAR(pulse.events[0].time, 1800.0005, 1e-6);
  EXPECT_GT(pulse.final_value("position"), 0.0);
}

// Everything that is wrong is said at once, by name.
TEST(Simulate, BadInputIsRefusedWithEveryReason) {
  Sliding e;
  e.plant.mass = -1;
  e.friction().coulomb_force = std::numeric_limits<double>::quiet_NaN();
  e.initial.velocity = std::numeric_limits<double>::infinity();
  e.duration = 0;
  e.solver.tolerance = 2;
  try {
    simulate(e);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    const std::string text = error.what();
    for (const char* name : {"mass", "coulomb_force", "velocity", "duration", "tolerance"})
      EXPECT_NE(text.find(name), std::string::npos) << name << " in " << text;
  }
  Sliding named;
  named.record.signals = {"velocty"};
  try {
    simulate(named);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("velocity"), std::string::npos) << error.what();
  }
}

// A run that is stopped keeps what it has, up to the time it reports.
TEST(Simulate, WhatWasComputedIsKept) {
  Sliding e;
  e.inputs.force = Signal::sine(3.0, 1.0);
  e.duration = 1000;
  e.solver.step_limit = 500;
  const Trajectory t = simulate(e);
  EXPECT_EQ(t.result.status, SolveStatus::step_limit);
  ASSERT_GT(t.time.size(), 10U);
  EXPECT_LE(t.time.back(), t.result.time);
  EXPECT_GT(t.time.back(), t.result.time - 0.02);
  e.solver.step_limit = 1'000'000;
  e.record.memory_limit = 10'000;
  const Trajectory full = simulate(e);
  EXPECT_EQ(full.result.status, SolveStatus::memory_limit);
  EXPECT_FALSE(full.time.empty());
}

// Samples at the solver's own steps: both sides of every event are there.
TEST(Simulate, TheSolverCanChooseTheSamples) {
  Sliding e = without_drag();
  e.inputs.force = Signal::step(1.0, 2.0, 0.0);
  e.duration = 5;
  e.record.interval = 0;
  const Trajectory t = simulate(e);
  EXPECT_EQ(t.time.size(), 1 + t.result.counters.accepted + t.result.counters.events);
  EXPECT_EQ(t.time.back(), 5.0);
  EXPECT_NEAR(t.final_value("position"), 1.0, 1e-9);
}

}  // namespace
}  // namespace stiction
