// SPDX-License-Identifier: BSD-3-Clause
// Inside a zero-velocity band (Karnopp) the body does not move: that is rest, whoever asks.
#include <gtest/gtest.h>

#include "stiction/analysis/experiment_study.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"

namespace stiction::band_rest_test {
namespace {

// Hunting under PID control: the cycle rests as long as its law is in the band, the rests of the run are found, add up
// to the same fraction of it, and every one of them is held.
TEST(BandRest, IsTheTimeInTheBand) {
  for (const char* law : {"karnopp", "karnopp_reset", "tustin_band", "generalized_kinetic_band"}) {
    NamedExperiment e = testing::hunting();
    e.friction = {NamedPart{.model = law}};
    e.run.duration = 240;
    const ExperimentStudy s = study(e);
    ASSERT_EQ(s.cycle.verdict, CycleVerdict::stable_cycle) << law << ": " << s.cycle.sentence;
    EXPECT_GT(s.cycle.rest_fraction, 0.5) << law;
    EXPECT_NEAR(s.cycle.rest_fraction, s.cycle["in_band"].mean, 1e-9) << law;
    ASSERT_GT(s.rests->rests.size(), 10U) << law << ": " << s.rests->sentence;
    EXPECT_TRUE(s.rests->all_held) << law << ": " << s.rests->sentence;
    double resting = 0;
    for (const RestVerdict& rest : s.rests->rests) resting += rest.to - rest.from;
    EXPECT_NEAR(resting / e.run.duration, s.cycle.rest_fraction, 0.05) << law;  // the last cycle is cut off
  }
}

// A mass pulled by less than the law holds rests: an equilibrium held by stiction, not one on the border of stability.
TEST(BandRest, IsAnEquilibriumHeldByStiction) {
  NamedExperiment e;
  e.friction = {NamedPart{.model = "karnopp"}};
  e.inputs["force"] = 0.5;
  const EquilibriumStudy held = study(e).equilibrium;
  ASSERT_TRUE(held.found) << held.sentence;
  EXPECT_TRUE(held.resting) << held.sentence;
  e.inputs["force"] = 2.0;  // more than the 1.5 N it holds: it slides at (2 - 1)/0.4 m/s
  const EquilibriumStudy sliding = study(e).equilibrium;
  EXPECT_FALSE(sliding.resting) << sliding.sentence;
}

}  // namespace
}  // namespace stiction::band_rest_test
