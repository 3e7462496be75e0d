// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/signals/signal.hpp"

namespace stiction {

namespace detail {

inline constexpr double for_ever = std::numeric_limits<double>::infinity();

inline bool holds_still(const SignalPiece& piece) {
  const bool waves = piece.width > 0 || piece.angular_frequency != 0 || piece.chirp != 0;
  return piece.slope == 0 && piece.curvature == 0 && piece.jerk == 0 && (piece.amplitude == 0 || !waves);
}

/// On the clock of the track itself, which its window and its repetitions belong to.
inline double constant_from(const Signal::Track& track) {
  constexpr double never = 1e25;  // as SignalTiming says it
  const SignalTiming<double>& when = track.timing;
  double from = for_ever;
  if (!(track.period > 0) && track.made == nullptr && holds_still(track.pieces.back()))
    from = track.pieces.size() > 1 ? track.pieces.back().start : -for_ever;
  if (when.active_until < never)
    from = when.active_until;
  else if (when.active_from > -never)
    from = std::max(from, when.active_from);
  if (!(when.repeat_every < never) || !std::isfinite(from)) return from;
  return when.repeat_count < never ? from + when.repeat_every * (when.repeat_count - 1) : for_ever;
}

}  // namespace detail

/// How signals go on after their moves, steps and pulses have come to an end.
struct Settling {
  double from = -detail::for_ever;  ///< the last corner of all parts that come to rest for good [s]
  bool constant = true;             ///< and then nothing moves; false: another part never comes to rest
};

inline Settling settling(const Signal& signal, Settling so_far = {}) {
  for (const Signal::Track& track : signal.tracks()) {
    const double from = detail::constant_from(track);
    so_far.constant = so_far.constant && from < detail::for_ever;
    if (from < detail::for_ever) so_far.from = std::max(so_far.from, from);
  }
  return so_far;
}

}  // namespace stiction
