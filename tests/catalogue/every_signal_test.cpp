// SPDX-License-Identifier: BSD-3-Clause
// Every kind of signal by name, plain and with a clock of its own: in runs, in files, in copies of runs.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/loop/solve_loop.hpp"

namespace stiction::testing::every_signal_test {
namespace {

NamedExperiment under(const SignalEntry& kind, bool timed) {
  NamedSignal::Term term{.kind = std::string(kind.name)};
  if (timed) term.values = {{"active_from", 0.05}, {"active_until", 0.3}, {"repeat_every", 0.4}, {"repeat_count", 2.0}};
  NamedExperiment e;
  e.inputs.emplace("force",
                   NamedSignal(std::vector{term, NamedSignal::Term{.kind = "constant", .values = {{"value", 0.4}}}}));
  e.run.duration = 1.5;
  return e;
}
template <class Visit>
void for_each_signal(Visit visit) {
  for (const SignalEntry& kind : signal_catalogue())
    for (const bool timed : {false, true}) {
      SCOPED_TRACE(std::string(kind.name) + (timed ? " again" : ""));
      visit(under(kind, timed));
    }
}

TEST(EverySignal, RunsAndIsRecordedAsItIs) {
  for_each_signal([](const NamedExperiment& e) {
    const Trajectory t = run_loop(assemble(e, true), e.run);
    ASSERT_TRUE(t.result.finished()) << t.result.reason;
    const Signal signal = make_signal(e.inputs.find("force")->second, "N");
    for (std::size_t i = 1; i < t.time.size(); ++i) {  // at a jump either side will do
      const double before = SignalCursor(signal, t.time[i] - 1e-9).value(t.time[i]);
      const double after = SignalCursor(signal, t.time[i]).value(t.time[i]);
      const double seen = t["force"][i];
      ASSERT_LT(std::min(std::abs(seen - before), std::abs(seen - after)), 1e-9) << t.time[i];
    }
  });
}

// Two copies taken anywhere, one of the run and one of its numbers alone, go on alike to the last bit.
TEST(EverySignal, GoesOnInACopyToTheLastBit) {
  for_each_signal([](const NamedExperiment& e) {
    LoopRun run = assemble(e);
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    LoopObserver none;
    ASSERT_TRUE(solve(run, y, 0, 0.71, {}, none).finished());
    LoopRun copy = run, fresh = assemble(e);
    fresh.set_branch(run.branch());
    std::vector<double> a = y, b = y;
    ASSERT_TRUE(solve(copy, a, 0.71, 1.5, {}, none).finished());
    ASSERT_TRUE(solve(fresh, b, 0.71, 1.5, {}, none).finished());
    EXPECT_EQ(a, b);
  });
}

// Numbers of a signal by their paths, those of its clock too.
TEST(EverySignal, IsSetByItsPaths) {
  for_each_signal([](NamedExperiment e) {
    for (const std::string& path : value_paths(e)) {
      if (!path.starts_with("input.")) continue;
      const double value = value_at(e, path);
      set_value(e, path, value);
      EXPECT_EQ(value_at(e, path), value) << path;
    }
    EXPECT_TRUE(run_loop(assemble(e), e.run).result.finished());
  });
}

TEST(EverySignal, SaysWhatIsWrong) {
  const auto message = [](const std::string& kind, const NamedValues& values) -> std::string {
    try {
      make_signal(NamedSignal(std::vector{NamedSignal::Term{.kind = kind, .values = values}}), "N");
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("prbs", {{"order", 2.5}}).find("whole"), std::string::npos);
  EXPECT_NE(message("prbs", {{"order", 40.0}}).find("20"), std::string::npos);
  EXPECT_NE(message("pulses", {{"width", 2.0}}).find("width < period"), std::string::npos);
  EXPECT_NE(message("multisine", {{"first", 9.0}, {"last", 3.0}}).find("first <= last"), std::string::npos);
  EXPECT_NE(message("sine", {{"active_from", 2.0}, {"active_until", 1.0}}).find("active_from < active_until"),
            std::string::npos);
  EXPECT_NE(message("s_curve", {{"jerk", NamedValue(1.0, "m/s3")}}).find("does not fit"), std::string::npos);
  EXPECT_EQ(message("s_curve", {{"jerk", NamedValue(1.0, "kN/s3")}}), "");
  EXPECT_NE(message("sqare", {}).find("square"), std::string::npos);
}

}  // namespace
}  // namespace stiction::testing::every_signal_test
