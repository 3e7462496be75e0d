// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_record.hpp"

#include <gtest/gtest.h>

#include "tests/analysis/limit_cycle_experiments.hpp"

namespace stiction {
namespace {

/// A record, and beside it the extremes of a thousand samples of every step.
class CloseLook final : public LoopObserver {
 public:
  explicit CloseLook(const LoopRun& run)
      : record(run), lowest(run.loop().signals().size(), 1e300), highest(lowest.size(), -1e300), now_(lowest.size()) {}
  bool step(const LoopStep& step) override {
    for (int k = 0; k <= 1000; ++k) {
      step.signals(k / 1000.0, now_.data());
      for (std::size_t i = 0; i < now_.size(); ++i)
        lowest[i] = std::min(lowest[i], now_[i]), highest[i] = std::max(highest[i], now_[i]);
    }
    return record.step(step);
  }
  detail::CycleRecord record;
  std::vector<double> lowest, highest;

 private:
  std::vector<double> now_;
};

// Steps are long where the motion is smooth, and tops lie between the samples that are taken of them: none is missed.
TEST(CycleRecord, ExtremesBetweenSamplesAreFound) {
  for (const NamedExperiment& experiment :
       {testing::hunting(), testing::stick_slip_1995(), testing::stick_slip_2008()}) {
    LoopRun run = assemble(experiment);
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    CloseLook look(run);
    ASSERT_TRUE(solve(run, y, 0, 30, {.tolerance = 1e-6}, look).finished());
    LimitCycle seen;
    look.record.finish(seen);
    for (std::size_t i = 0; i < seen.signals.size(); ++i) {
      const CycleSignal& s = seen.signals[i];
      const double range = look.highest[i] - look.lowest[i];
      // A thousandth of a step away from a top the signal is lower by a millionth of what it bends in the step.
      EXPECT_NEAR(s.highest, look.highest[i], 2e-6 * range) << s.name;
      EXPECT_NEAR(s.lowest, look.lowest[i], 2e-6 * range) << s.name;
      EXPECT_GE(s.highest, look.highest[i] - 1e-9 * range) << s.name;
      EXPECT_LE(s.lowest, look.lowest[i] + 1e-9 * range) << s.name;
    }
  }
}

}  // namespace
}  // namespace stiction
