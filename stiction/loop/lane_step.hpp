// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "stiction/loop/lane_stepper.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"

namespace stiction {

/// One lane of a stepper, as the step of a method that an `Integration` controls. `Terms` hold the dense output of a
/// `Numbers`: three for each state.
template <class Numbers, class Terms>
class LaneStep {
 public:
  using Method = Rodas5P;
  using State = Numbers;
  static constexpr std::size_t order = Method::order, rates_per_step = Method::stages - 1;
  static constexpr bool detects_stiffness = false;

  void place(const LaneStepper& stepper, std::size_t lane, std::size_t guards, const LaneStepper::Begin& begin,
             const LaneStepper::End& end) {
    stepper_ = &stepper, lane_ = lane, guards_ = guards, begin_ = &begin, end_ = &end;
  }
  /// The stepper has begun a step here from as many states.
  void began([[maybe_unused]] std::size_t states) {
    if constexpr (requires { rates_.resize(states); }) rates_.resize(states), terms_.resize(states);
    for (std::size_t n = 0; n < rates_.size(); ++n) rates_[n] = begin_->rates[n * lane_width + lane_];
  }

  void take(const auto&, double, const State&, double, State& to, State&) {
    terms_known_ = false;
    for (std::size_t n = 0; n < to.size(); ++n) to[n] = end_->y[n * lane_width + lane_];
  }
  double squared_error() const { return end_->squared_error[lane_]; }
  /// A guard behind those of the stepper is that of a section: runs in lanes have none.
  void guards_at_begin(auto& value, auto& slope) const {
    for (std::size_t g = 0; g < value.size(); ++g) {
      const bool own = g < guards_;
      value[g] = own ? begin_->guards[g * lane_width + lane_] : 1;
      slope[g] = own ? begin_->guard_slopes[g * lane_width + lane_] : 0;
    }
  }
  void guards_at_end(auto& value) const {
    for (std::size_t g = 0; g < value.size(); ++g) value[g] = g < guards_ ? end_->guards[g * lane_width + lane_] : 1;
  }
  const State& rates_at_begin() const { return rates_; }
  double growth_rate() const { return begin_->growth[lane_]; }
  double jacobian(std::size_t row, std::size_t column) const {
    return begin_->jacobian[(row * rates_.size() + column) * lane_width + lane_];
  }
  std::array<double, 3> dense_terms(std::size_t n, double, double, double) const {
    if (!terms_known_) stepper_->dense_terms(lane_, terms_[0].data()), terms_known_ = true;
    return terms_[n];
  }

 private:
  const LaneStepper* stepper_ = nullptr;
  std::size_t lane_ = 0, guards_ = 0;
  const LaneStepper::Begin* begin_ = nullptr;
  const LaneStepper::End* end_ = nullptr;
  State rates_{};
  mutable Terms terms_{};
  mutable bool terms_known_ = false;
};

}  // namespace stiction
