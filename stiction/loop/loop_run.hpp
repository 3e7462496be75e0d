// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "stiction/loop/parts_kernel.hpp"
#include "stiction/loop/slope_columns.hpp"
#include "stiction/signals/settling.hpp"
#include "stiction/signals/signal_cursor.hpp"

namespace stiction {

namespace detail {
/// Scratch memory that is made when it is first used and never copied with its owner.
template <class Number>
class LazyScratch {
 public:
  LazyScratch() = default;
  LazyScratch(const LazyScratch&) noexcept {}
  LazyScratch& operator=(const LazyScratch&) noexcept { return *this; }
  LazyScratch(LazyScratch&&) noexcept = default;
  LazyScratch& operator=(LazyScratch&&) noexcept = default;
  ~LazyScratch() = default;

  PartsScratch<Number>& get(const Loop& loop) {
    if (!made_) made_ = std::make_unique<PartsScratch<Number>>(loop);
    return *made_;
  }

 private:
  std::unique_ptr<PartsScratch<Number>> made_;
};
}  // namespace detail

/// A loop with numbers and a branch: everything that happens to it in a run. A copy goes on by itself.
///
/// Equations are evaluated by parts here; `CoupledSystem` evaluates the same text with types, and leaves events, stops
/// and names to this class, so that both see the same run.
class STICTION_SIMD_TARGET::LoopRun {
 public:
  /// Throws InvalidInput when there are not as many numbers as parameters.
  LoopRun(std::shared_ptr<const Loop> loop, std::vector<double> p);

  const Loop& loop() const { return *loop_; }
  const std::shared_ptr<const Loop>& shared_loop() const { return loop_; }
  const std::vector<double>& parameters() const { return p_; }
  void set_parameters(std::vector<double> p);
  void set_parameter(std::size_t place, double value);
  /// Signals instead of those that the parameters make: inputs of the plant, references of the controller.
  void set_signals(const std::vector<Signal>& inputs, const std::vector<Signal>& references);
  bool has_own_signals() const { return own_signals_; }

  const Branch& branch() const { return branch_; }
  /// Goes on from a branch taken of a run of the same loop.
  void set_branch(const Branch& branch);

  /// The states the parameters give, and the branch of a run that begins in them.
  std::vector<double> initial_state() const;
  void start(double t, const double* y);

  // --- equations ---
  void rates(double t, const double* y, double* dy) const;
  void rates(const Slopes& t, const Slopes* y, Slopes* dy) const;
  void guards(double t, const double* y, double* all) const;
  void guards(const Slopes& t, const Slopes* y, Slopes* all) const;
  /// f and df/dy, row by row; guards and their slopes along the motion, unless null.
  void linearise(double t, const double* y, double* f, double* jacobian, double* guards, double* guard_slopes) const;
  /// f, and df/dy row by row.
  std::vector<double> jacobian(double t, const double* y, double* f) const {
    std::vector<double> all(loop_->state_count * loop_->state_count);
    linearise(t, y, f, all.data(), nullptr, nullptr);
    return all;
  }
  void time_slope(double t, const double* y, double* slope) const;
  /// Natural size of every state, from which tolerances are made.
  const std::vector<double>& scale() const { return scale_; }
  void guard_bands(double tolerance, double* bands) const;
  /// The right side depends on time, or on what was accepted before.
  bool is_driven() const { return loop_->has_memory || !constant_; }
  /// Without bristles nothing is stiff, as a rule.
  bool prefers_explicit() const { return !loop_->has_bristles; }

  // --- events and stops ---
  /// The guards that triggered (one flag each): changes branch and states. False when the section was reached.
  bool transition(const char* fired, double t, double* y);
  double next_stop() const { return next_stop_; }
  /// When inputs and references come to rest for good, if they do.
  Settling inputs_settle() const;
  void pass_stop(double t, const double* y);
  double largest_step(double t) const {
    return constant_ ? std::numeric_limits<double>::infinity() : largest_step_of_signals(t);
  }
  /// After every accepted step: memories, and arming the section.
  void accepted(double t, const double* y);
  bool wants_accepted() const { return loop_->has_memory || has_section_; }
  void set_section(const std::optional<Section>& section);
  bool has_section() const { return has_section_; }

  // --- for observers ---
  /// Everything in `Loop::signals()`, for one instant or for eight.
  void signals(double t, const double* y, double* all) const { signals_in<double>(t, y, all); }
  void signals(const Lanes& t, const Lanes* y, Lanes* all) const { signals_in<Lanes>(t, y, all); }
  /// One of those from `Loop::first_input_signal` on, which no law has to be asked for.
  double input_signal(std::size_t place, double t) const;
  /// False: a memory law is evaluated one instant after the other.
  bool has_lanes() const { return !loop_->has_memory && static_cast<bool>(loop_->plant().tables.lanes.contacts); }
  /// The contacts at the instant, or the eight, whose signals were asked for last.
  template <class Number>
  std::span<const Contact<Number>> contacts_seen() const;
  /// The contacts at an instant, on the branch held.
  std::vector<Contact<double>> contacts_at(double t, const double* y) const;
  double direction(std::size_t contact) const { return branch_[loop_->contact_branch[contact]]; }
  /// The velocity a contact's surroundings see.
  double output_velocity(std::size_t contact, const Contact<double>& c) const;
  ContactScale contact_scale(std::size_t i) const;
  /// Where and what the event of a guard was, after the transition: "stick" (a contact has come to rest), "slip" (it
  /// has broken away), "reversal" (it slides the other way at once), "mode", "kink" (a non-smooth point), "section".
  std::pair<std::string, std::string> event_words(std::size_t guard) const;
  /// Makes contacts that rest on the branch held rest in y too: for starts that were moved a little.
  void hold_resting(double t, double* y) const;
  /// Makes a contact slide with a velocity.
  void set_sliding_velocity(double t, double* y, std::size_t contact, double v) const;

  // --- slopes, in tables [row][column] ---
  /// Rows (df/dy, df/dp), one per state; each half of a row is padded to a whole number of fours.
  void variation(double t, const double* y, const SlopeColumns& columns, double* rows) const;
  /// Guards with the slopes of states s = dy/dp.
  void guard_slopes(double t, const double* y, const double* s, const SlopeColumns& columns, double* slopes) const;
  /// Signals, likewise.
  void signal_slopes(double t, const double* y, const double* s, const SlopeColumns& columns, double* slopes) const;
  /// The states after a transition with the slopes s of the states before it, on the branch before it.
  void transition_slopes(const Branch& before, const char* fired, double t, const double* y, double* s,
                         const SlopeColumns& columns) const;
  /// The registers of a sampled controller after a sample, from those in `before`, for states with slopes s at a time
  /// that has slopes itself.
  void sample_slopes(const Branch& before, double t, const double* time_slopes, const double* y, const double* s,
                     SlopeColumns& columns) const;
  /// True for a number of an input signal.
  bool is_of_signal(std::size_t parameter) const;
  /// Corners at a time, of the pieces that hold before it, that move with the parameters.
  std::vector<MovingCorner> corners_at(double t, const SlopeColumns& columns) const;
  /// The same run with one of its signals as another run has it.
  LoopRun with_signal_of(const LoopRun& other, const MovingCorner& corner) const;
  /// The same run with its sampled registers as they stand in another branch.
  LoopRun with_registers_of(const Branch& other) const;

  // --- for kernels with types ---
  /// Reads inputs and references at an instant.
  template <class Number>
  void read_signals(const Number& t, auto& now) const;

 private:
  template <class Number>
  void read_changed_signals(const Number& t, auto& now) const;
  template <class Number>
  void read_all_signals(const Number& t, auto& now) const;
  template <class Number>
  void add_slopes_of_signals(const Number& t, auto& now, bool follows) const;
  template <class Number>
  const Number* numbers() const;
  template <class Number>
  PartsScratch<Number>& scratch() const;
  template <class Number>
  PartsScratch<Number>& evaluated(const Number& t, const Number* y) const;
  template <class Number>
  void rates_in(const Number& t, const Number* y, Number* dy) const;
  template <class Number>
  void guards_in(const Number& t, const Number* y, Number* all) const;
  template <class Number>
  void signals_in(const Number& t, const Number* y, Number* all) const;
  Contact<double> own_contact(std::size_t i, double t, const double* y) const;
  void find_sides(double t, const double* y);
  bool settles_together(std::size_t contact) const;
  void settle_together(double t, const double* y, const char* fired);
  void settle_bands(double t, const double* y);
  bool fire_contact(std::size_t i, const char* fired, double t, double* y);
  void choose_pieces(double t);
  double largest_step_of_signals(double t) const;
  void find_next_stop();
  void sample(double t, const double* y);
  void make_signals();
  void measure_scale();
  template <class Use>
  void for_each_four(const SlopeColumns& columns, const double* y, const double* s, Use&& use) const;
  void seed(const SlopeColumns& columns, std::size_t first, std::size_t count, double slope) const;
  void move_signals(std::span<const std::size_t> places) const;
  BranchHead head() const { return branch_head(branch_.data()); }

  std::shared_ptr<const Loop> loop_;
  PartsKernel kernel_;
  std::vector<double> p_;
  mutable std::vector<Slopes> p_slopes_;  ///< slopes are zero except inside a call
  std::vector<Lanes> p_lanes_;
  std::vector<double> scale_;
  Branch branch_;
  std::vector<SignalCursor> inputs_, references_;
  std::vector<double> input_values_, reference_values_;  ///< while all signals are constant
  std::vector<double> directions_before_;                ///< the last transition, for the names of events
  double next_corner_ = 0, next_stop_ = 0;               ///< of the signals, of signals and samples [s]
  bool constant_ = true, has_section_ = false, own_signals_ = false;
  // While slopes are evaluated: those of what a sampled controller holds (force, position and velocity read), and
  // signals whose numbers have slopes.
  mutable std::array<Slopes, 3> held_{Slopes(0.0), Slopes(0.0), Slopes(0.0)};
  struct MovingSignal {
    bool of_reference;
    std::size_t place;
    BasicSignalCursor<Slopes> cursor;
  };
  mutable std::vector<MovingSignal> moving_signals_;
  mutable std::vector<std::size_t> moving_places_;  ///< for which they were made
  mutable double moving_since_ = 0;                 ///< and when their pieces were chosen [s]
  mutable bool signals_move_ = false, signals_have_slopes_ = false;
  std::size_t signals_version_ = 1;  ///< counts changes of signals and of what is held
  mutable detail::LazyScratch<double> plain_scratch_;
  mutable detail::LazyScratch<Slopes> slope_scratch_;
  mutable detail::LazyScratch<Lanes> lane_scratch_;
};

template <class Number>
void LoopRun::read_signals(const Number& t, auto& now) const {
  if constexpr (requires { now.held; }) {
    // Constants need not be read again.
    if (now.signals_of == signals_version_) return;
    now.signals_of = constant_ && !signals_have_slopes_ ? signals_version_ : 0;
    read_changed_signals(t, now);
  } else {
    read_all_signals(t, now);
  }
}

// Out of line: most runs by parts come here once.
template <class Number>
[[gnu::noinline]] void LoopRun::read_changed_signals(const Number& t, auto& now) const {
  read_all_signals(t, now);
}

template <class Number>
void LoopRun::read_all_signals(const Number& t, auto& now) const {
  constexpr bool slopes = std::is_same_v<Number, Slopes>;
  const ControllerPart* const c = loop_->parts().controller;
  const bool follows = c && loop_->parts().follows_acceleration && c->reference_acceleration != PlantPart::none;
  if constexpr (requires { now.held; })
    if (loop_->parts().sampled) {
      now.held = Number(branch_[loop_->sampled_branch + held_force_place]);
      if constexpr (slopes) now.held.slope = held_[0].slope;
    }
  if (constant_) {
    for (std::size_t i = 0; i < now.inputs.size(); ++i)
      now.inputs[i] = Number(input_values_[i]), now.input_rates[i] = Number(0);
    for (std::size_t i = 0; i < now.references.size(); ++i)
      now.references[i] = Number(reference_values_[i]), now.reference_rates[i] = Number(0);
  } else {
    for (std::size_t i = 0; i < now.inputs.size(); ++i)
      now.inputs[i] = inputs_[i].value(t), now.input_rates[i] = inputs_[i].rate(t);
    for (std::size_t i = 0; i < now.references.size(); ++i)
      now.references[i] = references_[i].value(t), now.reference_rates[i] = references_[i].rate(t);
    if (follows) now.references[c->reference_acceleration] = references_[c->reference].acceleration(t);
  }
  if constexpr (slopes) add_slopes_of_signals(t, now, follows);
  if constexpr (requires { now.driven; })
    for (std::size_t i = 0; i < now.inputs.size(); ++i) now.driven[i] = now.inputs[i];
}

template <class Number>
void LoopRun::add_slopes_of_signals(const Number& t, auto& now, bool follows) const {
  const ControllerPart* const c = loop_->parts().controller;
  if (!signals_move_) return;
  const auto add = [](Slopes& to, const Slopes& from) { to.slope[0] += from.slope[0]; };
  for (const MovingSignal& signal : moving_signals_) {
    if (follows && signal.of_reference && signal.place == c->reference_acceleration) continue;
    add((signal.of_reference ? now.references : now.inputs)[signal.place], signal.cursor.value(t.value));
    add((signal.of_reference ? now.reference_rates : now.input_rates)[signal.place], signal.cursor.rate(t.value));
    if (follows && signal.of_reference && signal.place == c->reference)
      add(now.references[c->reference_acceleration], signal.cursor.acceleration(t.value));
  }
}

}  // namespace stiction
