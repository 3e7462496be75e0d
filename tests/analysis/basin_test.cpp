// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/basin.hpp"

#include <gtest/gtest.h>

#include "tests/analysis/limit_cycle_experiments.hpp"

namespace stiction::testing {
namespace {

/// Slides for ever? The exact spiral of a mass with m = 1, k = 2, F_C = 2.94 pulled with 2 m/s, looked at in fine
/// steps: u = v - v_p obeys u'' + s u' + k u = 0.
bool never_stops(double elongation, double velocity, double drag) {
  const double b = drag / 2, w = std::sqrt(2 - b * b);
  const double u0 = velocity - 2, a0 = 2 * elongation - 2.94 - drag * velocity;  // u' at the start
  const double c = (a0 + b * u0) / w;
  for (double t = 0; t < 12; t += 1e-3)
    if (2 + std::exp(-b * t) * (u0 * std::cos(w * t) + c * std::sin(w * t)) <= 0) return false;
  return true;
}

// With Coulomb friction and stiction a mass that stops once sticks and slips for ever, and one that never stops comes
// to slide steadily: the two basins are known exactly.
TEST(Basin, StickSlipTakesWhatStopsOnce) {
  NamedExperiment e = stick_slip_2008();
  e.friction = {stiction_law(5.88, 2.94, 0.1)};
  const BasinMap basins =
      map_basins(e, {{"plant.initial.elongation", 0.2, 3, 6}, {"plant.initial.velocity", 0.3, 4.5, 6}});
  ASSERT_EQ(basins.attractors.size(), 2U);
  std::size_t cycles = 0;
  for (std::size_t i = 0; i < basins.map.points.size(); ++i) {
    const std::vector<double>& start = basins.map.points[i].values;
    ASSERT_NE(basins.attractor_of[i], BasinMap::unknown) << basins.map.points[i].sentence;
    const Attractor& attractor = basins.attractors[basins.attractor_of[i]];
    EXPECT_EQ(attractor.kind == MotionKind::steady, never_stops(start[0], start[1], 0.1))
        << start[0] << " m, " << start[1] << " m/s: " << basins.map.points[i].sentence;
    cycles += attractor.kind == MotionKind::limit_cycle;
  }
  EXPECT_GT(cycles, 5U);
  EXPECT_LT(cycles, 31U);
  EXPECT_EQ(basins.attractors[0].starts + basins.attractors[1].starts, 36U);
}

// States of rest are one attractor, wherever the mass stops; axes must be starts.
TEST(Basin, RestIsOneAttractor) {
  NamedExperiment e;
  e.friction = {stiction_law(1.5, 1, 0)};
  const BasinMap basins = map_basins(e, {{"plant.initial.velocity", -2, 2, 5}});
  ASSERT_EQ(basins.attractors.size(), 1U);
  EXPECT_EQ(basins.attractors[0].kind, MotionKind::rest);
  EXPECT_EQ(basins.attractors[0].starts, 5U);
  EXPECT_THROW(map_basins(e, {{"plant.mass", 1, 2, 2}}), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
