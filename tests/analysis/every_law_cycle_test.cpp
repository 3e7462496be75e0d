// SPDX-License-Identifier: BSD-3-Clause
// Whatever the law, a cycle that is reported is a motion that can be seen, and the verdict says what was found.
#include <gtest/gtest.h>

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/run_loop.hpp"

namespace stiction::every_law_cycle_test {
namespace {

// Pulled slowly through a spring: stick-slip, steady sliding or a neutral orbit, never a cycle of rounding errors.
TEST(EveryLaw, HasNoCyclesOfRoundingErrors) {
  for (const ModelEntry& law : model_catalogue()) {
    if (law.kind == "memory") continue;  // their motion is followed, which takes longer
    NamedExperiment e;
    e.plant.model = "pulled_mass";
    e.friction = {NamedPart{.model = std::string(law.info.name)}};
    const LoopRun run = assemble(e);
    CycleOptions options;
    options.multipliers = false, options.lap_limit = 20, options.time_limit = 40;
    options.solver.tolerance = 1e-7, options.closure = 1e-5;
    const LimitCycle cycle = find_limit_cycle(run, options);
    EXPECT_GT(cycle.sentence.size(), 10U) << law.info.name;
    if (!cycle.found()) continue;
    const double stretch = run.contact_scale(0).force / value_at(e, "plant.spring_stiffness");  // by all of friction
    EXPECT_GT(cycle["elongation"].amplitude(), 1e-6 * stretch) << law.info.name << ": " << cycle.sentence;
    EXPECT_GT(cycle.period, 1e-3) << law.info.name << ": " << cycle.sentence;
  }
}

// Rate-and-state friction behind a soft spring: the cycle is the one that a plain run settles to, period after period;
// behind a stiff one it slides steadily. The search took its time scale from a speed of 1e-29 m/s and gave up at once.
TEST(EveryLaw, RateAndStateSticksAndSlipsBehindASoftSpring) {
  NamedExperiment e;
  e.plant = NamedPart{.model = "pulled_mass", .values = {{"mass", 1.0}, {"spring_stiffness", 50.0}}};
  e.friction = {NamedPart{.model = "rate_and_state_slip"}};
  e.inputs.emplace("pull_speed", NamedSignal(1e-4));
  const LimitCycle cycle = find_limit_cycle(assemble(e));
  ASSERT_EQ(cycle.verdict, CycleVerdict::stable_cycle) << cycle.sentence;
  e.run.duration = 300, e.run.record.interval = 1e-3;
  const Trajectory run = run_loop(assemble(e), e.run);
  std::vector<double> slips;  // when the velocity rises through ten times that of the pull
  const auto& v = run["velocity"];
  for (std::size_t k = 1; k < v.size(); ++k)
    if (v[k - 1] < 1e-3 && v[k] >= 1e-3) slips.push_back(run.time[k]);
  ASSERT_GT(slips.size(), 6U);
  EXPECT_NEAR(cycle.period, (slips.back() - slips[slips.size() - 4]) / 3, 1e-3);
  e.plant.values.insert_or_assign("spring_stiffness", 2000.0);
  const LimitCycle steady = find_limit_cycle(assemble(e));
  EXPECT_TRUE(steady.verdict == CycleVerdict::equilibrium || steady.verdict == CycleVerdict::decays) << steady.sentence;
}

}  // namespace
}  // namespace stiction::every_law_cycle_test
