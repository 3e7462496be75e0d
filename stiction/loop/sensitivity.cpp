// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {
/// Errors of slopes allowed in a step, over those of states: slopes of runs over many cycles then agree with those of
/// other solvers to 1e-7 at the default tolerance.
constexpr double slope_tolerance = 10;
}  // namespace

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

LoopSensitivity::LoopSensitivity(const LoopRun& run, std::vector<std::size_t> parameters)
    : states_(run.loop().state_count), y_(states_) {
  std::vector<Violation> broken;
  for (const std::size_t place : parameters)
    if (std::string why = obstacle(run.loop(), place); !why.empty())
      broken.push_back({run.loop().parameters()[place].name, std::move(why)});
  if (!broken.empty()) throw InvalidInput("slopes", std::move(broken));
  const std::size_t count = states_ * parameters.size();
  s_.resize(count);
  table_ = {std::move(parameters), s_, s_, std::vector<double>(3 * count), s_};
  // A slope is small when it moves a state by less than its scale for a change of the parameter by its own size.
  for (std::size_t n = 0; n < states_; ++n)
    for (std::size_t k = 0; k < table_.columns(); ++k) {
      const double size = std::abs(run.parameters()[table_.places[k]]);
      table_.scale[n * table_.columns() + k] = run.scale()[n] / (size > 0 ? size : 1);
    }
  examines_steps = true;
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
  std::vector<double>& s = s_;
  const std::vector<std::size_t>& places = table_.places;
  std::fill(s.begin(), s.end(), 0.0);
  const auto seed = [&](std::size_t first, std::size_t count, std::size_t state) {
    for (std::size_t k = 0; k < places.size(); ++k)
      if (places[k] >= first && places[k] < first + count) s[(state + places[k] - first) * places.size() + k] = 1;
  };
  seed(l.initial_plant, l.plant_states, 0);
  seed(l.initial_controller, l.controller_states, l.first_controller);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    seed(l.initial_contact[i], number_total(l.contact(i).states), l.first_state[i]);
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  just_fired_ = doubtful_ = false;
  step_length_ = 0;
  pieces_.clear();
  event_slopes_.clear();
}

double LoopSensitivity::examine(const LoopStep& step, double tolerance) {
  table_.from = s_;
  pieces_.clear();
  examined_ = true;
  const double allowed = slope_tolerance * tolerance;
  const double error = step.carry(table_) / (allowed * allowed);
  if (error <= 1 || tolerance <= 0) return error;
  // A shorter step is tried once, where it can be expected to do: collocation costs as much as several.
  if (step.start != rejected_at_ && error < 1e4) {
    rejected_at_ = step.start;
    return error;
  }
  collocate(step, allowed);
  return 0;
}

void LoopSensitivity::linearise_at(const LoopStep& step, double t, std::vector<double>& a, std::vector<double>& b) {
  a.resize(states_ * states_), b.resize(states_ * table_.columns());
  std::vector<double> y(states_), f(states_);
  step.state(std::clamp((t - step.start) / step.length, 0.0, 1.0), y.data());
  step.run.linearise(t, y.data(), f.data(), a.data(), nullptr, nullptr);
  step.run.parameter_slopes(t, y.data(), table_.places, b.data());
}

void LoopSensitivity::collocate(const LoopStep& step, double tolerance) {
  table_.to = table_.from;
  linearise_at(step, step.start, a0_, b0_);
  collocate(step, step.start, step.end(), tolerance, 0);
}

void LoopSensitivity::collocate(const LoopStep& step, double from, double until, double tolerance, int depth) {
  const std::size_t columns = table_.columns(), count = states_ * columns;
  const double h = until - from;
  std::vector<double>& s = table_.to;
  std::array<std::vector<double>, 3> a, b;
  for (std::size_t i = 0; i < 3; ++i) linearise_at(step, from + RadauStep::nodes[i] * h, a[i], b[i]);
  std::vector<double> stages;
  const bool solved = radau_.take(states_, columns, h, s.data(), a, b, stages);
  const double error =
      solved ? radau_.error(states_, columns, h, s.data(), a0_, b0_, stages, table_.scale.data()) : 1e300;
  if (!(error <= tolerance) && depth < 12) {
    const double middle = from + 0.5 * h;
    collocate(step, from, middle, tolerance, depth + 1);
    collocate(step, middle, until, tolerance, depth + 1);
    return;
  }
  pieces_.push_back({from, h, s, stages});
  std::copy_n(stages.begin() + static_cast<std::ptrdiff_t>(2 * count), count, s.begin());
  a0_ = std::move(a[2]), b0_ = std::move(b[2]);
}

bool LoopSensitivity::step(const LoopStep& step) {
  if (!examined_) examine(step, 0);  // a solver that does not ask about its steps
  examined_ = false;
  s_ = table_.to;
  step_start_ = step.start, step_length_ = step.length;
  run_ = &step.run, t_ = step.end();
  y_.assign(step.to.begin(), step.to.end());
  just_fired_ = false;
  return true;
}

void LoopSensitivity::slopes_at(double t, double* s) const {
  for (const Piece& piece : pieces_)
    if (t <= piece.start + piece.length || &piece == &pieces_.back()) {
      const double theta = std::clamp((t - piece.start) / piece.length, 0.0, 1.0);
      RadauStep::inside(s_.size(), theta, piece.s0.data(), piece.stages.data(), s);
      return;
    }
  if (step_length_ > 0)
    table_.at(std::clamp((t - step_start_) / step_length_, 0.0, 1.0), s);
  else
    std::copy(s_.begin(), s_.end(), s);
}

void LoopSensitivity::segment_ends() {
  if (!run_) return;
  const std::size_t guards = run_->loop().guard_count;
  rates_before_.resize(states_);
  guard_slopes_.resize(guards * table_.columns()), guard_rates_.resize(guards);
  branch_before_ = run_->branch();
  std::vector<double> jacobian(states_ * states_), values(guards);
  run_->linearise(t_, y_.data(), rates_before_.data(), jacobian.data(), values.data(), guard_rates_.data());
  run_->guard_slopes(t_, y_.data(), s_.data(), table_.places, guard_slopes_.data());
}

void LoopSensitivity::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) {
  std::vector<double>& s = s_;
  const std::size_t columns = table_.columns();
  // Guards that trigger without time passing follow from the event before: their time moves with it.
  if (!just_fired_) {
    event_time_slope_.assign(columns, 0.0);
    std::size_t count = 0;
    for (std::size_t g = 0; g < fired.size(); ++g) {
      if (!fired[g]) continue;
      if (++count > 1) doubtful_ = true;
      if (count > 1) continue;
      if (!(std::abs(guard_rates_[g]) > 0)) {
        doubtful_ = true;
        continue;
      }
      for (std::size_t k = 0; k < columns; ++k)
        event_time_slope_[k] = -guard_slopes_[g * columns + k] / guard_rates_[g];  // (2)
    }
  }
  event_slopes_.push_back(event_time_slope_);
  for (std::size_t n = 0; n < states_; ++n)
    for (std::size_t k = 0; k < columns; ++k) s[n * columns + k] += rates_before_[n] * event_time_slope_[k];
  run.transition_slopes(branch_before_, fired.data(), t, y_.data(), s.data(), table_.places);
  // A run that ends on its section ends at another time for other parameters: slopes are those of the state there.
  if (!fired[run.loop().section_guard]) {
    std::vector<double> rates_after(states_);
    run.rates(t, y.data(), rates_after.data());
    for (std::size_t n = 0; n < states_; ++n)
      for (std::size_t k = 0; k < columns; ++k) s[n * columns + k] -= rates_after[n] * event_time_slope_[k];
  }
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  step_length_ = 0;
  pieces_.clear();
  just_fired_ = true;
}

}  // namespace stiction
