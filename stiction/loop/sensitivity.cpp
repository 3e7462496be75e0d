// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

std::string LoopSensitivity::obstacle(const Loop& loop, std::size_t parameter) {
  for (const ContactPart* part : loop.parts().contacts)
    if (part->has_memory)
      return std::string(part->info->name) + " remembers its path in accepted pieces of motion, which have no slopes";
  if (loop.parts().sampled) return "a sampled controller is not differentiated: use its continuous form";
  const std::size_t first_signal = loop.sampled_parameters;
  if (parameter >= first_signal && parameter < loop.initial_plant)
    return loop.parameters()[parameter].name + " belongs to an input signal, by which runs are not differentiated yet";
  return "";
}

LoopSensitivity::LoopSensitivity(const LoopRun& run, std::vector<std::size_t> parameters, double tolerance)
    : parameters_(std::move(parameters)),
      states_(run.loop().state_count),
      columns_(parameters_.size()),
      tolerance_(tolerance),
      s_(states_ * columns_, 0.0),
      scale_(states_ * columns_),
      y_(states_) {
  std::vector<Violation> broken;
  for (const std::size_t place : parameters_)
    if (std::string why = obstacle(run.loop(), place); !why.empty())
      broken.push_back({run.loop().parameters()[place].name, std::move(why)});
  if (!broken.empty()) throw InvalidInput("slopes", std::move(broken));
  // A slope is small when it moves a state by less than its scale for a change of the parameter by its own size.
  for (std::size_t n = 0; n < states_; ++n)
    for (std::size_t k = 0; k < columns_; ++k) {
      const double size = std::abs(run.parameters()[parameters_[k]]);
      scale_[n * columns_ + k] = run.scale()[n] / (size > 0 ? size : 1);
    }
}

std::vector<std::size_t> LoopSensitivity::initial_states(const Loop& l) {
  std::vector<std::size_t> places;
  const auto add = [&](std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) places.push_back(first + k);
  };
  add(l.initial_plant, l.plant_states);
  add(l.initial_controller, l.controller_states);
  for (std::size_t i = 0; i < l.contacts(); ++i) add(l.initial_contact[i], number_total(l.contact(i).states));
  return places;
}

void LoopSensitivity::begin(const LoopRun& run, double t, std::span<const double> y) {
  const Loop& l = run.loop();
  std::fill(s_.begin(), s_.end(), 0.0);
  const auto seed = [&](std::size_t first, std::size_t count, std::size_t state) {
    for (std::size_t k = 0; k < columns_; ++k)
      if (parameters_[k] >= first && parameters_[k] < first + count)
        s_[(state + parameters_[k] - first) * columns_ + k] = 1;
  };
  seed(l.initial_plant, l.plant_states, 0);
  seed(l.initial_controller, l.controller_states, l.first_controller);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    seed(l.initial_contact[i], number_total(l.contact(i).states), l.first_state[i]);
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  known_ = just_fired_ = doubtful_ = false;
  event_slopes_.clear(), pieces_.clear();
}

void LoopSensitivity::linearise_at(const LoopStep& step, double t, std::vector<double>& a, std::vector<double>& b) {
  a.resize(states_ * states_), b.resize(states_ * columns_);
  std::vector<double> y(states_), f(states_);
  step.state(std::clamp((t - step.start) / step.length, 0.0, 1.0), y.data());
  step.run.linearise(t, y.data(), f.data(), a.data(), nullptr, nullptr);
  step.run.parameter_slopes(t, y.data(), parameters_, b.data());
}

bool LoopSensitivity::step(const LoopStep& step) {
  pieces_.clear();
  if (!known_) linearise_at(step, step.start, a0_, b0_);
  known_ = true;
  integrate(step, step.start, step.end(), 0);
  run_ = &step.run, t_ = step.end();
  y_.assign(step.to.begin(), step.to.end());
  just_fired_ = false;
  return true;
}

void LoopSensitivity::integrate(const LoopStep& step, double from, double until, int depth) {
  const double h = until - from;
  std::array<std::vector<double>, 3> a, b;
  for (std::size_t i = 0; i < 3; ++i) linearise_at(step, from + RadauStep::nodes[i] * h, a[i], b[i]);
  std::vector<double> stages;
  const bool solved = radau_.take(states_, columns_, h, s_.data(), a, b, stages);
  const double error = solved ? radau_.error(states_, columns_, h, s_.data(), a0_, b0_, stages, scale_.data()) : 1e300;
  if (!(error <= tolerance_) && depth < 12) {
    const double middle = from + 0.5 * h;
    integrate(step, from, middle, depth + 1);
    integrate(step, middle, until, depth + 1);
    return;
  }
  pieces_.push_back({from, h, s_, stages});
  std::copy_n(stages.begin() + static_cast<std::ptrdiff_t>(2 * states_ * columns_), states_ * columns_, s_.begin());
  a0_ = std::move(a[2]), b0_ = std::move(b[2]);
}

void LoopSensitivity::slopes_at(double t, double* s) const {
  for (const Piece& piece : pieces_)
    if (t <= piece.start + piece.length || &piece == &pieces_.back()) {
      const double theta = std::clamp((t - piece.start) / piece.length, 0.0, 1.0);
      RadauStep::inside(states_ * columns_, theta, piece.s0.data(), piece.stages.data(), s);
      return;
    }
  std::copy(s_.begin(), s_.end(), s);
}

void LoopSensitivity::segment_ends() {
  known_ = false;
  if (!run_) return;
  const std::size_t guards = run_->loop().guard_count;
  rates_before_.resize(states_);
  guard_slopes_.resize(guards * columns_), guard_rates_.resize(guards);
  branch_before_ = run_->branch();
  std::vector<double> jacobian(states_ * states_), values(guards);
  run_->linearise(t_, y_.data(), rates_before_.data(), jacobian.data(), values.data(), guard_rates_.data());
  run_->guard_slopes(t_, y_.data(), s_.data(), parameters_, guard_slopes_.data());
}

void LoopSensitivity::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) {
  // Guards that trigger without time passing follow from the event before: their time moves with it.
  if (!just_fired_) {
    event_time_slope_.assign(columns_, 0.0);
    std::size_t count = 0;
    for (std::size_t g = 0; g < fired.size(); ++g) {
      if (!fired[g]) continue;
      if (++count > 1) doubtful_ = true;
      if (count > 1) continue;
      if (!(std::abs(guard_rates_[g]) > 0)) {
        doubtful_ = true;
        continue;
      }
      for (std::size_t k = 0; k < columns_; ++k)
        event_time_slope_[k] = -guard_slopes_[g * columns_ + k] / guard_rates_[g];  // (2)
    }
  }
  event_slopes_.push_back(event_time_slope_);
  for (std::size_t n = 0; n < states_; ++n)
    for (std::size_t k = 0; k < columns_; ++k) s_[n * columns_ + k] += rates_before_[n] * event_time_slope_[k];
  run.transition_slopes(branch_before_, fired.data(), t, y_.data(), s_.data(), parameters_);
  // A run that ends on its section ends at another time for other parameters: slopes are those of the state there.
  if (!fired[run.loop().section_guard]) {
    std::vector<double> rates_after(states_);
    run.rates(t, y.data(), rates_after.data());
    for (std::size_t n = 0; n < states_; ++n)
      for (std::size_t k = 0; k < columns_; ++k) s_[n * columns_ + k] -= rates_after[n] * event_time_slope_[k];
  }
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  pieces_.clear();
  just_fired_ = true;
}

}  // namespace stiction
