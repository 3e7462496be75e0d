// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "stiction/schema/number_text.hpp"
#include "stiction/solvers/event_location.hpp"
#include "stiction/solvers/growth_watch.hpp"
#include "stiction/solvers/solve_result.hpp"
#include "stiction/solvers/step_error.hpp"
#include "stiction/solvers/weak_damping.hpp"

namespace stiction {

/// A run of one method over a system: step control, events, stops, limits.
///
/// The observer is called at every accepted step, `step(view)`, and at every event, `event(t, fired, y)` after the
/// transition; `step` may return false to say that its memory is full.
template <class Step, OdeSystem System, class Observer>
class Integration {
 public:
  using State = SystemState<System>;

  Integration(System& system, State& y, double t, const SolveOptions& options, Observer& observer, SolveResult& result)
      : system_(system),
        y_(y),
        t_(t),
        options_(options),
        observer_(observer),
        result_(result),
        scale_(system.scale()),
        end_(y),
        error_(y),
        guards_(system),
        event_{1, detail::SystemTypes<System>::guard_mask(system)},
        bands_(detail::SystemTypes<System>::guard_values(system)),
        excursion_(bands_),
        at_end_(bands_) {
    allow(options.tolerance);
  }
  /// Options are kept by reference: they must outlive the run.
  Integration(System&, State&, double, SolveOptions&&, Observer&, SolveResult&) = delete;

  /// Runs to `end`. True when another method should go on: the system has turned out to be stiff.
  bool run(double end) {
    aim_at(end);
    while (is_running()) {
      if (needs_begin()) step_.begin(system_, t_, y_), began();
      if (!needs_begin() && choose_step()) take();
      if constexpr (Step::detects_stiffness)
        if (is_running() && options_.method == SolveMethod::automatic && turned_stiff_) return true;
    }
    return false;
  }

  // --- what happens in a run, one by one: for several runs whose steps are taken at once ---

  void aim_at(double end) {
    end_time_ = end;
    resolution_ = 1e-15 * std::max(std::abs(t_), std::abs(end)) + 1e-300;
    result_.time = t_;
    duration_ = end - t_;
    short_time_ = 1e-4 * duration_;
  }
  bool is_running() const { return t_ < end_time_ && result_.status == SolveStatus::finished; }
  /// The method has to be told where the next step begins, `Step::begin`, and then this, `began`.
  bool needs_begin() const { return !fresh_; }
  void began() {
    ++result_.counters.linearisations;
    fresh_ = true;
    if (h_ <= 0) choose_first_step();
    if (result_.counters.linearisations % look_every == 1) look_around();
    if constexpr (HasGuards<System>) {
      if constexpr (requires { step_.guards_at_begin(guards_.value, guards_.slope); })
        step_.guards_at_begin(guards_.value, guards_.slope);
      else
        guards_.measure(system_, t_, y_, step_.rates_at_begin());
      if (guards_.any_triggered(bands_)) fire(guards_.triggered(system_, bands_));
    }
  }
  /// The size of the step to be taken, `chosen_step`; false when the run ends here.
  bool choose_step() {
    stop_ = std::min(end_time_, next_stop());
    double wanted = std::min({h_, options_.largest_step, largest_step()});
    if constexpr (requires { step_.growth_rate(); }) wanted = within_growth(wanted, step_.growth_rate());
    lands_ = reaches(t_, wanted, stop_);
    chosen_ = lands_ ? stop_ - t_ : wanted;
    // Velocities of rate-and-state laws rise by many decades in no time: steps below the resolution of time are a
    // failure only when they do not end.
    tiny_steps_ = chosen_ > resolution_ || lands_ ? 0 : tiny_steps_ + 1;
    if (tiny_steps_ > 0 && (tiny_steps_ > 20000 || !(chosen_ > 1e-290))) return fail_to_advance(chosen_);
    return result_.status == SolveStatus::finished && !limits_reached();
  }
  double chosen_step() const { return chosen_; }
  /// Takes the step, and accepts it or not.
  void take() {
    step_.take(system_, t_, y_, chosen_, end_, error_);
    ++tried_;
    result_.counters.rates += Step::rates_per_step;
    const double h = chosen_, q = squared_error();
    if (!(q <= 1)) {
      reject(h, q);
      return;
    }
    if constexpr (HasGuards<System>)
      if (locate(h)) return;
    accept(lands_ ? stop_ : t_ + h, h, q);
    if constexpr (Step::detects_stiffness) turned_stiff_ = is_stiff(h);
  }
  /// The last step ended where inputs change.
  bool passed_stop() const { return t_ == t_last_stop_; }
  Step& method() { return step_; }

  double time() const { return t_; }
  double step_size() const { return h_; }
  void set_step_size(double h) { h_ = h; }

  // --- quiet steps: of many runs, taken by whoever takes their steps at once, without `began` to `take` ---

  /// How many may be tried from here: nothing is aimed at.
  std::size_t quiet_steps() const {
    if (aimed_ > 0 || !is_running()) return 0;
    const std::size_t left = std::min(255 - tried_ % 256, options_.step_limit - std::min(tried_, options_.step_limit));
    return allowed_ == options_.tolerance ? left : std::min(left, steps_to_look());
  }
  /// How many may be accepted until what changes slowly has to be looked at: of a run that is surely damped and that no
  /// state of `unwatched_size` leaves nothing is to be seen.
  std::size_t steps_to_look() const {
    return (look_every - result_.counters.linearisations % look_every) % look_every + (fresh_ ? 1 : 0);
  }
  static constexpr std::size_t look_every = 8;
  static constexpr double unwatched_size = GrowthWatch::first_border;
  double duration() const { return duration_; }
  /// Quiet steps end before this time, and are longer than the resolution of time.
  double quiet_until() { return std::min(end_time_, next_stop()); }
  double resolution() const { return resolution_; }
  double largest_quiet_step() const { return std::min(options_.largest_step, largest_step()); }
  double per_tolerance() const { return per_tolerance_; }
  bool is_after_rejection() const { return after_rejection_; }
  const GuardValues<System>& bands() const { return bands_; }
  GuardValues<System>& excursions() { return excursion_; }
  /// The run goes on behind quiet steps, which led to t and the states it was given, and want a step of h next.
  void resume(double t, double h, std::size_t accepted, std::size_t rejected, bool after_rejection) {
    result_.time = t_ = t;
    h_ = h;
    after_rejection_ = after_rejection;
    tried_ += accepted + rejected;
    result_.counters.accepted += accepted, result_.counters.rejected += rejected;
    result_.counters.linearisations += accepted - (fresh_ && accepted > 0 ? 1 : 0);
    result_.counters.rates += (accepted + rejected) * Step::rates_per_step;
    if (accepted > 0) fresh_ = false;
    if (accepted + rejected > 0) tiny_steps_ = 0, finite_ = true;
  }

 private:
  // --- how much error a step may have ---

  /// Errors of a step, and bands of guards.
  void allow(double tolerance) {
    allowed_ = tolerance;
    per_tolerance_ = 1 / (tolerance * tolerance * static_cast<double>(y_.size()));
    if constexpr (RunTimeSystem<System>)
      system_.guard_bands(tolerance, bands_.data());
    else if constexpr (HasGuards<System>)
      bands_ = system_.guard_bands(tolerance);
  }
  [[gnu::noinline]] void look_around() {
    if constexpr (requires { step_.jacobian(0, 0); }) watch_damping();
    if (growth_.grows_without_bound(t_, result_.counters.accepted, largest_state()))
      stop(SolveStatus::diverged, "the motion grows without bound at t = " + number_text(t_) + " s");
  }
  /// Where errors are not damped but add up over many cycles, each step is allowed less: by powers of four, 256 times
  /// at most, and not below 1e-13, near what rounding leaves.
  void watch_damping() {
    const RingingAt at{h_, duration_, 100 * options_.tolerance};
    const double cycles = undamped_cycles([&](std::size_t i, std::size_t j) { return step_.jacobian(i, j); },
                                          step_.rates_at_begin(), y_, scale_, at);
    double factor = 1;
    while (cycles > few_undamped_cycles && factor < std::min(4 * cycles, 256.0)) factor *= 4;
    const double tolerance = std::max(options_.tolerance / factor, std::min(options_.tolerance, 1e-13));
    // Within a cycle damping comes and goes: looser again only by and by.
    if (tolerance > allowed_ && ++looser_ < 8) return;
    looser_ = 0;
    if (tolerance != allowed_) allow(std::min(4 * allowed_, tolerance));
  }

  // --- one step ---

  /// A step over which no state moves by more than a hundredth of its scale; error control does the rest.
  void choose_first_step() {
    double fastest = 0;
    for (std::size_t n = 0; n < y_.size(); ++n)
      fastest = std::max(fastest, std::abs(step_.rates_at_begin()[n]) / (scale_[n] + std::abs(y_[n])));
    h_ = options_.first_step > 0 ? options_.first_step
                                 : std::min(1e-3 * (end_time_ - t_), 1e-2 / std::max(fastest, 1e-300));
  }

  /// Square of the error per tolerance, a mean over the states.
  double squared_error() const {
    if constexpr (requires { step_.squared_error(); })
      return step_.squared_error() * per_tolerance_;
    else
      return squared_relative_error<double>(error_, scale_, y_, end_) * per_tolerance_;
  }
  /// In SI units, or in multiples of a scale that is larger: velocities of rate-and-state laws rise by twenty decades,
  /// rightly. Without accounts that are kept beside the motion.
  double largest_state() const {
    std::size_t count = y_.size();
    if constexpr (requires { system_.moving_states(); }) count = system_.moving_states();
    double largest = 0;
    for (std::size_t n = 0; n < count; ++n) largest = std::max(largest, std::abs(y_[n]) / std::max(1.0, scale_[n]));
    return largest;
  }
  void reject(double h, double q) {
    h_ = retried_step(h, step_factor<Step::order>(q < 1e30 ? q : 1e30));  // false for NaN too
    finite_ = q < std::numeric_limits<double>::infinity();
    after_rejection_ = true;
    aimed_ = 0;
    ++result_.counters.rejected;
  }

  void accept(double t, double h, double q) {
    const StepView<Step> view(step_, t_, h, y_, end_);
    if (!observer_.step(view)) stop(SolveStatus::memory_limit, "the trajectory has reached its memory limit");
    if constexpr (RunTimeSystem<System>)
      system_.accepted(t, end_.data());
    else if constexpr (requires { system_.accepted(t_, h, y_, end_); })
      system_.accepted(t_, h, y_, end_);
    ++result_.counters.accepted;
    if constexpr (HasGuards<System>)
      for (std::size_t i = 0; i < bands_.size(); ++i)
        excursion_[i] = std::max({excursion_[i], guards_.value[i], h * guards_.slope[i]});
    result_.time = t_ = t;
    y_ = end_;
    // A step cut short by an event or a stop says little about the next one: go on with what was planned before.
    h_ = std::max(next_step(h, step_factor<Step::order>(q), after_rejection_ ? 1.0 : step_growth),
                  aimed_ > 0 ? 0.5 * planned_ : 0.0);
    after_rejection_ = fresh_ = false;
    if constexpr (HasGuards<System>)
      if (aimed_ > 0) {
        aimed_ = 0;
        fire(event_.guards);
      }
    if constexpr (requires { system_.next_stop(t_); })
      if (t_ >= system_.next_stop(t_last_stop_)) {
        t_last_stop_ = t_;
        tell_segment_end();
        if constexpr (RunTimeSystem<System>)
          system_.pass_stop(t_, y_.data());
        else
          system_.pass_stop(t_, y_);
      }
  }

  // --- events ---

  STICTION_FLATTEN void measure_guards_at_end(double t) {
    if constexpr (requires { step_.guards_at_end(at_end_); })
      step_.guards_at_end(at_end_);
    else if constexpr (RunTimeSystem<System>)
      system_.guards(t, end_.data(), at_end_.data());
    else
      at_end_ = system_.guards(t, end_);
  }

  /// True when the step must be repeated, to end on the first event inside it.
  bool locate(double h)
    requires HasGuards<System>
  {
    measure_guards_at_end(t_ + h);
    const auto& at_end = at_end_;
    if (aimed_ == 0) {
      bool quiet = true;
      for (std::size_t i = 0; i < bands_.size(); ++i)
        quiet = quiet && guard_stays_quiet(guards_.value[i], guards_.slope[i], h, at_end[i], bands_[i]);
      if (quiet) return false;
    } else if (aimed_ < 6) {
      // Has the repeated step ended inside the band of every guard it was aimed at? Not at its upper edge: a guard may
      // have stood at zero all the time.
      bool inside = true;
      for (std::size_t i = 0; i < bands_.size(); ++i)
        if (event_.guards[i]) inside = inside && at_end[i] <= -0.05 * bands_[i] && at_end[i] >= -bands_[i];
      if (inside) return false;
    }
    const StepView<Step> view(step_, t_, h, y_, end_);
    const auto first = EventLocator<System, Step>(system_, view, bands_).first(guards_, at_end);
    if (first && first->fraction < 1 - 1e-12 && aimed_ < 6) {
      if (aimed_ == 0) planned_ = h;
      event_ = *first;
      h_ = h * first->fraction;
      ++aimed_;
      // Nearer than the resolution of time neither t nor the states move on: the event would come back for ever.
      if (h_ < resolution_ && h > resolution_) h_ = resolution_, aimed_ = 6;
      ++result_.counters.repeated;
      return true;
    }
    if (first) {
      event_ = *first;
      aimed_ = 6;
    } else if (aimed_ > 0) {
      return stretch(h, at_end);
    }
    return false;
  }

  /// The repeated step fell short of its event: aim a little further, by the slope seen.
  bool stretch(double h, const auto& at_end) {
    if (aimed_ >= 6) return false;
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      if (!event_.guards[i]) continue;
      const double per_time = (guards_.value[i] - at_end[i]) / h;
      const double missing = at_end[i] + 0.5 * bands_[i];
      h_ = h + (per_time > 0 ? std::min(missing / per_time, 0.1 * h) : 1e-6 * h);
    }
    ++aimed_;
    ++result_.counters.repeated;
    return true;
  }

  void fire(const auto& fired) {
    fresh_ = false;
    ++result_.counters.events;
    // Fifty events in a row, closer than four steps, with guards that never left their bands in between, in less than a
    // ten thousandth of the run: chattering. A body that comes to rest ringing in its bristles takes longer.
    bool crowded = result_.counters.accepted < accepted_at_event_ + 4;
    accepted_at_event_ = result_.counters.accepted;
    for (std::size_t i = 0; i < bands_.size(); ++i)
      if (fired[i]) {
        crowded = crowded && excursion_[i] < 10 * bands_[i];
        excursion_[i] = 0;
      }
    if (!crowded || crowded_ == 0) crowded_since_ = t_;
    crowded_ = crowded ? crowded_ + 1 : 0;
    if (crowded_ >= 50 && t_ - crowded_since_ >= short_time_) crowded_ = 0;
    if (crowded_ >= 50) {
      stop(SolveStatus::chattering, "events follow one another without end at t = " + number_text(t_) +
                                        " s: the motion chatters, or infinitely many events lie in a finite time");
      return;
    }
    tell_segment_end();
    const bool go_on = transition(fired);
    if constexpr (requires { observer_.event(t_, fired, y_); }) observer_.event(t_, fired, y_);
    if (!go_on) stop(SolveStatus::ended_by_event, "");
  }

  bool transition(const auto& fired) {
    if constexpr (RunTimeSystem<System>)
      return system_.transition(fired.data(), t_, y_.data());
    else
      return system_.transition(fired, t_, y_);
  }

  void tell_segment_end() {
    if constexpr (requires { observer_.segment_ends(); }) observer_.segment_ends();
  }

  // --- what the system may ask for ---

  double next_stop() {
    if constexpr (requires { system_.next_stop(t_); })
      return system_.next_stop(t_);
    else
      return std::numeric_limits<double>::infinity();
  }
  double largest_step() const {
    if constexpr (requires { system_.largest_step(t_); })
      return system_.largest_step(t_);
    else
      return std::numeric_limits<double>::infinity();
  }

  // --- endings ---

  void stop(SolveStatus status, std::string reason) {
    result_.status = status;
    result_.reason = std::move(reason);
  }
  bool fail_to_advance(double h) {
    const std::string where = " at t = " + number_text(t_) + " s with a step of " + number_text(h) + " s";
    if (finite_)
      stop(SolveStatus::step_too_small, "the step has shrunk to the resolution of time" + where);
    else
      stop(SolveStatus::not_finite, "the equations give no finite number" + where);
    return false;
  }
  bool limits_reached() { return (tried_ >= options_.step_limit || tried_ % 256 == 255) && name_limit(); }
  [[gnu::noinline]] bool name_limit() {
    if (tried_ >= options_.step_limit)
      stop(SolveStatus::step_limit, "the limit of " + std::to_string(options_.step_limit) +
                                        " steps was reached at t = " + number_text(t_) + " s");
    else if (options_.interrupt && options_.interrupt(t_))
      stop(SolveStatus::interrupted, "interrupted at t = " + number_text(t_) + " s");
    else if (std::isfinite(options_.seconds_limit) && seconds() > options_.seconds_limit)
      stop(SolveStatus::seconds_limit, "the limit of " + number_text(options_.seconds_limit) +
                                           " s of computing was reached at t = " + number_text(t_) + " s");
    return result_.status != SolveStatus::finished;
  }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }
  /// Steps that the border of stability, not accuracy, keeps short: more than a few of them.
  bool is_stiff(double h) {
    stiff_ = step_.stiffness(h, y_) > 1.5 ? stiff_ + 1 : std::max(stiff_ - 1, 0);
    return stiff_ >= 20;
  }

  System& system_;
  State& y_;
  double t_, h_ = 0, end_time_ = 0, stop_ = 0, chosen_ = 0, resolution_ = 0, duration_ = 0, planned_ = 0,
             t_last_stop_ = -1e300, crowded_since_ = 0, short_time_ = 0;
  const SolveOptions& options_;
  Observer& observer_;
  SolveResult& result_;
  const State scale_;
  double allowed_ = 0;        ///< tolerance in force
  double per_tolerance_ = 0;  ///< one over its square and the number of states
  Step step_;
  State end_, error_;
  std::size_t tried_ = 0, tiny_steps_ = 0, accepted_at_event_ = 0;
  int aimed_ = 0, crowded_ = 0, stiff_ = 0, looser_ = 0;
  bool fresh_ = false, after_rejection_ = false, finite_ = true, lands_ = false, turned_stiff_ = false;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();

  GrowthWatch growth_;
  GuardState<System> guards_;
  LocatedEvent<System> event_;
  GuardValues<System> bands_, excursion_, at_end_;
};

}  // namespace stiction
