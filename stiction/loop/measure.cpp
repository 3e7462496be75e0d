// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/measure.hpp"

#include <algorithm>
#include <optional>

#include "stiction/loop/measure_view.hpp"
#include "stiction/loop/monitor.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/unit_algebra.hpp"

namespace stiction {

std::span<const std::string_view> measure_kinds() {
  static constexpr std::string_view kinds[] = {"value",
                                               "final",
                                               "maximum",
                                               "minimum",
                                               "time_of_maximum",
                                               "time_of_minimum",
                                               "amplitude",
                                               "local_maximum",
                                               "local_minimum",
                                               "time_of_local_maximum",
                                               "time_of_local_minimum",
                                               "crossing",
                                               "crossings",
                                               "period",
                                               "area",
                                               "integral",
                                               "mean",
                                               "rest_fraction"};
  return kinds;
}

SignalName::SignalName(const std::string& text) : name(text) {
  constexpr std::string_view minus = " - ";
  if (const auto at = text.find(minus); at != std::string::npos)
    name = text.substr(0, at), less = text.substr(at + minus.size());
}

struct Measurements::Gauge {
  using Signals = detail::Signals;
  using SignalView = detail::SignalView;
  using WatchedSignal = detail::WatchedSignal;
  Measure measure;
  WatchedSignal signal, x, of;
  Crossings<WatchedSignal> crossings;
  Extrema<WatchedSignal> extrema;
  struct Instant {
    double time, of;
  };
  std::vector<Instant> crossed, maxima, minima;  ///< with the value of the other signal there
  Instant highest{}, lowest{};
  double high = -1e300, low = 1e300, sum = 0, span = 0, rest = 0;
  std::optional<double> value, last;
  /// What a step is looked at for; words are compared once.
  const bool takes_value, takes_last, takes_crossings, takes_extrema, takes_integral, takes_rest;

  Gauge(const LoopRun& core, Measure m)
      : measure(std::move(m)),
        signal(core, measure.signal),
        x(measure.x.empty() ? signal : WatchedSignal(core, measure.x)),
        of(measure.of.empty() ? signal : WatchedSignal(core, measure.of)),
        crossings(signal.above(measure.level), measure.direction == "up" ? Crossings<WatchedSignal>::Direction::up
                                               : measure.direction == "down"
                                                   ? Crossings<WatchedSignal>::Direction::down
                                                   : Crossings<WatchedSignal>::Direction::both),
        extrema(signal),
        takes_value(is("value")),
        takes_last(is("final")),
        takes_crossings(is("crossing") || is("crossings") || is("period")),
        takes_extrema(mentions("maximum") || mentions("minimum") || is("amplitude")),
        takes_integral(is("area") || is("integral") || is("mean")),
        takes_rest(is("rest_fraction")) {}

  bool is(std::string_view what) const { return measure.what == what; }
  bool mentions(std::string_view what) const { return measure.what.find(what) != std::string::npos; }

  void step(detail::SeenStep& seen) {
    const LoopStep& step = seen.step;
    if (takes_value) {
      if (measure.at >= step.start && measure.at <= step.end() * (1 + 1e-15) + 1e-300)
        value = signal(SignalView(seen, step.start, step.end()).at_time(measure.at));
      return;
    }
    if (takes_last) {
      last = signal(SignalView(seen, step.start, step.end()).at(1));
      return;
    }
    const SignalView view(seen, measure.from, measure.until);
    if (!(view.length > 0)) return;
    span += view.length;
    if (takes_crossings) note_crossings(view);
    if (takes_extrema) note_extrema(view);
    if (takes_integral) integrate(view);
    if (takes_rest && signal(view.at(0)) == 0 && signal(view.at(0.5)) == 0 && signal(view.at(1)) == 0)
      rest += view.length;
  }

  Instant instant(const SignalView& view, double t) const { return {t, of(view.at_time(t))}; }
  void note_crossings(const SignalView& view) {
    crossings.times.clear();
    crossings.step(view.inner.run, view);
    for (const double t : crossings.times) crossed.push_back(instant(view, t));
  }
  void note_extrema(const SignalView& view) {
    const std::size_t maxima_before = extrema.maxima.size(), minima_before = extrema.minima.size();
    extrema.step(view.inner.run, view);
    for (std::size_t i = maxima_before; i < extrema.maxima.size(); ++i)
      maxima.push_back(instant(view, extrema.maxima[i].time));
    for (std::size_t i = minima_before; i < extrema.minima.size(); ++i)
      minima.push_back(instant(view, extrema.minima[i].time));
    if (extrema.highest.value > high) high = extrema.highest.value, highest = instant(view, extrema.highest.time);
    if (extrema.lowest.value < low) low = extrema.lowest.value, lowest = instant(view, extrema.lowest.time);
  }
  /// Gauss' rule with five points; the rate of x by differences on the dense output.
  void integrate(const SignalView& view) {
    constexpr double points[] = {0.04691007703066802, 0.23076534494715845, 0.5, 0.76923465505284155,
                                 0.95308992296933198};
    constexpr double weights[] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                                  0.11846344252809454};
    const auto x_at = [&](double theta) { return x(view.at(theta)); };
    for (std::size_t k = 0; k < 5; ++k) {
      const double theta = points[k];
      double factor = view.length;
      if (is("area")) {
        constexpr double h = 2e-3;
        factor = (8 * (x_at(theta + h) - x_at(theta - h)) - (x_at(theta + 2 * h) - x_at(theta - 2 * h))) / (12 * h);
      }
      sum += weights[k] * factor * signal(view.at(theta));
    }
  }

  MeasuredValue number() const;
  std::string unit() const;
};

namespace {

/// Number `index` of a list, counted from the end when negative.
template <class List>
const typename List::value_type* pick(const List& list, int index) {
  const auto size = static_cast<int>(list.size());
  const int place = index < 0 ? size + index : index;
  return place >= 0 && place < size ? &list[static_cast<std::size_t>(place)] : nullptr;
}

}  // namespace

/// Of an instant that is asked for: the time, or the other signal then.
std::string Measurements::Gauge::unit() const {
  if (is("crossings") || is("rest_fraction")) return "1";
  if (is("integral")) return unit_product(signal.unit, "s");
  if (is("area")) return unit_product(signal.unit, x.unit);
  if (is("period")) return "s";
  const bool of_instant = is("crossing") || mentions("maximum") || mentions("minimum");
  if (of_instant && !measure.of.empty()) return of.unit;
  return is("crossing") || mentions("time_of") ? "s" : signal.unit;
}

MeasuredValue Measurements::Gauge::number() const {
  const bool other = !measure.of.empty();
  const auto found = [&](double number) { return MeasuredValue{number, unit(), "", measure.key}; };
  const auto none = [&](const std::string& why) { return MeasuredValue{0, unit(), measure.signal + why, measure.key}; };
  const auto at = [&](const Instant& instant) { return found(other ? instant.of : instant.time); };
  const auto crossed_too_little = [&] {
    return none(" did not cross " + number_text(measure.level) + " often enough");
  };
  if (is("value")) return value ? found(*value) : none(" was not reached at that time");
  if (is("final")) return last ? found(*last) : none(" did not reach the end of the run");
  if (is("crossings")) return found(static_cast<double>(crossed.size()));
  if (is("integral") || is("area")) return found(sum);
  if (is("mean")) return span > 0 ? found(sum / span) : none(" was not seen in that time");
  if (is("rest_fraction")) return found(span > 0 ? rest / span : 0);
  if (is("crossing")) {
    const Instant* crossing = pick(crossed, measure.index);
    return crossing ? at(*crossing) : crossed_too_little();
  }
  if (is("period")) {
    const auto count = static_cast<std::size_t>(measure.count);
    if (crossed.size() < count + 1) return crossed_too_little();
    return found((crossed.back().time - crossed[crossed.size() - 1 - count].time) / measure.count);
  }
  if (mentions("local_")) {
    const bool maximum = mentions("maximum");
    const auto* point = pick(maximum ? extrema.maxima : extrema.minima, measure.index);
    const Instant* instant = pick(maximum ? maxima : minima, measure.index);
    if (!point || !instant) return none(" has no such turn");
    return other || mentions("time_of") ? at(*instant) : found(point->value);
  }
  if (!(high >= low)) return none(" was not seen in that time");
  if (is("amplitude")) return found(0.5 * (high - low));
  const bool maximum = mentions("maximum");
  if (other || mentions("time_of")) return at(maximum ? highest : lowest);
  return found(maximum ? high : low);
}

Measurements::Measurements(const LoopRun& core, std::vector<Measure> all, double end) {
  for (Measure& one : all) {
    if (std::find(measure_kinds().begin(), measure_kinds().end(), one.what) == measure_kinds().end())
      throw InvalidInput(
          "measure",
          {{"what", unknown_name_text("measurement", one.what, {measure_kinds().begin(), measure_kinds().end()})}});
    gauges_.push_back(std::make_unique<Gauge>(core, std::move(one)));
    Gauge& gauge = *gauges_.back();
    if (gauge.takes_value)
      timed_.push_back(&gauge);
    else
      others_begin_ = std::min(others_begin_, gauge.takes_last ? end : gauge.measure.from), others_.push_back(&gauge);
  }
  std::stable_sort(timed_.begin(), timed_.end(),
                   [](const Gauge* a, const Gauge* b) { return a->measure.at < b->measure.at; });
  next_ = timed_.begin();
  sleep();
}
Measurements::~Measurements() = default;

/// Until something is measured again.
void Measurements::sleep() {
  const double next = next_ == timed_.end() ? others_begin_ : std::min(others_begin_, (*next_)->measure.at);
  idle_until = next - 1e-9 * std::abs(next);
}

bool Measurements::step(const LoopStep& step) {
  detail::SeenStep seen(step);
  for (Gauge* const gauge : others_) gauge->step(seen);
  const auto past = [&](const Gauge& gauge) { return gauge.measure.at > step.end() * (1 + 1e-15) + 1e-300; };
  if (next_ != timed_.end() && !past(**next_)) {
    for (auto one = next_; one != timed_.end() && !past(**one); ++one) (*one)->step(seen);
    // What stands at the very end is measured again after an event there.
    while (next_ != timed_.end() && (*next_)->measure.at < step.end()) ++next_;
    sleep();
  }
  return true;
}

std::vector<MeasuredValue> Measurements::numbers() const {
  std::vector<MeasuredValue> all;
  all.reserve(gauges_.size());
  for (const auto& gauge : gauges_) all.push_back(gauge->number());
  return all;
}

std::vector<std::string> Measurements::units() const {
  std::vector<std::string> all;
  all.reserve(gauges_.size());
  for (const auto& gauge : gauges_) all.push_back(gauge->unit());
  return all;
}

}  // namespace stiction
