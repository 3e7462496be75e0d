// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/disturbance_observer.hpp"

#include <gtest/gtest.h>

#include "tests/control/loop_runs.hpp"

namespace stiction::testing {
namespace {

using Controller = WithPid<DisturbanceObserver>;

FrictionlessLoop<Controller> loaded() {
  FrictionlessLoop<Controller> loop{.mass = 2, .load = 3, .offset = 1};
  loop.p.integral_gain = 0, loop.p.nominal_mass = 2, loop.p.observer_bandwidth = 10;
  return loop;
}

// (1): with the true mass the estimate is the load seen through Q, d (1 - exp(-w t)), whatever the feedback does.
TEST(DisturbanceObserver, SeesALoadThroughItsFilter) {
  for (const double gain : {1.0, 30.0}) {
    auto loop = loaded();
    loop.p.position_gain = gain;
    auto y = loop.at_rest();
    for (int i = 0; i < 5; ++i) {
      const double t = 0.1 * (i + 1);
      advance(loop, y, t - 0.1, t, 1e-11);
      const double estimate =
          Controller::outputs<double>(loop.p, unpacked<StateOf<Controller>, 2>(y), {1}, {}, {y[0], y[1]}).compensation;
      EXPECT_NEAR(estimate, 3 * (1 - std::exp(-10 * t)), 1e-8);
    }
  }
}

// A constant load leaves no error although nothing is integrated; without the observer it leaves load / K_p.
TEST(DisturbanceObserver, RejectsAConstantLoad) {
  auto loop = loaded();
  auto y = loop.at_rest();
  advance(loop, y, 0, 100, 1e-9);
  EXPECT_NEAR(y[0], 1, 1e-8);
  FrictionlessLoop<Pid> without{.p = {.integral_gain = 0}, .mass = 2, .load = 3, .offset = 1};
  auto z = without.at_rest();
  advance(without, z, 0, 100, 1e-9);
  EXPECT_NEAR(1 - z[0], 3 / without.p.position_gain, 1e-8);
}

}  // namespace
}  // namespace stiction::testing
