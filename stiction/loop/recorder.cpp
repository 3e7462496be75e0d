// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/recorder.hpp"

#include <algorithm>

#include "stiction/schema/nearest_name.hpp"

namespace stiction {

Recorder::Recorder(const LoopRun& run, const RecordOptions& options, double start, double end, Trajectory& trajectory)
    : run_(run), options_(options), start_(start), trajectory_(trajectory), size_(run.loop().state_count) {
  choose_signals();
  const auto numbers = [](std::size_t count) { return std::unique_ptr<double[]>(new double[count]); };
  time_ = numbers(capacity), fraction_ = numbers(capacity), state_ = numbers(size_ * capacity);
  if (derive_) {
    derived_ = numbers(run.loop().signals().size() * capacity);
    lane_states_.resize(size_), lane_signals_.resize(run.loop().signals().size());
  }
  const double samples = options.interval > 0 ? (end - start) / options.interval + 3 : 4096;
  const double bytes = samples * 8.0 * static_cast<double>(1 + trajectory.signals.size());
  if (bytes < 0.5 * static_cast<double>(options.memory_limit)) {
    trajectory.time.reserve(static_cast<std::size_t>(samples));
    for (TrajectorySignal& signal : trajectory.signals) signal.values.reserve(static_cast<std::size_t>(samples));
  }
}

void Recorder::choose_signals() {
  const std::vector<LoopRow>& rows = run_.loop().signals();
  const std::vector<std::string>& wanted = options_.signals;
  std::vector<Violation> broken;
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    known.push_back(rows[i].name);
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), rows[i].name) == wanted.end()) continue;
    recorded_.push_back(i);
    trajectory_.signals.push_back({rows[i].name, rows[i].unit, {}, rows[i].role});
    derive_ = derive_ || i >= size_;
  }
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      broken.push_back({name, unknown_name_text("signal", name, known)});
  if (broken.empty() && !wanted.empty() && recorded_.size() != wanted.size())
    broken.push_back({"signals", "a signal is named twice"});
  if (!broken.empty()) throw InvalidInput("record", std::move(broken));
}

void Recorder::begin(double t, std::span<const double> y) {
  add_sample(t, y);
  if (options_.interval > 0) idle_until = sample_time(next_) - 1e-9 * options_.interval;
}

bool Recorder::step(const LoopStep& step) {
  if (options_.interval > 0)
    sample_inside(step);
  else
    add_sample(step.end(), step.to);
  if (run_.loop().has_memory) flush();  // memories move when this step has been told
  return bytes_ <= options_.memory_limit;
}

void Recorder::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) {
  for (std::size_t i = 0; i < fired.size(); ++i) {
    if (!fired[i]) continue;
    auto [contact, what] = run.event_words(i);
    trajectory_.events.push_back({t, std::move(contact), std::move(what)});
  }
  if (options_.interval <= 0) add_sample(t, y);
}

void Recorder::finish(double t, std::span<const double> y) {
  const double last = filled_ > 0                ? time_[filled_ - 1]
                      : trajectory_.time.empty() ? start_ - 1
                                                 : trajectory_.time.back();
  if (options_.interval > 0 && t - last > 1e-9 * options_.interval) add_sample(t, y);
  flush();
}

void Recorder::sample_inside(const LoopStep& step) {
  const double last = step.end() + 1e-9 * options_.interval;
  if (sample_time(next_) > last) return;
  const double per_length = 1 / step.length;
  while (bytes_ <= options_.memory_limit) {
    const std::size_t first = filled_;
    for (double t; filled_ < capacity && (t = sample_time(next_)) <= last; ++next_, ++filled_) {
      time_[filled_] = t;
      fraction_[filled_] = std::min(1.0, (t - step.start) * per_length);
    }
    // A step holds few samples: what a state has in common for all of them is fetched once.
    const std::array<double, 3>* terms = &step.terms(0);
    const double *from = step.from.data(), *to = step.to.data(), *fractions = &fraction_[first];
    for (std::size_t n = 0; n < size_; ++n) {
      const std::array<double, 3> k = terms[n];
      const double y0 = from[n], y1 = to[n];
      double* y = &state_[n * capacity + first];
      for (std::size_t i = 0; i < filled_ - first; ++i) y[i] = dense_value(y0, y1, k, fractions[i]);
    }
    if (filled_ < capacity) break;
    flush();
  }
  idle_until = sample_time(next_) - 1e-9 * options_.interval;
}

void Recorder::add_sample(double t, std::span<const double> y) {
  time_[filled_] = t;
  for (std::size_t n = 0; n < size_; ++n) state_[n * capacity + filled_] = y[n];
  if (++filled_ == capacity) flush();
}

void Recorder::flush() {
  if (filled_ == 0) return;
  if (derive_) derive();
  const auto append = [&](std::vector<double>& to, const double* from) { to.insert(to.end(), from, from + filled_); };
  append(trajectory_.time, time_.get());
  for (std::size_t i = 0; i < recorded_.size(); ++i)
    append(trajectory_.signals[i].values,
           (recorded_[i] < size_ ? state_.get() : derived_.get()) + recorded_[i] * capacity);
  bytes_ += filled_ * sizeof(double) * (1 + recorded_.size());
  filled_ = 0;
}

/// Everything but the states, for all samples on the branch that is held.
void Recorder::derive() {
  const std::size_t count = run_.loop().signals().size();
  if (!run_.has_lanes()) {
    std::vector<double> y(size_), all(count);
    for (std::size_t k = 0; k < filled_; ++k) {
      for (std::size_t n = 0; n < size_; ++n) y[n] = state_[n * capacity + k];
      run_.signals(time_[k], y.data(), all.data());
      for (std::size_t i = size_; i < count; ++i) derived_[i * capacity + k] = all[i];
    }
    return;
  }
  // The last lanes may have no sample of their own; they repeat the last one.
  for (std::size_t k = filled_; k % lanes != 0; ++k) {
    time_[k] = time_[filled_ - 1];
    for (std::size_t n = 0; n < size_; ++n) state_[n * capacity + k] = state_[n * capacity + filled_ - 1];
  }
  for (std::size_t k = 0; k < filled_; k += lanes) {
    for (std::size_t n = 0; n < size_; ++n) lane_states_[n] = Lanes::load(&state_[n * capacity + k]);
    run_.signals(Lanes::load(&time_[k]), lane_states_.data(), lane_signals_.data());
    for (const std::size_t i : recorded_)
      if (i >= size_) lane_signals_[i].store(&derived_[i * capacity + k]);
  }
}

}  // namespace stiction
