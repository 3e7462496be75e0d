// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/signals/signal_kinds.hpp"

namespace stiction {

/// A move with limited jerk, in up to seven cubics; the quickest within its limits that starts and ends at rest.
/// Position, rate and acceleration are continuous, so that feed-forward may use them.
template <class Real = double>
struct SCurveSignal {
  static constexpr std::string_view name = "s_curve", doc = "A move with limited rate, acceleration and jerk.";
  Real start = Real(0), from = Real(0), distance = Real(1), speed = Real(1), acceleration = Real(1), jerk = Real(10);
  static constexpr auto fields() {
    return Table{
        Field{&SCurveSignal::start, "start", "t_0", "s", any_finite, "When it starts."},
        Field{&SCurveSignal::from, "from", "x_0", "u", any_finite, "The value before."},
        Field{&SCurveSignal::distance, "distance", "d", "u", any_finite, "How far it goes."},
        Field{&SCurveSignal::speed, "speed", "v", "u/s", positive, "The largest rate."},
        Field{&SCurveSignal::acceleration, "acceleration", "a", "u/s2", positive, "The largest change of the rate."},
        Field{&SCurveSignal::jerk, "jerk", "j", "u/s3", positive, "Change of the acceleration."}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    if (!(abs(distance) > Real(0))) return from;
    const Times times = phases();
    const Real ramp = times.ramp, flat = times.rise - ramp - ramp, j = distance < Real(0) ? -jerk : jerk, none(0);
    const std::pair<Real, Real> parts[] = {{ramp, j},  {flat, none}, {ramp, -j}, {times.cruise, none},
                                           {ramp, -j}, {flat, none}, {ramp, j}};
    typename S::Track track{{{.value = from}}};
    BasicSignalPiece<Real> at{.start = start, .value = from};
    for (const auto& [length, change] : parts) {
      if (!(length > Real(0))) continue;
      at.jerk = change;
      track.pieces.push_back(at);
      const Real h = length;
      at.value = at.value + (at.slope + (Real(0.5) * at.curvature + Real(1.0 / 6) * change * h) * h) * h;
      at.slope = at.slope + (at.curvature + Real(0.5) * change * h) * h;
      at.curvature = at.curvature + change * h;
      at.start = at.start + h;
    }
    track.pieces.push_back({.start = at.start, .value = from + distance});
    return S(track);
  }

 private:
  /// How long the acceleration changes, how long the rate rises, how long it is held.
  struct Times {
    Real ramp, rise, cruise;
  };
  Times phases() const {
    const Real d = abs(distance), zero(0);
    // The speed is reached, with the acceleration or without it.
    const bool short_ramp = speed * jerk < acceleration * acceleration;
    Real ramp = short_ramp ? Real(sqrt(speed / jerk)) : Real(acceleration / jerk);
    Real rise = short_ramp ? Real(ramp + ramp) : Real(ramp + speed / acceleration);
    const Real cruise = d / speed - rise;
    if (cruise > zero) return {ramp, rise, cruise};
    // It is not: d = a rise (rise - ramp), or d = 2 j ramp^3 where the acceleration is not reached either.
    ramp = acceleration / jerk;
    if (d > Real(2) * acceleration * ramp * ramp) {
      rise = Real(0.5) * (ramp + sqrt(ramp * ramp + Real(4) * d / acceleration));
    } else {
      ramp = pow(d / (Real(2) * jerk), Real(1.0 / 3));
      rise = ramp + ramp;
    }
    return {ramp, rise, zero};
  }
};

}  // namespace stiction
