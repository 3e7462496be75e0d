// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/loop/measure.hpp"

/// A step as measurements see it: all signals at any instant of it, each instant evaluated once.
namespace stiction {
namespace detail {

/// A step with the signals at those fractions of it that were asked for: measurements look at the same ones.
class SeenStep {
 public:
  explicit SeenStep(const LoopStep& of) : step(of), count_(of.run.loop().signals().size()) {}
  const LoopStep& step;

  const double* all(double theta) {
    for (std::size_t i = 0; i < thetas_.size(); ++i)
      if (thetas_[i] == theta) return &values_[i * count_];
    thetas_.push_back(theta);
    values_.resize(thetas_.size() * count_);
    step.signals(theta, &values_[values_.size() - count_]);
    return &values_[values_.size() - count_];
  }

 private:
  std::size_t count_;
  std::vector<double> thetas_{}, values_{};
};

/// The signals at an instant of a step. States are read off the dense output one by one, inputs off their signals;
/// anything else asks the laws, and brings all of them.
struct Signals {
  SeenStep& seen;
  double theta;
  double operator[](std::size_t place) const {
    const LoopStep& s = seen.step;
    if (place < s.from.size()) return dense_value(s.from[place], s.to[place], s.terms(place), theta);
    const Loop& loop = s.run.loop();
    const bool is_input = place - loop.first_input_signal < loop.input_signals;  // wraps around below the first
    return is_input ? s.run.input_signal(place, s.start + theta * s.length) : seen.all(theta)[place];
  }
};

/// A step, or the part of it between two times, as monitors take it: its "state" are all signals.
struct SignalView {
  SeenStep& seen;
  const LoopStep& inner;
  double start, length;

  SignalView(SeenStep& whole, double from, double until)
      : seen(whole),
        inner(whole.step),
        start(std::max(inner.start, from)),
        length(std::min(inner.end(), until) - start) {}
  double end() const { return start + length; }
  Signals at(double theta) const { return at_time(start + theta * length); }
  /// At a time, or the nearest in this step.
  Signals at_time(double t) const { return {seen, std::clamp((t - inner.start) / inner.length, 0.0, 1.0)}; }
};

/// What is looked at: a signal, or the difference of two.
struct WatchedSignal {
  std::size_t place = 0, less = none;
  double level = 0;
  std::string unit{};
  static constexpr std::size_t none = ~std::size_t{0};

  WatchedSignal(const LoopRun& core, const std::string& text) {
    const SignalName signal(text);
    place = core.loop().find_signal(signal.name);
    if (!signal.less.empty()) less = core.loop().find_signal(signal.less);
    unit = core.loop().signals()[place].unit;
  }
  double operator()(const Signals& all) const { return all[place] - (less == none ? 0.0 : all[less]); }
  double operator()(const LoopRun&, double, const Signals& all) const { return (*this)(all)-level; }
  WatchedSignal above(double new_level) const {
    WatchedSignal other = *this;
    other.level = new_level;
    return other;
  }
};

}  // namespace detail
}  // namespace stiction
