// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/lsi_compensation.hpp"

#include <gtest/gtest.h>

#include "stiction/models/bliman_sorine.hpp"
#include "tests/control/loop_runs.hpp"

namespace stiction::testing::lsi_compensation_test {
namespace {

using Controller = WithPid<LsiCompensation<BlimanSorine>>;

// With the true parameters friction is gone: a mass with Bliman-Sorine friction under PD moves as a spring and a damper
// move it without friction, in closed form, reversals included.
TEST(LsiCompensation, CancelsFrictionExactly) {
  using Loop = RoughLoop<Controller, BlimanSorine>;
  ParametersOf<Loop::Loop> p;
  p.velocity_gain = 0.8, p.position_gain = 9, p.integral_gain = 0;
  Loop loop(p, {}, {{0}, {1}});
  loop.tolerance = 1e-10;
  const double decay = 0.4, w = std::sqrt(9 - decay * decay);
  for (int i = 1; i <= 10; ++i) {
    const double t = 0.5 * i;
    loop.run_to(t);
    const double free = 1 - std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
    EXPECT_NEAR(loop.state().position, free, 1e-7);
    EXPECT_NEAR(loop.outputs().compensation, loop.friction(), 1e-6);
  }
}

// d(x - x^)/ds = A (x - x^): a wrong state is forgotten along the path, each block with its own length, at any speed.
TEST(LsiCompensation, ForgetsAWrongStateAlongThePath) {
  for (const double v : {1e-4, -0.02}) {
    HeldController<Controller> held{.measured = {0, v}};
    const double path = 2e-4, time = path / std::abs(v);
    StateOf<Controller> start;
    start.filtered_force = {0.5, 0.25};
    const auto wrong = held.after(time, start).filtered_force, right = held.after(time).filtered_force;
    EXPECT_NEAR(wrong[0] - right[0], 0.5 * std::exp(-path / 3e-5), 1e-9);
    EXPECT_NEAR(wrong[1] - right[1], 0.25 * std::exp(-path / 1e-4), 1e-9);
  }
}

}  // namespace
}  // namespace stiction::testing::lsi_compensation_test
