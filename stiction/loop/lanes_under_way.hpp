// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/loop/fixed_system.hpp"
#include "stiction/loop/lane_solve.hpp"
#include "stiction/loop/lane_step.hpp"
#include "stiction/loop/parts_system.hpp"

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
        width_(stepper.width()),
        size_(loop.state_count),
        plain_(loop),
        slopes_(loop),
        lanes_(width_, nullptr) {
    const std::size_t guards = loop.guard_count - 1;
    numbers_.assign((stepper.parameters() + plain_.size() + (4 + size_) * size_ + 3 * guards + 4) * width_, 0.0);
    double* next = numbers_.data();
    const auto take = [&](std::size_t rows) { return std::exchange(next, next + rows * width_); };
    p_ = take(stepper.parameters()), values_ = take(plain_.size()), y_ = take(size_), scale_ = take(size_);
    t_ = take(1), h_ = take(1);
    begin_ = {.rates = take(size_),
              .guards = take(guards),
              .guard_slopes = take(guards),
              .jacobian = take(size_ * size_),
              .growth = take(1)};
    end_ = {.y = take(size_), .guards = take(guards), .squared_error = take(1)};
  }

  void run() {
    for (std::size_t k = 0; k < 4 * width_; ++k)
      if (!refill(slots_.emplace_back())) break;
    while (choose_lanes()) step();
  }

 private:
  using System = typename Sizes::System;
  using Observer = detail::ForwardingObserver<>;

  /// A run under way.
  struct Slot {
    LaneTask& task;
    System system;
    typename Sizes::State y;
    Observer observer;
    Integration<typename Sizes::Step, System, Observer> integration;
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

  /// Lanes keep their runs as long as those stay on the branch. False when no run is left.
  bool choose_lanes() {
    if (groups_.empty()) return false;
    if (std::find(lanes_.begin(), lanes_.end(), nullptr) == lanes_.end()) return true;
    const auto largest = std::max_element(groups_.begin(), groups_.end(),
                                          [](const Group& a, const Group& b) { return a.members < b.members; });
    if (largest->members == 0) return false;
    const auto group = static_cast<std::size_t>(largest - groups_.begin());
    for (Slot*& lane : lanes_)
      if (lane && lane->group != group) lane->in_lane = false, lane = nullptr;
    std::size_t next = 0;
    for (std::size_t l = 0; l < width_; ++l) {
      if (lanes_[l]) continue;
      const auto fits = [&](const std::unique_ptr<Slot>& s) { return s && s->group == group && !s->in_lane; };
      while (next < slots_.size() && !fits(slots_[next])) ++next;
      if (next == slots_.size()) break;
      place(*slots_[next], l);
    }
    return true;
  }
  void place(Slot& slot, std::size_t lane) {
    lanes_[lane] = &slot;
    slot.in_lane = true;
    const LoopRun& run = slot.task.run;
    const double* p = run.parameters().data();
    for (std::size_t k = 0; k < stepper_.parameters(); ++k) p_[k * width_ + lane] = p[k];
    for (std::size_t n = 0; n < size_; ++n) scale_[n * width_ + lane] = run.scale()[n];
    if (!run.is_driven()) {
      run.read_signals(slot.integration.time(), plain_);
      std::size_t at = lane;
      for (const auto* values : {&plain_.inputs, &plain_.references})
        for (const double value : *values) values_[at] = value, at += width_;
    }
    slot.integration.method().place(stepper_, lane, loop_.guard_count - 1, begin_, end_);
  }

  void step() {
    const Slot* any = nullptr;
    for (std::size_t l = 0; l < width_; ++l) {
      if (!lanes_[l]) continue;
      any = lanes_[l];
      t_[l] = any->integration.time();
      for (std::size_t n = 0; n < size_; ++n) y_[n * width_ + l] = any->y[n];
    }
    branch_ = any->task.run.branch();  // a copy: an event at the beginning of a step changes that of its run alone
    stepper_.begin({.p = p_,
                    .branch = branch_.data(),
                    .t = t_,
                    .y = y_,
                    .scale = scale_,
                    .values = values_,
                    .signals = any->task.run.is_driven() ? this : nullptr},
                   begin_);
    for (std::size_t l = 0; l < width_; ++l) {
      Slot* const slot = lanes_[l];
      if (!slot) continue;
      auto& run = slot->integration;
      if (run.needs_begin()) run.method().began(size_), run.began();
      if (run.needs_begin() || !run.choose_step())
        leave(l);
      else
        h_[l] = run.chosen_step();
    }
    if (std::all_of(lanes_.begin(), lanes_.end(), [](const Slot* slot) { return slot == nullptr; })) return;
    stepper_.take(h_, end_);
    for (std::size_t l = 0; l < width_; ++l) {
      if (!lanes_[l]) continue;
      auto& run = lanes_[l]->integration;
      const std::size_t events = lanes_[l]->task.result.counters.events;
      run.take();
      if (!run.is_running() || run.passed_stop() || lanes_[l]->task.result.counters.events != events) leave(l);
    }
  }
  /// The run in a lane has ended, or stands on another branch.
  void leave(std::size_t lane) {
    Slot& slot = *lanes_[lane];
    lanes_[lane] = nullptr;
    slot.in_lane = false;
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
    const Slot* const any = *std::find_if(lanes_.begin(), lanes_.end(), [](const Slot* s) { return s != nullptr; });
    for (std::size_t l = 0; l < width_; ++l) {
      const LoopRun& run = (lanes_[l] ? lanes_[l] : any)->task.run;  // what an empty lane reads is of no account
      std::size_t at = l;
      if (value_slopes) {
        run.read_signals(Dual<double, 1>::variable(t[l], 0), slopes_);
        each_signal(slopes_, [&](const auto& value, const auto& rate) {
          values[at] = value.value, rates[at] = rate.value;
          value_slopes[at] = value.slope[0], rate_slopes[at] = rate.slope[0];
          at += width_;
        });
      } else {
        run.read_signals(t[l], plain_);
        each_signal(plain_, [&](double value, double rate) { values[at] = value, rates[at] = rate, at += width_; });
      }
    }
  }
  static void each_signal(const auto& now, const auto& visit) {
    for (std::size_t i = 0; i < now.inputs.size(); ++i) visit(now.inputs[i], now.input_rates[i]);
    for (std::size_t i = 0; i < now.references.size(); ++i) visit(now.references[i], now.reference_rates[i]);
  }

  const Loop& loop_;
  LaneStepper& stepper_;
  LaneTasks& tasks_;
  std::size_t width_, size_;
  LaneSignalsNow<double> plain_;
  LaneSignalsNow<Dual<double, 1>> slopes_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> lanes_;  ///< the run in each; null: none
  std::vector<Group> groups_;
  Branch branch_;  ///< of the runs in lanes
  std::vector<double> key_, numbers_;
  double *p_, *values_, *y_, *scale_, *t_, *h_;  ///< in `numbers_`, as [row][lane]
  LaneStepper::Begin begin_;
  LaneStepper::End end_;
};

}  // namespace stiction
