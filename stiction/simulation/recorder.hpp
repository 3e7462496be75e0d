// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "stiction/scalar/simd_math.hpp"
#include "stiction/simulation/record_options.hpp"
#include "stiction/simulation/signal_table.hpp"
#include "stiction/simulation/trajectory.hpp"
#include "stiction/solvers/dense_output.hpp"

namespace stiction {

/// Observes a run and writes its trajectory: states from the dense output, everything else derived from them for eight
/// samples at a time.
template <class System>
class Recorder {
 public:
  static constexpr std::size_t size = System::size;
  using Table = SignalTable<System>;

  Recorder(const System& system, const RecordOptions& options, double start, double end, Trajectory& trajectory)
      : system_(system), options_(options), start_(start), trajectory_(trajectory), buffer_(new Buffer) {
    choose_signals();
    const double samples = options.interval > 0 ? (end - start) / options.interval + 2 : 4096;
    const double bytes = samples * 8.0 * static_cast<double>(1 + trajectory.signals.size());
    if (bytes < 0.5 * static_cast<double>(options.memory_limit)) {
      trajectory.time.reserve(static_cast<std::size_t>(samples));
      for (TrajectorySignal& signal : trajectory.signals) signal.values.reserve(static_cast<std::size_t>(samples));
    }
  }

  void begin(double t, const Vector<size>& y) {
    add_sample(t, y);
    next_ = 1;
  }
  template <class View>
  bool step(const View& view) {
    if (options_.interval > 0)
      sample_inside(view);
    else
      add_sample(view.end(), view.to);
    return bytes_ <= options_.memory_limit;
  }
  /// Directions, modes or signals are about to change: what was sampled belongs to the old ones.
  void segment_ends() { flush(); }

  template <class Fired>
  void event(double t, const Fired& fired, const Vector<size>& y) {
    System::each_contact([&](auto i) { note_events<i>(t, fired); });
    if (options_.interval <= 0) add_sample(t, y);
  }
  /// The last samples; call it when the run has ended.
  void finish() { flush(); }

 private:
  static constexpr std::size_t lanes = 8, capacity = 256;
  using Real = Batch<double, lanes>;
  struct Buffer {
    // Not cleared: a short run would spend its time on that.
    std::array<double, capacity> time, share;
    std::array<std::array<double, capacity>, size> state;
    std::array<std::array<double, capacity>, Table::count> derived;
  };

  void choose_signals() {
    const auto& rows = Table::rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool wanted = options_.signals.empty() || std::find(options_.signals.begin(), options_.signals.end(),
                                                                rows[i].name) != options_.signals.end();
      if (!wanted) continue;
      recorded_.push_back(i);
      trajectory_.signals.push_back({rows[i].name, rows[i].unit, {}});
    }
    if (!options_.signals.empty() && recorded_.size() != options_.signals.size()) throw_unknown();
    for (const std::size_t place : recorded_) {
      derive_ = derive_ || place >= size;
      only_friction_ = only_friction_ && place < Table::directions;
    }
  }

  [[noreturn]] void throw_unknown() const {
    std::vector<std::string_view> known;
    for (const auto& row : Table::rows()) known.push_back(row.name);
    std::vector<Violation> broken;
    for (const std::string& name : options_.signals)
      if (std::find(known.begin(), known.end(), name) == known.end())
        broken.push_back({name, unknown_name_text("signal", name, known)});
    if (broken.empty()) broken.push_back({"signals", "a signal is named twice"});
    throw InvalidInput("record", std::move(broken));
  }

  double sample_time(std::size_t k) const { return start_ + static_cast<double>(k) * options_.interval; }

  template <class View>
  void sample_inside(const View& view) {
    const double last = view.end() + 1e-9 * options_.interval;
    if (sample_time(next_) > last) return;
    const double per_length = 1 / view.length;
    std::array<std::array<double, 3>, size> terms;
    for (std::size_t n = 0; n < size; ++n) terms[n] = view.terms(n);
    while (true) {
      const std::size_t first = filled_;
      for (double t; filled_ < capacity && (t = sample_time(next_)) <= last; ++next_, ++filled_) {
        buffer_->time[filled_] = t;
        buffer_->share[filled_] = std::min(1.0, (t - view.start) * per_length);
      }
      for (std::size_t n = 0; n < size; ++n)
        for (std::size_t k = first; k < filled_; ++k)
          buffer_->state[n][k] = dense_value(view.from[n], view.to[n], terms[n], buffer_->share[k]);
      if (filled_ < capacity) return;
      flush();
    }
  }
  void add_sample(double t, const Vector<size>& y) {
    buffer_->time[filled_] = t;
    for (std::size_t n = 0; n < size; ++n) buffer_->state[n][filled_] = y[n];
    if (++filled_ == capacity) flush();
  }

  void flush() {
    if (filled_ == 0) return;
    if (derive_) {
      // The last lanes may have no sample of their own; they repeat the last one.
      for (std::size_t k = filled_; k % lanes != 0; ++k) {
        buffer_->time[k] = buffer_->time[filled_ - 1];
        for (auto& state : buffer_->state) state[k] = state[filled_ - 1];
      }
      for (std::size_t k = 0; k < filled_; k += lanes) derive(k);
    }
    const auto append = [&](std::vector<double>& to, const std::array<double, capacity>& from) {
      to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(filled_));
    };
    append(trajectory_.time, buffer_->time);
    for (std::size_t i = 0; i < recorded_.size(); ++i)
      append(trajectory_.signals[i].values,
             recorded_[i] < size ? buffer_->state[recorded_[i]] : buffer_->derived[recorded_[i]]);
    bytes_ += filled_ * sizeof(double) * (1 + recorded_.size());
    filled_ = 0;
  }

  /// Everything but the states, for the samples from k on.
  STICTION_FLATTEN void derive(std::size_t k) {
    if constexpr (System::has_memory_law) {
      for (std::size_t lane = k; lane < std::min(k + lanes, filled_); ++lane) derive_for<double>(lane);
    } else {
      derive_for<Real>(k);
    }
  }
  template <class Number>
  void derive_for(std::size_t k) {
    const auto load = [&](const std::array<double, capacity>& from) {
      if constexpr (std::is_same_v<Number, double>)
        return from[k];
      else
        return Number::load(&from[k]);
    };
    const auto store = [&](std::size_t place, const Number& value) {
      if constexpr (std::is_same_v<Number, double>)
        buffer_->derived[place][k] = value;
      else
        value.store(&buffer_->derived[place][k]);
    };
    Vector<size, Number> y;
    for (std::size_t n = 0; n < size; ++n) y[n] = load(buffer_->state[n]);
    const Number t = load(buffer_->time);
    const auto friction = system_.friction_at(t, y);
    for (std::size_t i = 0; i < System::contacts; ++i) store(Table::forces + i, friction[i]);
    if (only_friction_) return;
    std::size_t place = Table::directions;
    const auto store_next = [&](const auto&, const auto& number, std::size_t) { store(place++, Number(number)); };
    System::each_contact([&](auto i) { store(place++, Number(std::get<i>(system_.modes()).direction)); });
    System::each_contact([&](auto i) { for_each_field(std::get<i>(system_.modes()).mode, store_next); });
    const auto u = system_.inputs().values(t), du = system_.inputs().rates(t);
    for_each_field(u, store_next);
    using Plant = typename System::PlantType;
    const auto p = convert<ParametersOf<Plant, Number>>(system_.plant());
    const auto x = unpacked<StateOf<Plant, Number>, 0>(y);
    if constexpr (Table::has_outputs) for_each_field(Plant::outputs(p, x, u, du, friction), store_next);
    if constexpr (Table::has_energy) store(place++, Plant::template energy<Number>(p, x, u));
    System::each_contact([&](auto i) {
      using L = typename System::template Law<i>;
      if constexpr (HasStorage<L> && !MemoryModel<L>)
        store(place++, L::template storage<Number>(convert<ParametersOf<L, Number>>(std::get<i>(system_.laws())),
                                                   System::template law_state<i>(y)));
    });
  }

  template <std::size_t I, class Fired>
  void note_events(double t, const Fired& fired) {
    using L = typename System::template Law<I>;
    using M = ContactModes<L>;
    const std::string contact(System::PlantType::contact_names[I]);
    const double direction = std::get<I>(system_.modes()).direction;
    const std::size_t first = System::first_guard(I);
    if (fired[first])
      trajectory_.events.push_back({t, contact, !HoldsAtRest<L> ? "reversal" : direction == 0 ? "stick" : "slip"});
    for (std::size_t k = 1; k < M::guard_count; ++k)
      if (fired[first + k]) trajectory_.events.push_back({t, contact, k <= M::law_guard_count ? "mode" : "kink"});
  }

  const System& system_;
  const RecordOptions& options_;
  double start_;
  Trajectory& trajectory_;
  std::unique_ptr<Buffer> buffer_;
  std::vector<std::size_t> recorded_;
  std::size_t filled_ = 0, next_ = 0, bytes_ = 0;
  bool derive_ = false, only_friction_ = true;
};

}  // namespace stiction
