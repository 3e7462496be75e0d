// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/run_loop.hpp"

#include "stiction/loop/recorder.hpp"
#include "stiction/loop/run_violations.hpp"

namespace stiction {
namespace {

/// A recorder with other observers beside it.
class Watched final : public LoopObserver {
 public:
  Watched(Recorder& recorder, std::span<LoopObserver* const> others) : recorder_(recorder), others_(others) {
    for (const LoopObserver* other : others_) examines_steps = examines_steps || other->examines_steps;
  }

  double examine(const LoopStep& step, double tolerance) override {
    double largest = 0;
    for (LoopObserver* other : others_)
      if (other->examines_steps) largest = std::max(largest, other->examine(step, tolerance));
    return largest;
  }
  bool step(const LoopStep& step) override {
    bool go_on = recorder_.step(step);
    for (LoopObserver* other : others_) go_on = other->step(step) && go_on;
    return go_on;
  }
  void segment_ends() override {
    recorder_.segment_ends();
    for (LoopObserver* other : others_) other->segment_ends();
  }
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override {
    recorder_.event(run, t, fired, y);
    for (LoopObserver* other : others_) other->event(run, t, fired, y);
  }

 private:
  Recorder& recorder_;
  std::span<LoopObserver* const> others_;
};

}  // namespace

Trajectory run_loop(LoopRun& run, const RunOptions& options, std::span<LoopObserver* const> observers,
                    const LoopSolver& solver) {
  auto broken = run_violations(options.start_time, options.duration, options.solver, options.record);
  if (!broken.empty()) throw InvalidInput("run", std::move(broken));
  const double end = options.start_time + options.duration;
  Trajectory trajectory;
  Recorder recorder(run, options.record, options.start_time, end, trajectory);
  std::vector<double> y = run.initial_state();
  run.start(options.start_time, y.data());
  recorder.begin(options.start_time, y);
  Watched watched(recorder, observers);
  LoopObserver& observer = observers.empty() ? static_cast<LoopObserver&>(recorder) : watched;
  trajectory.result = solver ? solver(run, y, options.start_time, end, options.solver, observer)
                             : solve(run, y, options.start_time, end, options.solver, observer);
  recorder.finish(trajectory.result.time, y);
  return trajectory;
}

Trajectory run_loop(LoopRun&& run, const RunOptions& options, std::span<LoopObserver* const> observers) {
  return run_loop(run, options, observers);
}

Trajectory run_loop(const std::shared_ptr<const Loop>& loop, const std::vector<double>& p, const RunOptions& options,
                    std::span<LoopObserver* const> observers) {
  LoopRun run(loop, p);
  return run_loop(run, options, observers);
}

}  // namespace stiction
