// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "stiction/scalar/math_functions.hpp"
#include "stiction/scalar/plain_number.hpp"
#include "stiction/schema/field.hpp"

/// Inputs as plain data: references, applied forces, prescribed motion.
namespace stiction {

/// True for numbers that count something.
template <class Real>
bool is_whole(const Real& x) {
  return std::floor(detail::plain_number(x)) == detail::plain_number(x);
}

/// A piece of a signal: \f$ a + b\tau + \tfrac12 c\tau^2 + \tfrac16 j\tau^3 + A w(\tau),\ \tau = t - t_0 \f$, with
/// \f$ w = \sin(\varphi + \omega\tau + \tfrac12\kappa\tau^2) \f$, or, where it has a width,
/// \f$ w = \exp(-(\tau - c_0)^2 / 2\sigma^2) \f$.
template <class Real>
struct BasicSignalPiece {
  Real start = Real(0);              ///< t_0 [s], within the period for a periodic signal
  Real value = Real(0);              ///< a
  Real slope = Real(0);              ///< b
  Real curvature = Real(0);          ///< c
  Real jerk = Real(0);               ///< j
  Real amplitude = Real(0);          ///< A
  Real angular_frequency = Real(0);  ///< omega [rad/s]
  Real phase = Real(0);              ///< phi [rad]
  Real chirp = Real(0);              ///< kappa [rad/s2]
  Real width = Real(0);              ///< sigma [s]; 0: a sine
  Real centre = Real(0);             ///< c_0, after the start [s]
};
using SignalPiece = BasicSignalPiece<double>;

/// When a signal acts: outside of its window it is 0; the time it is read at starts again at 0 every so often, a number
/// of times, and goes on after the last. 1e30 stands for never.
template <class Real>
struct SignalTiming {
  Real active_from = Real(-1e30), active_until = Real(1e30);
  Real repeat_every = Real(1e30), repeat_count = Real(1e30);

  static constexpr auto fields() {
    return Table{Field{&SignalTiming::active_from, "active_from", "t_1", "s", any_finite, "It is 0 before."},
                 Field{&SignalTiming::active_until, "active_until", "t_2", "s", any_finite, "It is 0 from then on."},
                 Field{&SignalTiming::repeat_every, "repeat_every", "T_r", "s", positive,
                       "It starts again at its time 0 every so often, its window too."},
                 Field{&SignalTiming::repeat_count, "repeat_count", "n", "1", at_least(1),
                       "How often it is played; the last time it goes on."}};
  }
  static constexpr auto rules() {
    return Table{Rule<SignalTiming>{"active_from < active_until",
                                    [](const SignalTiming& s) { return s.active_from < s.active_until; }},
                 Rule<SignalTiming>{"repeat_count is a whole number",
                                    [](const SignalTiming& s) { return is_whole(s.repeat_count); }}};
  }
};

/// A sum of tracks, each a sequence of pieces, some repeated for ever. Signals know where they jump or bend, so that a
/// solver can end its steps there. `Real` may be a dual number: the signal then knows its slopes by the numbers it was
/// made from, the times of its corners included.
template <class Real>
class BasicSignal {
 public:
  using Signal = BasicSignal;
  struct Track {
    std::vector<BasicSignalPiece<Real>> pieces;  ///< by start; the first also counts before its start
    Real period = Real(0);                       ///< [s]; 0: not repeated
    Real origin = Real(0);                       ///< where a period begins [s]
    /// Makes the piece of a period by the number of the period, from the first of `pieces`: signals without end that
    /// are nowhere stored. Null: the pieces are those above.
    BasicSignalPiece<Real> (*made)(const Track& track, double number) = nullptr;
    double seed = 0, order = 0;  ///< for such a track
    SignalTiming<Real> timing{};
    Real first_repeat = Real(0);  ///< when repetition begins [s]
  };

  BasicSignal(Real value = Real(0)) : tracks_{{{{.value = value}}}} {}  // NOLINT(google-explicit-constructor)
  explicit BasicSignal(Track track) : tracks_{std::move(track)} {}

  static Signal constant(Real value) { return value; }
  static Signal step(Real time, Real before, Real after) {
    return Signal(Track{{{.value = before}, {.start = time, .value = after}}});
  }
  static Signal ramp(Real slope, Real value = Real(0)) { return Signal(Track{{{.value = value, .slope = slope}}}); }
  /// Straight lines between points (time, value); held before the first and after the last. Two points at the same time
  /// make a jump.
  static Signal polyline(const std::vector<std::pair<Real, Real>>& points) { return Signal(lines(points, Real(0))); }
  static Signal sine(Real amplitude, Real frequency_hz, Real phase = Real(0), Real bias = Real(0)) {
    return Signal(Track{{{.value = bias,
                          .amplitude = amplitude,
                          .angular_frequency = Real(2 * std::numbers::pi) * frequency_hz,
                          .phase = phase}}});
  }
  /// A sine whose frequency grows in proportion to time, from `from_hz` at t = 0 to `to_hz` at `duration`.
  static Signal chirp(Real amplitude, Real from_hz, Real to_hz, Real duration, Real bias = Real(0)) {
    const Real turn(2 * std::numbers::pi);
    return Signal(Track{{{.value = bias,
                          .amplitude = amplitude,
                          .angular_frequency = turn * from_hz,
                          .chirp = turn * (to_hz - from_hz) / duration}}});
  }
  /// From 0 up to the amplitude, down to minus the amplitude and back, in straight lines, for ever.
  static Signal triangle(Real amplitude, Real frequency_hz) {
    const Real zero(0), period = Real(1) / frequency_hz;
    return Signal(lines(
        {{zero, zero}, {Real(0.25) * period, amplitude}, {Real(0.75) * period, -amplitude}, {period, zero}}, period));
  }
  /// A move over a distance with a trapezoidal velocity: constant acceleration, constant speed, constant deceleration;
  /// a triangle where the distance is too short for the speed. Held before and after.
  static Signal trapezoidal_move(Real start_time, Real from, Real distance, Real speed, Real acceleration) {
    using std::abs, std::sqrt;
    const Real length = abs(distance), sign(distance < Real(0) ? -1.0 : 1.0);
    if (!(length > Real(0))) return from;
    const Real fastest = sqrt(length * acceleration), top = speed < fastest ? speed : fastest;
    const Real ramp = top / acceleration, cruise = length / top - ramp, a = sign * acceleration, v = sign * top;
    const Real part = Real(0.5) * v * ramp;
    return Signal(
        Track{{{.value = from},
               {.start = start_time, .value = from, .curvature = a},
               {.start = start_time + ramp, .value = from + part, .slope = v},
               {.start = start_time + ramp + cruise, .value = from + distance - part, .slope = v, .curvature = -a},
               {.start = start_time + Real(2) * ramp + cruise, .value = from + distance}}});
  }
  /// The same signal, later.
  Signal delayed(Real by) const {
    Signal later = *this;
    for (Track& track : later.tracks_) {
      if (track.period > Real(0))
        track.origin = track.origin + by;  // pieces are measured from it
      else
        for (auto& piece : track.pieces) piece.start = piece.start + by;
      SignalTiming<Real>& when = track.timing;
      when.active_from = when.active_from + by, when.active_until = when.active_until + by;
      track.first_repeat = track.first_repeat + by;
    }
    return later;
  }
  /// The same signal in a window, or again and again.
  Signal timed(const SignalTiming<Real>& timing) const {
    Signal s = *this;
    for (Track& track : s.tracks_) {
      const SignalTiming<Real> own = track.timing;
      track.timing = timing;
      track.timing.active_from = maximum(own.active_from, timing.active_from);
      track.timing.active_until = minimum(own.active_until, timing.active_until);
    }
    return s;
  }
  friend Signal operator+(Signal a, const Signal& b) {
    a.tracks_.insert(a.tracks_.end(), b.tracks_.begin(), b.tracks_.end());
    return a;
  }

  const std::vector<Track>& tracks() const { return tracks_; }

 private:
  static Track lines(const std::vector<std::pair<Real, Real>>& points, Real period) {
    Track track{{}, period};
    if (!points.empty()) track.pieces.push_back({.start = points.front().first, .value = points.front().second});
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool last = i + 1 == points.size();
      const Real span = last ? Real(0) : points[i + 1].first - points[i].first;
      if (!last && span <= Real(0)) continue;  // a jump: the next point starts its own piece
      if (last && period > Real(0)) break;
      track.pieces.push_back({.start = points[i].first,
                              .value = points[i].second,
                              .slope = last ? Real(0) : (points[i + 1].second - points[i].second) / span});
    }
    if (track.pieces.empty()) track.pieces.push_back({});
    return track;
  }

  std::vector<Track> tracks_;
};
using Signal = BasicSignal<double>;

}  // namespace stiction
