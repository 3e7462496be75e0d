// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "stiction/linear/top_search.hpp"

/// Observers that measure while a run goes on, on the dense output, to the accuracy of the solver: when a number
/// crosses a level, and where it has its extrema. A number is any function (system, t, y) -> double.
///
///     Crossings speed_up([](const auto&, double, const auto& y) { return y[1] - 0.05; });
///     simulate(experiment, speed_up);
namespace stiction {

/// What a monitor looks at inside a step.
template <class Number>
class MonitoredNumber {
 public:
  explicit MonitoredNumber(Number number) : number_(std::move(number)) {}

  /// At the fraction theta of a step.
  double at(const auto& system, const auto& view, double theta) const {
    return number_(system, view.start + theta * view.length, view.at(theta));
  }
  /// At equally spaced instants of a step, both ends among them.
  template <std::size_t Count>
  std::array<double, Count> sampled(const auto& system, const auto& view) const {
    std::array<double, Count> values;
    for (std::size_t i = 0; i < Count; ++i) values[i] = at(system, view, static_cast<double>(i) / (Count - 1));
    return values;
  }

 private:
  Number number_;
};

/// The times at which a number rises through zero (or falls, or both).
template <class Number>
class Crossings : MonitoredNumber<Number> {
 public:
  enum class Direction { up, down, both };

  explicit Crossings(Number number, Direction direction = Direction::up)
      : MonitoredNumber<Number>(std::move(number)), direction_(direction) {}

  std::vector<double> times;  ///< [s]

  void watch(const auto&) { times.clear(); }
  /// Sampled densely enough that a number as smooth as the solution does not cross twice in between.
  bool step(const auto& system, const auto& view) {
    return step(system, view, this->template sampled<5>(system, view));
  }
  /// The same where the number is known at equally spaced instants of the step, both ends among them.
  template <std::size_t Count>
  bool step(const auto& system, const auto& view, const std::array<double, Count>& values) {
    constexpr double part = 1.0 / (Count - 1);
    for (std::size_t i = 1; i < Count; ++i) {
      const double before = values[i - 1], after = values[i], last = static_cast<double>(i - 1) * part;
      const bool up = before < 0 && after >= 0, down = before > 0 && after <= 0;
      if ((up && direction_ != Direction::down) || (down && direction_ != Direction::up))
        times.push_back(view.start + view.length * root(system, view, last, before, last + part, after));
    }
    return true;
  }

 private:
  double root(const auto& system, const auto& view, double low, double at_low, double high, double at_high) const {
    for (int k = 0; k < 100 && high - low > 1e-15; ++k) {
      double middle = (low * at_high - high * at_low) / (at_high - at_low);
      if (k % 4 == 3 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
      const double at_middle = this->at(system, view, middle);
      if (at_middle == 0) return middle;
      if ((at_middle < 0) == (at_low < 0))
        low = middle, at_low = at_middle, at_high *= 0.5;
      else
        high = middle, at_high = at_middle, at_low *= 0.5;
    }
    return 0.5 * (low + high);
  }

  Direction direction_;
};

/// Local maxima and minima of a number, and the largest and smallest value of all from a given time on.
template <class Number>
class Extrema : MonitoredNumber<Number> {
 public:
  struct Point {
    double time = 0;  ///< [s]
    double value = 0;
  };

  explicit Extrema(Number number, double from = -1e300) : MonitoredNumber<Number>(std::move(number)), from_(from) {}

  std::vector<Point> maxima, minima;  ///< inside the run
  Point highest{0, -1e300}, lowest{0, 1e300};

  void watch(const auto&) {
    maxima.clear(), minima.clear();
    highest = {0, -1e300}, lowest = {0, 1e300};
    known_ = false;
  }
  bool step(const auto& system, const auto& view) {
    return view.end() < from_ || step(system, view, this->template sampled<7>(system, view));
  }
  /// The same where the number is known at equally spaced instants of the step, both ends among them.
  template <std::size_t Count>
  bool step(const auto& system, const auto& view, const std::array<double, Count>& values) {
    if (view.end() < from_) return true;
    constexpr double part = 1.0 / (Count - 1);
    for (std::size_t i = 0; i < Count; ++i) {
      const double theta = static_cast<double>(i) * part;
      note({view.start + theta * view.length, values[i]});
      if (i == 0) continue;
      // Rising before and falling after, or the other way round: an extremum lies around the middle sample.
      const double slope = difference(values[i], values[i - 1]);
      if (slope * slope_ < 0 && i > 1)
        refine(system, view, theta - 2 * part, theta, slope_ > 0, std::array{values[i - 2], values[i - 1], values[i]});
      else if (slope * slope_ < 0 && known_)
        refine(system, view, 0, theta, slope_ > 0);
      if (slope != 0) slope_ = slope, known_ = true;
    }
    // The last part may hold an extremum that the slope over all of it does not show. It does not where a parabola
    // through the last three values goes on as steeply as half of that.
    const double at_end = 1.5 * values[Count - 1] - 2 * values[Count - 2] + 0.5 * values[Count - 3];
    if (!(at_end * slope_ < 0.5 * slope_ * slope_)) return true;
    const double end_slope = difference(values[Count - 1], this->at(system, view, 1 - 1e-3));
    if (end_slope * slope_ < 0) refine(system, view, 1 - part, 1, slope_ > 0);
    if (end_slope != 0) slope_ = end_slope;
    return true;
  }
  void event(double, const auto&, const auto&) {}

 private:
  /// Zero where it is no more than rounding: a body at rest has no extrema.
  static double difference(double after, double before) {
    const double d = after - before;
    return std::abs(d) > 1e-15 * std::abs(after) ? d : 0.0;
  }
  void note(const Point& p) {
    if (p.time < from_) return;
    if (p.value > highest.value) highest = p;
    if (p.value < lowest.value) lowest = p;
  }
  /// Inside one step. `known`: values at both ends and in the middle, which is the highest or lowest of them.
  void refine(const auto& system, const auto& view, double low, double high, bool is_maximum,
              const std::optional<std::array<double, 3>>& known = {}) {
    const double sign = is_maximum ? 1 : -1;
    const auto at = [&](double theta) { return sign * this->at(system, view, theta); };
    const PlaceAndValue top = [&] {
      if (!known) return highest_by_golden_section(at, low, high, 60);
      const PlaceAndValue before{low, sign * (*known)[0]}, middle{0.5 * (low + high), sign * (*known)[1]};
      const PlaceAndValue after{high, sign * (*known)[2]};
      const double drop = middle.value - std::min(before.value, after.value);
      return highest_by_parabolas(at, before, middle, after, std::max(1e-15 * drop, 1e-16 * std::abs(middle.value)));
    }();
    const Point p{view.start + top.place * view.length, sign * top.value};
    note(p);
    if (p.time >= from_) (is_maximum ? maxima : minima).push_back(p);
  }

  double from_, slope_ = 0;
  bool known_ = false;  ///< the slope, from an earlier part
};

}  // namespace stiction
