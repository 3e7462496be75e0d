// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>

#include "stiction/loop/fixed_system.hpp"
#include "stiction/loop/lane_solve.hpp"
#include "stiction/loop/lane_step.hpp"
#include "stiction/loop/parts_system.hpp"
#include "stiction/loop/quiet_lanes.hpp"

namespace stiction {

/// Inputs and references of a run at an instant, and their rates.
template <class Number>
struct LaneSignalsNow {
  std::vector<Number> inputs, input_rates, references, reference_rates;

  explicit LaneSignalsNow(const Loop& loop)
      : inputs(loop.parts().inputs.size()),
        input_rates(inputs.size()),
        references(loop.parts().references.size()),
        reference_rates(references.size()) {}
  std::size_t size() const { return inputs.size() + references.size(); }
};

/// What `LanesUnderWay` is made for: runs by parts, whose sizes are known at run time only.
struct SizesOfParts {
  using System = PartsSystem;
  using State = std::vector<double>;
  using Step = LaneStep<State, std::vector<std::array<double, 3>>>;
  static State first(const std::vector<double>& y) { return y; }
  static std::size_t states(const Loop& loop) { return loop.state_count; }
};
/// Runs whose parts are types: a fifth faster than if their sizes were not known when compiling.
template <class Kernel>
struct SizesOfTypes {
  using System = FixedLoopSystem<true, Kernel>;
  using State = Vector<Kernel::size>;
  using Step = LaneStep<State, std::array<std::array<double, 3>, Kernel::size>>;
  static State first(const std::vector<double>& given) {
    State y;
    std::copy_n(given.begin(), y.size(), y.begin());
    return y;
  }
  static constexpr std::size_t states(const Loop&) { return Kernel::size; }
};

/// Lanes share a branch. There are more runs under way than lanes: those that stand on the same branch are stepped
/// together, the branch with the most of them first.
template <class Sizes>
class LanesUnderWay : LaneSignals {
 public:
  LanesUnderWay(const Loop& loop, LaneStepper& stepper, LaneTasks& tasks)
      : loop_(loop),
        stepper_(stepper),
        tasks_(tasks),
        guards_(loop.guard_count - 1),
        parameters_(stepper.parameters()),
        plain_(loop),
        slopes_(loop),
        quiet_(guards_) {
    const std::size_t size = size_();
    numbers_.assign((parameters_ + plain_.size() + (4 + size) * size + 3 * guards_ + 4) * lane_width, 0.0);
    double* next = numbers_.data();
    const auto take = [&](std::size_t rows) { return std::exchange(next, next + rows * lane_width); };
    rows_ = {.p = take(parameters_),
             .scale = take(size),
             .values = take(plain_.size()),
             .t = take(1),
             .y = take(size),
             .h = take(1),
             .begin = {.rates = take(size),
                       .guards = take(guards_),
                       .guard_slopes = take(guards_),
                       .jacobian = take(size * size),
                       .growth = take(1)},
             .end = {.y = take(size), .guards = take(guards_), .squared_error = take(1)}};
    stepper.work_on(rows_, quiet_.rows());
  }

  void run() {
    for (std::size_t k = 0; k < 4 * lane_width; ++k)
      if (!refill(slots_.emplace_back())) break;
    while (choose_lanes()) advance();
  }

 private:
  using Lanes = LaneStepper::Lanes;
  using Pause = LaneStepper::Pause;
  static constexpr Lanes all_lanes = (Lanes{1} << lane_width) - 1;
  static std::size_t first_of(Lanes lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }
  static void each(Lanes lanes, const auto& visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(first_of(lanes));
  }

  using System = typename Sizes::System;
  using Observer = detail::ForwardingObserver<>;
  using Run = Integration<typename Sizes::Step, System, Observer>;

  /// A run under way.
  struct Slot {
    LaneTask& task;
    System system;
    typename Sizes::State y;
    Observer observer;
    Run integration;
    std::size_t group = 0;
    bool in_lane = false;

    explicit Slot(LaneTask& of)
        : task(of),
          system(of.run),
          y(Sizes::first(of.y)),
          observer{of.run, *of.observer, of.options.tolerance},
          integration(system, y, of.t, of.options, observer, of.result) {
      integration.aim_at(of.end);
    }
  };
  /// A branch that runs stand on.
  struct Group {
    std::vector<double> key;
    std::size_t members = 0;
  };

  /// False when there are no more runs.
  bool refill(std::unique_ptr<Slot>& slot) {
    LaneTask* task = nullptr;
    while ((task = tasks_.next())) {
      slot = std::make_unique<Slot>(*task);
      if (slot->integration.is_running()) break;
      tasks_.ended(*task);
    }
    if (!task) {
      slot.reset();
      return false;
    }
    find_group(*slot);
    return true;
  }

  void find_group(Slot& slot) {
    const Branch& branch = slot.task.run.branch();
    key_.assign(branch.begin() + branch_head_numbers, branch.end());
    key_.push_back(slot.task.run.is_driven() ? 1 : 0);
    Group* found = nullptr;
    for (Group& g : groups_) {
      if (g.key == key_) {
        found = &g;
        break;
      }
      if (g.members == 0 && !found) found = &g;
    }
    if (!found) found = &groups_.emplace_back();
    if (found->key != key_) found->key = key_;
    slot.group = static_cast<std::size_t>(found - groups_.data());
    ++found->members;
  }

  /// Lanes keep their runs as long as those stay on the branch, and the branch as long as its runs fill them. False
  /// when no run is left.
  bool choose_lanes() {
    if (groups_.empty()) return false;
    if (used_ == all_lanes) return true;
    if (group_ >= groups_.size() || groups_[group_].members < lane_width) {
      const auto largest = std::max_element(groups_.begin(), groups_.end(),
                                            [](const Group& a, const Group& b) { return a.members < b.members; });
      if (largest->members == 0) return false;
      group_ = static_cast<std::size_t>(largest - groups_.begin());
    }
    for (std::size_t l = 0; l < lane_width; ++l)
      if (lanes_[l] && lanes_[l]->group != group_) end_quiet(l), empty(l);
    std::size_t next = 0;
    for (std::size_t l = 0; l < lane_width; ++l) {
      if (lanes_[l]) continue;
      const auto fits = [&](const std::unique_ptr<Slot>& s) { return s && s->group == group_ && !s->in_lane; };
      while (next < slots_.size() && !fits(slots_[next])) ++next;
      if (next == slots_.size()) break;
      place(*slots_[next], l);
    }
    const LoopRun& any = lanes_[first_of(used_)]->task.run;
    branch_ = any.branch();  // a copy: an event changes that of its run alone
    stepper_.set_runs(branch_.data(), any.is_driven() ? this : nullptr);
    return true;
  }
  void place(Slot& slot, std::size_t lane) {
    lanes_[lane] = &slot, used_ |= Lanes{1} << lane;
    slot.in_lane = true;
    const LoopRun& run = slot.task.run;
    const double* p = run.parameters().data();
    for (std::size_t k = 0; k < parameters_; ++k) rows_.p[k * lane_width + lane] = p[k];
    for (std::size_t n = 0; n < size_(); ++n) rows_.scale[n * lane_width + lane] = run.scale()[n];
    if (!run.is_driven()) {
      run.read_signals(slot.integration.time(), plain_);
      std::size_t at = lane;
      for (const auto* values : {&plain_.inputs, &plain_.references})
        for (const double value : *values) rows_.values[at] = value, at += lane_width;
    }
    slot.integration.method().place(stepper_, lane, guards_, rows_.begin, rows_.end);
    put_in_rows(slot, lane);
    begin_quiet(lane);
  }
  void put_in_rows(const Slot& slot, std::size_t lane) {
    rows_.t[lane] = slot.integration.time();
    for (std::size_t n = 0; n < size_(); ++n) rows_.y[n * lane_width + lane] = slot.y[n];
  }
  void begin_quiet(std::size_t lane) {
    Slot& slot = *lanes_[lane];
    const double idle_until = slot.task.observer->idle_until;
    if (slot.task.run.is_driven() || slot.task.run.wants_accepted() || idle_until <= rows_.t[lane]) return;
    quiet_.begin(lane, slot.integration, idle_until);
  }
  void end_quiet(std::size_t lane) {
    if (!quiet_.is_quiet(lane)) return;
    Slot& slot = *lanes_[lane];
    for (std::size_t n = 0; n < size_(); ++n) slot.y[n] = rows_.y[n * lane_width + lane];
    quiet_.end(lane, rows_.t[lane]);
  }

  void advance() {
    Pause pause = stepper_.advance(used_);
    if (!pause.at_end) {
      each(pause.lanes, [&](std::size_t l) { choose_step(l); });
      if (used_ == 0) return;
      pause.lanes = stepper_.take(used_);
    }
    each(pause.lanes, [&](std::size_t l) { decide(l); });
  }
  /// The run in a lane looks at where its step begins. False when it leaves the lane.
  bool ask(std::size_t lane) {
    end_quiet(lane);
    Run& run = lanes_[lane]->integration;
    if (run.needs_begin()) run.method().began(size_()), run.began();
    if (run.needs_begin()) leave(lane);
    return lanes_[lane] != nullptr;
  }
  /// It chooses its step. False as before.
  bool choose_step(std::size_t lane) {
    if (!ask(lane)) return false;
    Run& run = lanes_[lane]->integration;
    rows_.h[lane] = run.choose_step() ? run.chosen_step() : 0;
    if (!run.is_running()) leave(lane);
    return lanes_[lane] != nullptr;
  }
  /// The run in a lane decides about the step that was taken; if it had not chosen it, only about the very same.
  void decide(std::size_t lane) {
    const double taken = rows_.h[lane];
    if (!quiet_.is_quiet(lane) || (choose_step(lane) && rows_.h[lane] == taken)) take(lane);
  }
  void take(std::size_t lane) {
    Slot& slot = *lanes_[lane];
    Run& run = slot.integration;
    const std::size_t events = slot.task.result.counters.events;
    run.take();
    if (!run.is_running() || run.passed_stop() || slot.task.result.counters.events != events) return leave(lane);
    put_in_rows(slot, lane);
    begin_quiet(lane);
  }
  void empty(std::size_t lane) {
    lanes_[lane]->in_lane = false;
    lanes_[lane] = nullptr, used_ &= ~(Lanes{1} << lane);
  }
  /// The run in a lane has ended, or stands on another branch.
  void leave(std::size_t lane) {
    Slot& slot = *lanes_[lane];
    empty(lane);
    --groups_[slot.group].members;
    if (slot.integration.is_running()) {
      find_group(slot);
      return;
    }
    std::copy(slot.y.begin(), slot.y.end(), slot.task.y.begin());
    tasks_.ended(slot.task);
    refill(*std::find_if(slots_.begin(), slots_.end(), [&](const auto& one) { return one.get() == &slot; }));
  }

  void read(const double* t, double* values, double* rates, double* value_slopes, double* rate_slopes) override {
    const Slot* const any = lanes_[first_of(used_)];
    for (std::size_t l = 0; l < lane_width; ++l) {
      const LoopRun& run = (lanes_[l] ? lanes_[l] : any)->task.run;  // what an empty lane reads is of no account
      std::size_t at = l;
      if (value_slopes) {
        run.read_signals(Dual<double, 1>::variable(t[l], 0), slopes_);
        each_signal(slopes_, [&](const auto& value, const auto& rate) {
          values[at] = value.value, rates[at] = rate.value;
          value_slopes[at] = value.slope[0], rate_slopes[at] = rate.slope[0];
          at += lane_width;
        });
      } else {
        run.read_signals(t[l], plain_);
        each_signal(plain_, [&](double value, double rate) { values[at] = value, rates[at] = rate, at += lane_width; });
      }
    }
  }
  static void each_signal(const auto& now, const auto& visit) {
    for (std::size_t i = 0; i < now.inputs.size(); ++i) visit(now.inputs[i], now.input_rates[i]);
    for (std::size_t i = 0; i < now.references.size(); ++i) visit(now.references[i], now.reference_rates[i]);
  }

  constexpr std::size_t size_() const { return Sizes::states(loop_); }

  const Loop& loop_;
  LaneStepper& stepper_;
  LaneTasks& tasks_;
  std::size_t guards_, parameters_;
  LaneSignalsNow<double> plain_;
  LaneSignalsNow<Dual<double, 1>> slopes_;
  QuietLanes<Run> quiet_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::array<Slot*, lane_width> lanes_{};  ///< the run in each; null: none
  Lanes used_ = 0;                         ///< those that have one
  std::vector<Group> groups_;
  std::size_t group_ = 0;  ///< in lanes
  Branch branch_;          ///< of the runs in lanes
  std::vector<double> key_, numbers_;
  LaneStepper::Rows rows_;  ///< in `numbers_`, as [row][lane]
};

}  // namespace stiction
