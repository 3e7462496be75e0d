// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/cvode/cvode_solver.hpp"

#include <gtest/gtest.h>

#include "stiction/loop/simulate.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

/// Largest difference of a signal between two runs over its size.
double difference(const Trajectory& a, const Trajectory& b, std::string_view name) {
  double worst = 0, size = 0;
  EXPECT_EQ(a.time.size(), b.time.size());
  for (std::size_t i = 0; i < std::min(a.time.size(), b.time.size()); ++i) {
    worst = std::max(worst, std::abs(a[name][i] - b[name][i]));
    size = std::max(size, std::abs(a[name][i]));
  }
  return worst / size;
}

// Two integrators that share nothing but the equations agree on random masses pulled through random springs by random
// speeds with random friction.
TEST(CvodeSolver, AgreesOnRandomStickSlip) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 random(seed);
    const auto between = [&](double low, double high) {
      return low * std::pow(high / low, std::uniform_real_distribution<double>(0, 1)(random));
    };
    Experiment<PulledMass, LuGre> e;
    auto& p = e.friction();
    p.coulomb_force = between(0.5, 5);
    p.static_force = p.coulomb_force * between(1.1, 2);
    p.bristle_stiffness = between(1e3, 1e5);
    p.bristle_damping = std::sqrt(p.bristle_stiffness) * between(0.5, 2);
    p.viscous_damping = between(0.05, 1);
    p.stribeck_velocity = between(1e-3, 1e-1);
    e.plant.mass = between(0.3, 3);
    e.plant.spring_stiffness = between(0.5, 5);
    e.inputs.pull_speed = between(0.05, 2);
    e.duration = 10;
    e.solver.tolerance = 1e-9;
    const Trajectory ours = simulate(e);
    e.solver.tolerance = 1e-11;
    const Trajectory theirs = simulate_with(CvodeSolver{}, e);
    ASSERT_TRUE(ours.result.finished() && theirs.result.finished()) << theirs.result.reason;
    EXPECT_LT(difference(ours, theirs, "elongation"), 3e-7) << "seed " << seed;
    EXPECT_EQ(ours.events.size(), theirs.events.size()) << "seed " << seed;
  }
}

// Events, modes and corners of inputs go the same way: a mass with true stick pushed by a triangle of force.
TEST(CvodeSolver, AgreesOnEventsOfALawWithTrueRest) {
  Experiment<MassOnSurface, StictionCoulombViscous> e;
  e.inputs.force = Signal::triangle(3.0, 0.5);
  e.duration = 10;
  e.solver.tolerance = 1e-10;
  const Trajectory ours = simulate(e), theirs = simulate_with(CvodeSolver{}, e);
  ASSERT_TRUE(ours.result.finished() && theirs.result.finished());
  ASSERT_EQ(ours.events.size(), theirs.events.size());
  ASSERT_GE(ours.events.size(), 10U);
  for (std::size_t i = 0; i < ours.events.size(); ++i) {
    EXPECT_EQ(ours.events[i].what, theirs.events[i].what);
    EXPECT_NEAR(ours.events[i].time, theirs.events[i].time, 1e-6);
  }
  EXPECT_LT(difference(ours, theirs, "position"), 1e-7);
}

}  // namespace
}  // namespace stiction
