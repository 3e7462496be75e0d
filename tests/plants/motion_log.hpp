// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "stiction/loop/coupled_system.hpp"
#include "stiction/solvers/solve.hpp"

/// Runs of a plant under a law, with what tests ask about them.
namespace stiction::testing {

/// Times and states at the ends of steps and after events.
template <class System>
struct MotionLog {
  struct Instant {
    double time;
    Vector<System::size> state;
  };
  std::vector<Instant> steps, events;

  bool step(const auto& view) {
    steps.push_back({view.end(), view.to});
    return true;
  }
  /// True when this state is exactly 0 at the end of every step after `time`, and there was one.
  bool is_zero_after(double time, std::size_t state) const {
    bool zero = !steps.empty() && steps.back().time > time;
    for (const Instant& at : steps) zero = zero && (at.time <= time || at.state[state] == 0.0);
    return zero;
  }
  double first_event() const { return events.empty() ? std::numeric_limits<double>::infinity() : events.front().time; }
  void event(double t, const auto&, const Vector<System::size>& y) { events.push_back({t, y}); }
};

/// Starts a run and takes it to its end.
template <class System>
MotionLog<System> run(System& system, Vector<System::size>& y, double end, double tolerance = 1e-10) {
  MotionLog<System> log;
  system.start(0.0, y);
  const SolveResult result = solve(system, y, 0.0, end, {.tolerance = tolerance, .step_limit = 1'000'000}, log);
  EXPECT_EQ(result.status, SolveStatus::finished) << result.reason;
  return log;
}

}  // namespace stiction::testing
