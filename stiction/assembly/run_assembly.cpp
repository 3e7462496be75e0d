// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/run_assembly.hpp"

#include <algorithm>

#include "stiction/simulation/run_violations.hpp"

namespace stiction {
namespace {

/// Writes the trajectory, and tells other observers.
class AssembledRecorder final : public AssembledObserver {
 public:
  AssembledRecorder(const AssembledCore& core, const RunOptions& options, Trajectory& trajectory,
                    std::span<AssembledObserver* const> others)
      : core_(core), options_(options), trajectory_(trajectory), others_(others), values_(core.signal_rows().size()) {
    const auto& wanted = options.record.signals;
    for (std::size_t i = 0; i < core.signal_rows().size(); ++i)
      if (wanted.empty()) recorded_.push_back(i);
    for (const std::string& name : wanted) recorded_.push_back(core.find_signal(name));
    for (const std::size_t i : recorded_)
      trajectory.signals.push_back({core.signal_rows()[i].name, core.signal_rows()[i].unit, {}});
  }

  void add(double t, const double* y) {
    core_.signals(t, y, values_.data());
    trajectory_.time.push_back(t);
    for (std::size_t i = 0; i < recorded_.size(); ++i) trajectory_.signals[i].values.push_back(values_[recorded_[i]]);
  }
  bool step(const AssembledStep& step) override {
    std::array<double, AssemblyLimits::states> y;
    const double interval = options_.record.interval;
    if (interval > 0) {
      const double last = step.end() + 1e-9 * interval;
      for (double t; (t = options_.start_time + static_cast<double>(next_) * interval) <= last; ++next_) {
        step.state(std::min(1.0, (t - step.start) / step.length), y.data());
        add(t, y.data());
      }
    } else {
      step.state(1.0, y.data());
      add(step.end(), y.data());
    }
    for (AssembledObserver* other : others_) other->step(step);
    const std::size_t bytes = trajectory_.time.size() * sizeof(double) * (1 + recorded_.size());
    return bytes <= options_.record.memory_limit;
  }
  void segment_ends() override {
    for (AssembledObserver* other : others_) other->segment_ends();
  }
  void event(double t, std::span<const bool> fired, const double* y) override {
    for (std::size_t i = 0; i < fired.size(); ++i) {
      if (!fired[i]) continue;
      auto [contact, what] = core_.event_words(i);
      trajectory_.events.push_back({t, std::move(contact), std::move(what)});
    }
    if (options_.record.interval <= 0) add(t, y);
    for (AssembledObserver* other : others_) other->event(t, fired, y);
  }

 private:
  const AssembledCore& core_;
  const RunOptions& options_;
  Trajectory& trajectory_;
  std::span<AssembledObserver* const> others_;
  std::vector<std::size_t> recorded_;
  std::vector<double> values_;
  std::size_t next_ = 1;
};

}  // namespace

Trajectory run_assembly(const Assembly& assembly, const RunOptions& options,
                        std::span<AssembledObserver* const> observers) {
  auto broken = run_violations(options.start_time, options.duration, options.solver, options.record);
  if (!broken.empty()) throw InvalidInput("run", std::move(broken));
  AssembledCore core(assembly);
  Trajectory trajectory;
  AssembledRecorder recorder(core, options, trajectory, observers);
  std::vector<double> y = assembly.initial_state();
  core.start(options.start_time, y.data());
  recorder.add(options.start_time, y.data());
  trajectory.result =
      solve(core, y, options.start_time, options.start_time + options.duration, options.solver, recorder);
  return trajectory;
}

}  // namespace stiction
