// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/run_loop.hpp"

#include "stiction/loop/measure.hpp"
#include "stiction/loop/recorder.hpp"
#include "stiction/loop/run_violations.hpp"
#include "stiction/loop/slope_recorder.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// A recorder with other observers beside it.
class Watched final : public LoopObserver {
 public:
  Watched(Recorder& recorder, std::span<LoopObserver* const> others) : recorder_(recorder), others_(others) {}

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

/// The state that is largest for its scale.
std::size_t largest_state(const LoopRun& run, const std::vector<double>& y) {
  std::size_t largest = 0;
  const auto size = [&](std::size_t n) { return std::abs(y[n]) / run.scale()[n]; };
  for (std::size_t n = 1; n < run.loop().first_work; ++n)
    if (!(size(n) <= size(largest))) largest = n;
  return largest;
}

/// Why a run that reached a limit takes so long, and what to do: how far it is, then what its steps follow.
std::string why_it_takes_long(const LoopRun& run, const Trajectory& t, const std::vector<double>& y, double start,
                              double end) {
  const SolveCounters& n = t.result.counters;
  const double passed = t.result.time - start;
  if (!(passed > 0) || n.accepted == 0) return "";
  std::string text = ", " + rounded_text(100 * passed / (end - start), 2) + " % of the run, after " +
                     std::to_string(n.accepted) + " steps of " +
                     rounded_text(passed / static_cast<double>(n.accepted), 2) + " s on average";
  constexpr double far_beyond = 1e6;  // servos slide a thousand times as fast as the smallest speed of their law
  for (std::size_t k = 0; k < run.loop().plant_states && run.loop().parts().controller; ++k) {
    const LoopRow& row = run.loop().signals()[k];
    if (row.role != Role::velocity || !(std::abs(y[k]) > far_beyond * run.scale()[k])) continue;
    return text + ". " + row.name + " has reached " + rounded_text(y[k]) + " " + row.unit +
           ", a million times the smallest speed that the law of friction speaks of: the controller drives the loop "
           "away. Lower its gains, sample it faster, or give the drive the limit it has; stiction analyse shows the "
           "roots";
  }
  if (200 * n.events > n.accepted && !t.events.empty()) {  // a swing takes about a hundred steps
    const TrajectoryEvent& last = t.events.back();
    return text + ". It has had " + std::to_string(n.events) + " events, " +
           rounded_text(static_cast<double>(n.events) / passed, 2) + " a second, the last one a \"" + last.what +
           "\" of " + last.contact +
           (last.what == "reversal" ? ": a vibration as fast as this takes as many steps. Shorten the run, add damping "
                                      "or mass, or make the contact softer"
                                    : ": each of them ends a step. Shorten the run, or choose numbers of the law with "
                                      "fewer of them (bristles: a lower followed_rate)");
  }
  return text + ". Shorten the run, or choose a larger tolerance";
}

/// What a solver, which knows no names, cannot say about a run that ended early: which state grew without bound, which
/// event repeats. Empty where there is nothing to add.
std::string why_it_ended(const LoopRun& run, const Trajectory& t, const std::vector<double>& y,
                         const RunOptions& options) {
  const SolveStatus status = t.result.status;
  if (status == SolveStatus::step_limit || status == SolveStatus::seconds_limit)
    return why_it_takes_long(run, t, y, options.start_time, options.start_time + options.duration);
  if (status == SolveStatus::chattering && !t.events.empty()) {
    const TrajectoryEvent& last = t.events.back();
    return ". What repeats is a \"" + last.what + "\" of " + last.contact +
           ": the law or the controller pushes back on both sides of a border. Choose a law without that border, "
           "parameters whose forces agree there, or a sampled controller";
  }
  if (status != SolveStatus::not_finite && status != SolveStatus::step_too_small && status != SolveStatus::diverged)
    return "";
  const std::size_t largest = largest_state(run, y);
  if (status != SolveStatus::diverged && std::abs(y[largest]) <= 1e12 * run.scale()[largest]) return "";
  const LoopRow& row = run.loop().signals()[largest];
  return ". " + row.name + " has grown to " + number_text(y[largest]) + " " + row.unit +
         ": the loop is unstable. Lower its gains, sample it faster, or give the drive the limit it has; stiction "
         "analyse shows the roots";
}

}  // namespace

Trajectory run_loop(LoopRun& run, const RunOptions& options, std::span<LoopObserver* const> observers,
                    const LoopSolver& solver) {
  auto broken = run_violations(options.start_time, options.duration, options.solver, options.record);
  if (!broken.empty()) throw InvalidInput("run", std::move(broken));
  const double end = options.start_time + options.duration;
  Trajectory trajectory;
  RecordOptions record = options.record;
  record.interval = record.interval_over(options.duration);
  Recorder recorder(run, record, options.start_time, end, trajectory);
  std::vector<double> y = run.initial_state();
  run.start(options.start_time, y.data());
  recorder.begin(options.start_time, y);
  std::vector<LoopObserver*> others(observers.begin(), observers.end());
  std::optional<SlopeRecorder> slopes;
  if (!options.record.slopes.empty()) {
    std::vector<std::size_t> places;
    for (const std::string& path : options.record.slopes) places.push_back(run.loop().find_parameter(path));
    others.push_back(&slopes.emplace(run, std::move(places), record, options.start_time));
  }
  std::optional<Measurements> measurements;
  if (!options.record.measures.empty()) others.push_back(&measurements.emplace(run, options.record.measures));
  Watched watched(recorder, others);
  LoopObserver& observer = others.empty() ? static_cast<LoopObserver&>(recorder) : watched;
  trajectory.result = solver ? solver(run, y, options.start_time, end, options.solver, observer)
                             : solve(run, y, options.start_time, end, options.solver, observer);
  recorder.finish(trajectory.result.time, y);
  if (measurements) trajectory.measured = measurements->numbers();
  if (slopes) {
    slopes->add_to(trajectory);
    trajectory.order_of_events_may_change = slopes->sensitivity().structure_may_change();
  }
  trajectory.result.reason += why_it_ended(run, trajectory, y, options);
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
