// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/measure_servo.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include "stiction/loop/measure_view.hpp"
#include "stiction/loop/monitor.hpp"

namespace stiction {
namespace detail {

/// A number computed from the signals, as monitors take it.
struct Watch {
  std::function<double(const Signals&)> of;
  double operator()(const LoopRun&, double, const Signals& all) const { return of(all); }
};

/// Where the reference stands among the signals, and what follows it: 0 position, 1 velocity.
struct Followed {
  std::size_t reference, measured;
};

inline std::optional<Followed> followed_in(const Loop& loop) {
  if (!loop.parts().controller) return {};
  for (const FieldInfo& row : loop.parts().controller->inputs)
    if (row.role == Role::position || row.role == Role::velocity)
      return Followed{loop.find_signal(row.name), row.role == Role::position ? 0U : 1U};
  return {};
}

}  // namespace detail

struct ServoMeter::Meter {
  using Watch = detail::Watch;
  using Signals = detail::Signals;
  using SignalView = detail::SignalView;
  using Followed = detail::Followed;
  static constexpr double settled_within = 0.02, rise_from = 0.1, rise_until = 0.9;

  Meter(const LoopRun& of, Followed what, double until)
      : run(of), followed(what), control(of.loop().find_signal("control")), end(until) {
    const auto& rows = run.loop().signals();
    for (std::size_t i = 0; i < run.loop().state_count; ++i)
      if (rows[i].name.ends_with("friction_work")) works.push_back(i);
  }

  // --- what is looked at ---
  double measured(const double* y) const {
    double seen[2];
    run.loop().plant().tables.plain.measured(run.parameters().data() + run.loop().plant_parameters, y, seen);
    return seen[followed.measured];
  }
  double x(const Signals& all) {
    for (std::size_t n = 0; n < states.size(); ++n) states[n] = all[n];
    return measured(states.data());
  }
  double r(const Signals& all) const { return all[followed.reference]; }
  double e(const Signals& all) { return x(all) - r(all); }
  double u(const Signals& all) const { return all[control]; }
  double work(const Signals& all) const {
    return std::accumulate(works.begin(), works.end(), 0.0, [&](double sum, std::size_t i) { return sum + all[i]; });
  }
  Watch fraction_less(double fraction) {
    return {[this, fraction](const Signals& all) { return (x(all) - origin) / distance - fraction; }};
  }

  const LoopRun& run;
  Followed followed;
  std::size_t control;
  double end;
  std::vector<std::size_t> works;
  std::vector<double> states = std::vector<double>(run.loop().plant_states);

  // --- over the run ---
  double begin = NAN, now = NAN, error_squared = 0, effort_squared = 0;
  Extrema<Watch> error{Watch{[this](const Signals& all) { return e(all); }}};
  Extrema<Watch> effort{Watch{[this](const Signals& all) { return u(all); }}};
  Extrema<Watch> turns{Watch{[this](const Signals& all) { return r(all); }}};
  struct Cycle {
    double time, work, swing;  ///< when it ends, work of friction until then, how far e went in it
  };
  std::vector<Cycle> of_reference, around_reference;

  // --- since the reference last changed ---
  bool moves = false;                                 ///< the reference, in the last step
  bool stepped = false;                               ///< it changed at once
  double held_since = NAN, origin = 0, distance = 0;  ///< from where x had to go, and how far
  double last_reference = 0, last_error = 0, low = 0, high = 0;
  Extrema<Watch> held_error{Watch{[this](const Signals& all) { return e(all); }}};
  Extrema<Watch> rest_error{Watch{[this](const Signals& all) { return e(all); }}};
  Crossings<Watch> tenth{fraction_less(rise_from)}, most{fraction_less(rise_until)};
  Crossings<Watch> band{
      Watch{[this](const Signals& all) { return std::abs(e(all)) - settled_within * std::abs(distance); }},
      Crossings<Watch>::Direction::both};
  Crossings<Watch> passes{Watch{[this](const Signals& all) { return e(all); }}};

  using Row = StepSamples::Row;
  struct Sampled {
    Row x, r, e, u;
  };
  Sampled sampled(const LoopStep& step);
  void step(const LoopStep& step);
  void note_reference(const SignalView& view, const Row& x, const Row& reference);
  void integrate(double length, const Sampled& all);
  void note_cycles(const SignalView& view, const Sampled& all);
  double rest_from() const { return held_since + 0.8 * (end - held_since); }
  bool held() const { return !moves && !std::isnan(held_since); }

  std::vector<MeasuredValue> numbers() const;
  MeasuredValue reversal_peak() const;
  MeasuredValue energy_per_cycle() const;
};

/// What is looked at in every step, at the instants that all observers share.
ServoMeter::Meter::Sampled ServoMeter::Meter::sampled(const LoopStep& step) {
  const StepSamples& signals = step.samples();
  Sampled all{.x = {}, .r = signals[followed.reference], .e = {}, .u = signals[control]};
  for (std::size_t k = 0; k < StepSamples::count; ++k) {
    for (std::size_t n = 0; n < states.size(); ++n) states[n] = signals[n][k];
    all.x[k] = measured(states.data());
    all.e[k] = all.x[k] - all.r[k];
  }
  return all;
}

void ServoMeter::Meter::step(const LoopStep& step) {
  detail::SeenStep seen(step);
  const SignalView view(seen, step.start, step.end());
  const Sampled all = sampled(step);
  note_reference(view, all.x, all.r);
  integrate(step.length, all);
  error.step(run, view, all.e), effort.step(run, view, all.u);
  note_cycles(view, all);
  if (held()) {
    held_error.step(run, view, all.e);
    Row outside, less;
    for (std::size_t k = 0; k < outside.size(); ++k)
      outside[k] = std::abs(all.e[k]) - settled_within * std::abs(distance);
    band.step(run, view, outside);
    if (stepped && most.times.empty())  // the first crossings count
      for (const auto& [part, crossings] : {std::pair{rise_from, &tenth}, std::pair{rise_until, &most}}) {
        for (std::size_t k = 0; k < less.size(); ++k) less[k] = (all.x[k] - origin) / distance - part;
        crossings->step(run, view, less);
      }
    if (view.start >= rest_from())
      rest_error.step(run, view, all.e);
    else if (const SignalView rest(seen, rest_from(), end); rest.length > 0)
      rest_error.step(run, rest);
  }
  now = step.end(), last_reference = all.r.back(), last_error = all.e.back();
}

/// A change of the reference begins, goes on or ends with this step.
void ServoMeter::Meter::note_reference(const SignalView& view, const Row& x, const Row& reference) {
  const bool first = std::isnan(begin);
  if (first) begin = view.start;
  const bool still = std::all_of(reference.begin(), reference.end(), [&](double v) { return v == reference[0]; });
  const bool jumps = first || reference[0] != last_reference;
  if (!moves && (jumps || !still)) origin = x[0], stepped = true;
  if (still && (jumps || moves)) {
    held_since = view.start, distance = reference[0] - origin;
    held_error.watch(run), rest_error.watch(run), tenth.watch(run), most.watch(run), band.watch(run);
    passes.watch(run), around_reference.clear();
  }
  moves = !still;
  if (moves) stepped = false;
}

void ServoMeter::Meter::integrate(double length, const Sampled& all) {
  for (std::size_t k = 0; k < StepSamples::count; ++k) {
    const double weight = StepSamples::weights[k] * length;
    error_squared += weight * all.e[k] * all.e[k], effort_squared += weight * all.u[k] * all.u[k];
    low = std::min(low, all.e[k]), high = std::max(high, all.e[k]);
  }
}

void ServoMeter::Meter::note_cycles(const SignalView& view, const Sampled& all) {
  const auto add = [&](std::vector<Cycle>& cycles, double t) {
    cycles.push_back({t, work(view.at_time(t)), high - low});
    low = high = 0;
  };
  const std::size_t before = turns.maxima.size();
  turns.step(run, view, all.r);
  for (std::size_t i = before; i < turns.maxima.size(); ++i) add(of_reference, turns.maxima[i].time);
  if (!held()) return;
  passes.times.clear();
  passes.step(run, view, all.e);
  for (const double t : passes.times) add(around_reference, t);
}

MeasuredValue ServoMeter::Meter::reversal_peak() const {
  const std::string& unit = run.loop().signals()[followed.reference].unit;
  const auto none = [&](const char* why) { return MeasuredValue{0, unit, why, "reversal_peak"}; };
  std::vector<double> at;
  for (const auto& list : {turns.maxima, turns.minima})
    for (const auto& turn : list) at.push_back(turn.time);
  std::sort(at.begin(), at.end());
  if (at.size() < 2) return none("the reference does not turn twice");
  double largest = 0;
  for (std::size_t i = std::max<std::size_t>(at.size(), 3) - 3; i + 1 < at.size(); ++i)
    for (const auto& list : {error.maxima, error.minima})
      for (const auto& peak : list)
        if (peak.time >= at[i] && peak.time <= 0.5 * (at[i] + at[i + 1]))
          largest = std::max(largest, std::abs(peak.value));
  return largest > 0 ? MeasuredValue{largest, unit, "", "reversal_peak"} : none("the error has no peak after a turn");
}

MeasuredValue ServoMeter::Meter::energy_per_cycle() const {
  const auto none = [](const char* why) { return MeasuredValue{0, "J", why, "energy_per_cycle"}; };
  if (works.empty()) return none("this plant keeps no account of work");
  const bool turning = turns.maxima.size() >= 2;
  const std::vector<Cycle>& cycles = turning ? of_reference : around_reference;
  if (cycles.size() < 2) return none("neither the reference nor the motion around it completes a cycle");
  // Passing the reference while coming to rest on it is no cycle.
  if (!turning && cycles.back().swing <= settled_within * std::abs(distance)) return none("the motion comes to rest");
  return {cycles.back().work - cycles[cycles.size() - 2].work, "J", "", "energy_per_cycle"};
}

std::vector<MeasuredValue> ServoMeter::Meter::numbers() const {
  const auto& rows = run.loop().signals();
  const std::string &unit = rows[followed.reference].unit, &force = rows[control].unit;
  std::vector<MeasuredValue> all;
  const auto add = [&](const char* key, const std::string& its_unit, double value, const std::string& missing = "") {
    all.push_back({missing.empty() ? value : 0, its_unit, missing, key});
  };
  const auto size = [](const Extrema<Watch>& of) { return std::max(of.highest.value, -of.lowest.value); };
  const double span = now - begin;
  const bool finished = now >= end - 1e-9 * (end - begin);
  add("error_rms", unit, std::sqrt(error_squared / span));
  add("error_largest", unit, size(error));
  const std::string not_held = !held() ? "the reference changes until the end" : finished ? "" : "the run ended early";
  add("error_at_rest", unit, size(rest_error), not_held);
  const std::string no_distance = !held()         ? not_held
                                  : distance == 0 ? "the run begins at the reference, which does not change"
                                                  : "";
  const double beyond = distance > 0 ? held_error.highest.value : -held_error.lowest.value;
  add("overshoot", "1", std::max(0.0, beyond / std::abs(distance)), no_distance);
  const std::string no_rise = !no_distance.empty() ? no_distance
                              : !stepped           ? "the reference does not step"
                              : most.times.empty() ? "90 % of the distance to the reference were not covered"
                                                   : "";
  add("rise_time", "s", no_rise.empty() ? most.times.front() - tenth.times.front() : 0, no_rise);
  const bool inside = std::abs(last_error) <= settled_within * std::abs(distance);
  const std::string unsettled = !no_distance.empty() ? no_distance
                                : !not_held.empty()  ? not_held
                                : !inside            ? "the error is above 2 % of the distance at the end"
                                                     : "";
  add("settling_time", "s", band.times.empty() ? 0 : band.times.back() - held_since, unsettled);
  all.push_back(reversal_peak());
  add("effort_rms", force, std::sqrt(effort_squared / span));
  add("effort_largest", force, size(effort));
  all.push_back(energy_per_cycle());
  return all;
}

ServoMeter::ServoMeter(const LoopRun& run, double end) {
  if (const auto followed = detail::followed_in(run.loop())) meter_ = std::make_unique<Meter>(run, *followed, end);
}
ServoMeter::~ServoMeter() = default;

bool ServoMeter::step(const LoopStep& step) {
  if (meter_) meter_->step(step);
  return true;
}

void ServoMeter::add_to(Trajectory& trajectory) const {
  if (meter_ && !std::isnan(meter_->begin)) trajectory.servo = meter_->numbers();
}

}  // namespace stiction
