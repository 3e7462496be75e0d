// SPDX-License-Identifier: BSD-3-Clause
// Runs in lanes that nobody looks at are controlled side by side; they stay the runs they are.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "stiction/catalogue/lane_solvers.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/scalar/random_numbers.hpp"

namespace stiction::testing::quiet_lanes_test {
namespace {

/// Runs of a loop with every number of its parts within a fifth of what it is.
class Runs final : public LaneTasks {
 public:
  Runs(const Resolved& base, std::size_t count, double idle_until) : base_(base), count_(count) {
    observer_.idle_until = idle_until;
    runs_.reserve(count);
  }
  LaneTask* next() override {
    const std::size_t i = runs_.size();
    if (i == count_) return nullptr;
    std::vector<double> p = base_.p;
    for (std::size_t k = 0; k < base_.loop->initial_plant; ++k)
      if (base_.loop->parameters()[k].name.find("exponent") == std::string::npos)
        p[k] *= 0.8 + 0.4 * random_fraction(3, i, k);
    runs_.push_back(std::make_unique<LaneTask>(
        LaneTask{LoopRun(base_.loop, std::move(p)), {}, 0, base_.run.duration, base_.run.solver, &observer_}));
    LaneTask& made = *runs_.back();
    made.y = made.run.initial_state();
    made.run.start(0, made.y.data());
    return &made;
  }
  void ended(LaneTask& /*task*/) override {}
  const LaneTask& operator[](std::size_t i) const { return *runs_[i]; }

 private:
  const Resolved& base_;
  std::size_t count_;
  LoopObserver observer_;
  std::vector<std::unique_ptr<LaneTask>> runs_;
};

NamedExperiment pulled(const std::string& law, double tolerance) {
  NamedExperiment e;
  e.plant = {.model = "pulled_mass", .values = {{"mass", 1.0}, {"spring_stiffness", 2.0}}};
  e.friction = {NamedPart{.model = law}};
  e.inputs["pull_speed"] = 0.1;
  e.run.duration = 10;
  e.run.solver.tolerance = tolerance;
  return e;
}

/// An observer that looks at every step keeps a run out of the shared control, one that is idle does not.
void expect_the_same(const NamedExperiment& e, LaneSolve (*find)(const Loop&, std::string*)) {
  const Resolved base = resolve(e);
  const LaneSolve solve = find(*base.loop, nullptr);
  if (!solve) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  constexpr std::size_t count = 60;
  Runs watched(base, count, -1e300), idle(base, count, 1e300), half(base, count, 0.4 * e.run.duration);
  solve(watched), solve(idle), solve(half);
  std::size_t events = 0, rejected = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (const Runs* other : {&idle, &half}) {
      const LaneTask &a = watched[i], &b = (*other)[i];
      EXPECT_EQ(std::memcmp(a.y.data(), b.y.data(), a.y.size() * sizeof(double)), 0) << "run " << i;
      const SolveCounters &x = a.result.counters, &y = b.result.counters;
      EXPECT_EQ(a.result.time, b.result.time);
      EXPECT_EQ(a.result.status, b.result.status);
      EXPECT_EQ(x.accepted, y.accepted);
      EXPECT_EQ(x.rejected, y.rejected);
      EXPECT_EQ(x.repeated, y.repeated);
      EXPECT_EQ(x.events, y.events);
      EXPECT_EQ(x.linearisations, y.linearisations);
      EXPECT_EQ(x.rates, y.rates);
      events += y.events, rejected += y.rejected;
    }
  EXPECT_GT(events, count);  // or nothing was tested
  EXPECT_GT(rejected, count);
}

TEST(QuietLanes, PartsThatAreTypes) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) expect_the_same(pulled("lugre", tolerance), &find_lane_solver);
}

TEST(QuietLanes, PartsByName) {
  for (const char* law : {"lugre", "stiction_coulomb_viscous", "elasto_plastic", "tustin"})
    expect_the_same(pulled(law, 1e-6), &find_lane_solver_by_parts);
}

// A limit on steps ends a run at the same step.
TEST(QuietLanes, LimitsAreKept) {
  NamedExperiment e = pulled("lugre", 1e-8);
  e.run.solver.step_limit = 130;
  const Resolved base = resolve(e);
  const LaneSolve solve = find_lane_solver(*base.loop, nullptr);
  if (!solve) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  Runs watched(base, 9, -1e300), idle(base, 9, 1e300);
  solve(watched), solve(idle);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(idle[i].result.status, SolveStatus::step_limit);
    EXPECT_EQ(idle[i].result.time, watched[i].result.time);
  }
}

TEST(QuietLanes, InterruptionIsHeardAsOften) {
  NamedExperiment e = pulled("lugre", 1e-8);
  std::size_t asked = 0;
  e.run.solver.interrupt = [&](double) { return ++asked, false; };
  const Resolved base = resolve(e);
  const LaneSolve solve = find_lane_solver(*base.loop, nullptr);
  if (!solve) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  Runs watched(base, 9, -1e300), idle(base, 9, 1e300);
  solve(watched);
  const std::size_t expected = std::exchange(asked, 0);
  solve(idle);
  EXPECT_GT(expected, 9U);
  EXPECT_EQ(asked, expected);
}

}  // namespace
}  // namespace stiction::testing::quiet_lanes_test
