// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/with_hard_stops.hpp"

#include "stiction/loop/with_work.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/plants/block_on_belt.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/plants/motion_log.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::with_hard_stops_test {
namespace {

using Stopped = WithHardStops<MassOnSurface>;
using Plant = WithWork<Stopped>;
using System = CoupledSystem<Plant, Coulomb>;

Stopped::Parameters<double> stops(double damping) {
  Stopped::Parameters<double> p;
  p.mass = 2.0, p.lower_stop = -0.5, p.upper_stop = 0.3, p.stop_stiffness = 1e4, p.stop_damping = damping;
  return p;
}
Coulomb::Parameters<double> friction(double force) {
  Coulomb::Parameters<double> p;
  p.coulomb_force = force;
  return p;
}

/// The speed after an impact: v' of b v - ln(1 + b v) = -b v' - ln(1 - b v'), by bisection.
double speed_after(double v, double b) {
  const double taken = b * v - std::log1p(b * v);
  double low = 0, high = std::min(v, 1 / b);
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (-b * middle - std::log1p(-b * middle) < taken ? low : high) = middle;
  }
  return low;
}

// One impact on each stop: the speed after it has a closed form, which for small damping is (1 - a v) v.
TEST(HardStops, GiveBackTheSpeedThatTheirDampingIsDesignedFor) {
  for (const double side : {1.0, -1.0})
    for (const double damping : {0.001, 0.1, 2.0}) {
      const double v = 1.5, back = speed_after(v, 1.5 * damping);
      System system(stops(damping), {friction(1e-9)}, {});
      Vector<4> y{0.0, side * v, 0.0, 0.0};
      testing::run(system, y, 0.5);
      EXPECT_NEAR(y[1], -side * back, 1e-7);
    }
  EXPECT_NEAR(speed_after(1.5, 1.5e-3) / 1.5, 1 - 1.5e-3, 1e-5) << "the closed form agrees with 1 - a v";
}

// Thrown against a stop and pressed there: what came in is in the mass, in the spring or lost, and the body comes to
// rest, exactly, where friction can hold the rest.
TEST(HardStops, BalanceTheirEnergyAndLetTheBodyComeToRest) {
  const auto p = stops(0.2);
  System system(p, {friction(0.8)}, {.force = 20.0});
  Vector<4> y{0.0, 1.0, 0.0, 0.0};
  const auto log = testing::run(system, y, 50.0);
  ASSERT_FALSE(log.events.empty());
  EXPECT_TRUE(log.is_zero_after(log.events.back().time, 1));
  EXPECT_LE(std::abs(20.0 - 1e4 * (y[0] - 0.3)), 0.8 + 1e-6);
  for (const auto& at : log.steps) {
    const double gained = Stopped::energy<double>(p, unpacked<StateOf<Plant>, 0>(at.state), {}) - 1.0;
    EXPECT_NEAR(gained + at.state[2], at.state[3], 1e-7);
  }
}

// A stop is nowhere but behind its limit, and never pulls, however fast the body leaves.
TEST(HardStops, NeverPull) {
  testing::RandomCases random(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-1, 1), force = Stopped::stop_force(stops(1.0), {x, random.uniform(-3, 3)});
    if (x > -0.5 && x < 0.3) {
      EXPECT_EQ(force, 0.0);
    } else {
      EXPECT_LE(force * x, 0.0);
    }
  }
}

// What the plant reports is still there, beside the force of the stops: 0.1 m into a stop of 1e6 N/m.
TEST(HardStops, ReportTheirForceBesideThePlantsOwnOutputs) {
  using Held = WithHardStops<BlockOnBelt>;
  const auto outputs = Held::outputs<double>({}, {1.1, 0.0}, {}, {}, {0.0});
  EXPECT_NEAR(outputs.spring_force, 2.0 * 1.1, 1e-12);
  EXPECT_NEAR(outputs.stop_force, -1e5, 1e-6);
}

// Limits the wrong way round are reported.
TEST(HardStops, AskForLimitsInOrder) {
  auto p = stops(0.1);
  EXPECT_TRUE(is_valid(p));
  p.lower_stop = 0.4;
  EXPECT_FALSE(is_valid(p));
}

}  // namespace
}  // namespace stiction::with_hard_stops_test
