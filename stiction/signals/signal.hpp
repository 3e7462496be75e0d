// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "stiction/scalar/math_functions.hpp"

/// Inputs as plain data: references, applied forces, prescribed motion.
namespace stiction {

/// A piece of a signal:
/// \f$ a + b\tau + \tfrac12 c\tau^2 + A \sin(\varphi + \omega\tau + \tfrac12\kappa\tau^2),\ \tau = t - t_0 \f$.
struct SignalPiece {
  double start = 0;              ///< t_0 [s], within the period for a periodic signal
  double value = 0;              ///< a
  double slope = 0;              ///< b
  double curvature = 0;          ///< c
  double amplitude = 0;          ///< A
  double angular_frequency = 0;  ///< omega [rad/s]
  double phase = 0;              ///< phi [rad]
  double chirp = 0;              ///< kappa [rad/s2]
};

/// A sum of tracks, each a sequence of pieces, some repeated for ever. Signals know where they jump or bend, so that a
/// solver can end its steps there.
class Signal {
 public:
  struct Track {
    std::vector<SignalPiece> pieces;  ///< by start; the first also counts before its start
    double period = 0;                ///< [s]; 0: not repeated
    double origin = 0;                ///< where a period begins [s]
  };

  Signal(double value = 0) : tracks_{{{{.value = value}}, 0}} {}  // NOLINT(google-explicit-constructor)
  explicit Signal(Track track) : tracks_{std::move(track)} {}

  static Signal constant(double value) { return value; }
  static Signal step(double time, double before, double after) {
    return Signal(Track{{{.value = before}, {.start = time, .value = after}}, 0});
  }
  static Signal ramp(double slope, double value = 0) { return Signal(Track{{{.value = value, .slope = slope}}, 0}); }
  /// Straight lines between points (time, value); held before the first and after the last. Two points at the same time
  /// make a jump.
  static Signal polyline(const std::vector<std::pair<double, double>>& points) { return Signal(lines(points, 0)); }
  static Signal sine(double amplitude, double frequency_hz, double phase = 0, double bias = 0) {
    return Signal(Track{{{.value = bias,
                          .amplitude = amplitude,
                          .angular_frequency = 2 * std::numbers::pi * frequency_hz,
                          .phase = phase}},
                        0});
  }
  /// A sine whose frequency grows in proportion to time, from `from_hz` at t = 0 to `to_hz` at `duration`.
  static Signal chirp(double amplitude, double from_hz, double to_hz, double duration, double bias = 0) {
    return Signal(Track{{{.value = bias,
                          .amplitude = amplitude,
                          .angular_frequency = 2 * std::numbers::pi * from_hz,
                          .chirp = 2 * std::numbers::pi * (to_hz - from_hz) / duration}},
                        0});
  }
  /// From 0 up to the amplitude, down to minus the amplitude and back, in straight lines, for ever.
  static Signal triangle(double amplitude, double frequency_hz) {
    const double period = 1 / frequency_hz;
    return Signal(lines({{0, 0}, {0.25 * period, amplitude}, {0.75 * period, -amplitude}, {period, 0}}, period));
  }
  /// A move over a distance with a trapezoidal velocity: constant acceleration, constant speed, constant deceleration;
  /// a triangle where the distance is too short for the speed. Held before and after.
  static Signal trapezoidal_move(double start_time, double from, double distance, double speed, double acceleration) {
    const double length = std::abs(distance), sign = distance < 0 ? -1 : 1;
    const double top = std::min(speed, std::sqrt(length * acceleration)), ramp = top / acceleration;
    const double cruise = length / top - ramp, a = sign * acceleration, v = sign * top;
    if (!(length > 0)) return from;
    return Signal(Track{
        {{.value = from},
         {.start = start_time, .value = from, .curvature = a},
         {.start = start_time + ramp, .value = from + 0.5 * v * ramp, .slope = v},
         {.start = start_time + ramp + cruise, .value = from + distance - 0.5 * v * ramp, .slope = v, .curvature = -a},
         {.start = start_time + 2 * ramp + cruise, .value = from + distance}},
        0});
  }
  /// The same signal, later.
  Signal delayed(double by) const {
    Signal later = *this;
    for (Track& track : later.tracks_) {
      if (track.period > 0)
        track.origin += by;  // pieces are measured from it
      else
        for (SignalPiece& piece : track.pieces) piece.start += by;
    }
    return later;
  }
  friend Signal operator+(Signal a, const Signal& b) {
    a.tracks_.insert(a.tracks_.end(), b.tracks_.begin(), b.tracks_.end());
    return a;
  }

  const std::vector<Track>& tracks() const { return tracks_; }

 private:
  static Track lines(const std::vector<std::pair<double, double>>& points, double period) {
    Track track{{}, period};
    if (!points.empty()) track.pieces.push_back({.start = points.front().first, .value = points.front().second});
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool last = i + 1 == points.size();
      const double span = last ? 0 : points[i + 1].first - points[i].first;
      if (!last && span <= 0) continue;  // a jump: the next point starts its own piece
      if (last && period > 0) break;
      track.pieces.push_back({.start = points[i].first,
                              .value = points[i].second,
                              .slope = last ? 0 : (points[i + 1].second - points[i].second) / span});
    }
    if (track.pieces.empty()) track.pieces.push_back({});
    return track;
  }

  std::vector<Track> tracks_;
};

}  // namespace stiction
