// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_map.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/analysis/limit_cycle_experiments.hpp"

namespace stiction::testing {
namespace {

// A mass on a spring, shaken so that it rests when a period begins. While it rests no velocity can be given to it, so
// the map depends on none, and it ends at rest whatever the start.
TEST(ReturnMap, ARestingContactStaysAtRestWhenItsStartIsMoved) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction = {{.model = "coulomb", .values = {{"coulomb_force", 0.9}}}};
  e.inputs["belt_speed"] = 0.0;
  const double w = 0.6 * std::sqrt(2.0), period = 2 * std::numbers::pi / w;
  e.inputs.emplace(
      "force",
      NamedSignal({{.kind = "sine", .values = {{"amplitude", 1.0}, {"frequency", 1 / period}, {"phase", -0.4}}}}));
  const LoopRun a = assemble(e);
  const CycleOptions options{.period = period};
  detail::ReturnMap map(options, 1);
  detail::CycleMoment m{LoopRun(a), a.initial_state()};
  m.core.start(0, m.y.data());
  for (int k = 0; k < 3; ++k) ASSERT_EQ(map.lap(m), detail::LapEnd::complete);
  ASSERT_EQ(m.y[1], 0.0);
  ASSERT_EQ(m.core.direction(0), 0.0);
  map.choose_states(m, {true, true});
  detail::CycleMoment end = m;
  ASSERT_EQ(map.lap(end), detail::LapEnd::complete);
  const auto slopes = map.jacobian(m);
  ASSERT_TRUE(slopes);
  ASSERT_EQ(slopes->size(), 4U);
  EXPECT_EQ((*slopes)[2], 0.0);  // position and velocity after the lap, by the velocity before it
  EXPECT_EQ((*slopes)[3], 0.0);
  EXPECT_EQ((*slopes)[1], 0.0);  // it rests again
}

}  // namespace
}  // namespace stiction::testing
