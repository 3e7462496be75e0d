// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/measure.hpp"

#include <algorithm>
#include <optional>

#include "stiction/loop/monitor.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction {
namespace detail {

constexpr std::size_t most_signals = 96;
using Signals = std::array<double, most_signals>;

/// A step, or the part of it between two times, as monitors take it: its "state" are all signals.
struct SignalView {
  const LoopStep& inner;
  double start, length;

  SignalView(const LoopStep& step, double from, double until)
      : inner(step), start(std::max(step.start, from)), length(std::min(step.end(), until) - start) {}
  double end() const { return start + length; }
  Signals at(double theta) const { return at_time(start + theta * length); }
  /// At a time, or the nearest in this step.
  Signals at_time(double t) const {
    Signals all;
    inner.signals(std::clamp((t - inner.start) / inner.length, 0.0, 1.0), all.data());
    return all;
  }
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
namespace {

constexpr std::string_view kinds[] = {"value",
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
                                      "rest_share"};

}  // namespace

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
  double high = -1e300, low = 1e300, sum = 0, span = 0, rest = 0, last = 0;
  std::optional<double> value;

  Gauge(const LoopRun& core, Measure m)
      : measure(std::move(m)),
        signal(core, measure.signal),
        x(measure.x.empty() ? signal : WatchedSignal(core, measure.x)),
        of(measure.of.empty() ? signal : WatchedSignal(core, measure.of)),
        crossings(signal.above(measure.level), measure.direction == "up" ? Crossings<WatchedSignal>::Direction::up
                                               : measure.direction == "down"
                                                   ? Crossings<WatchedSignal>::Direction::down
                                                   : Crossings<WatchedSignal>::Direction::both),
        extrema(signal) {}

  bool is(std::string_view what) const { return measure.what == what; }
  bool mentions(std::string_view what) const { return measure.what.find(what) != std::string::npos; }

  void step(const LoopStep& step) {
    const SignalView whole(step, step.start, step.end()), view(step, measure.from, measure.until);
    if (is("value") && measure.at >= step.start && measure.at <= step.end() * (1 + 1e-15) + 1e-300)
      value = signal(whole.at_time(measure.at));
    if (is("final")) last = signal(whole.at(1));
    if (!(view.length > 0)) return;
    span += view.length;
    if (is("crossing") || is("crossings") || is("period")) note_crossings(view);
    if (mentions("maximum") || mentions("minimum") || is("amplitude")) note_extrema(view);
    if (is("area") || is("integral") || is("mean")) integrate(view);
    if (is("rest_share") && signal(view.at(0)) == 0 && signal(view.at(0.5)) == 0 && signal(view.at(1)) == 0)
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

  Measurements::Number number() const;
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

Measurements::Number Measurements::Gauge::number() const {
  const bool other = !measure.of.empty();
  const auto none = [&](const std::string& why) { return Measurements::Number{0, "", measure.signal + why}; };
  const auto at = [&](const Instant& instant) {
    return other ? Measurements::Number{instant.of, of.unit} : Measurements::Number{instant.time, "s"};
  };
  if (is("value")) return value ? Measurements::Number{*value, signal.unit} : none(" was not reached at that time");
  if (is("final")) return {last, signal.unit};
  if (is("crossings")) return {static_cast<double>(crossed.size()), "1"};
  if (is("integral")) return {sum, signal.unit + ".s"};
  if (is("mean")) return span > 0 ? Measurements::Number{sum / span, signal.unit} : none(" was not seen in that time");
  if (is("area")) return {sum, signal.unit == "N" && x.unit == "m" ? "J" : signal.unit + "." + x.unit};
  if (is("rest_share")) return {span > 0 ? rest / span : 0, "1"};
  if (is("crossing")) {
    const Instant* found = pick(crossed, measure.index);
    return found ? at(*found) : none(" did not cross " + number_text(measure.level) + " often enough");
  }
  if (is("period")) {
    const auto count = static_cast<std::size_t>(measure.count);
    if (crossed.size() < count + 1) return none(" did not cross " + number_text(measure.level) + " often enough");
    return {(crossed.back().time - crossed[crossed.size() - 1 - count].time) / measure.count, "s"};
  }
  if (mentions("local_")) {
    const bool maximum = mentions("maximum");
    const auto* point = pick(maximum ? extrema.maxima : extrema.minima, measure.index);
    const Instant* instant = pick(maximum ? maxima : minima, measure.index);
    if (!point || !instant) return none(" has no such turn");
    if (other || mentions("time_of")) return at(*instant);
    return {point->value, signal.unit};
  }
  if (!(high >= low)) return none(" was not seen in that time");
  if (is("amplitude")) return {0.5 * (high - low), signal.unit};
  const bool maximum = mentions("maximum");
  if (other || mentions("time_of")) return at(maximum ? highest : lowest);
  return {maximum ? high : low, signal.unit};
}

Measurements::Measurements(const LoopRun& core, std::vector<Measure> all) {
  if (core.loop().signals().size() > detail::most_signals)
    throw InvalidInput("measure", {{"", "this run has too many signals to be measured"}});
  for (Measure& one : all) {
    if (std::find(std::begin(kinds), std::end(kinds), one.what) == std::end(kinds))
      throw InvalidInput("measure", {{"what", unknown_name_text("measurement", one.what, kinds)}});
    gauges_.push_back(std::make_unique<Gauge>(core, std::move(one)));
  }
}
Measurements::~Measurements() = default;

bool Measurements::step(const LoopStep& step) {
  for (const auto& gauge : gauges_) gauge->step(step);
  return true;
}

std::vector<Measurements::Number> Measurements::numbers() const {
  std::vector<Number> all;
  for (const auto& gauge : gauges_) all.push_back(gauge->number());
  return all;
}

}  // namespace stiction
