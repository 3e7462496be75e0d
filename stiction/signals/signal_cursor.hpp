// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/signals/signal.hpp"

namespace stiction {

/// A signal between two of its corners: one cubic, a few sines and bumps, cheap to evaluate with any number type.
///
/// The pieces are chosen by `move_to(t)` and stay until the next call, so the signal is smooth over a step that reaches
/// a corner exactly. With dual `Real` it also tells the slopes of the signal, and of its next corner, by its numbers.
template <class Real>
class BasicSignalCursor {
 public:
  BasicSignalCursor() { move_to(-std::numeric_limits<double>::infinity()); }
  explicit BasicSignalCursor(BasicSignal<Real> signal, double t = 0) : signal_(std::move(signal)) { move_to(t); }

  /// Chooses the pieces that hold from t on.
  void move_to(double t) {
    line_ = {};
    sines_.clear(), bumps_.clear();
    next_corner_ = Real(std::numeric_limits<double>::infinity());
    for (const auto& track : signal_.tracks()) add_piece(track, t);
    has_more_ = !std::is_same_v<Real, double> || line_.jerk != 0 || !sines_.empty() || !bumps_.empty();
  }

  /// What values are made of: times, or the numbers of the signal where those are dual.
  template <class Time>
  using Value = std::conditional_t<std::is_same_v<Real, double>, Time, Real>;
  template <class Time>
  Value<Time> value(const Time& t) const {
    return expanded<0>(t);
  }
  /// d/dt of it.
  template <class Time>
  Value<Time> rate(const Time& t) const {
    return expanded<1>(t);
  }
  /// d2/dt2 of it.
  template <class Time>
  Value<Time> acceleration(const Time& t) const {
    return expanded<2>(t);
  }

  const BasicSignal<Real>& signal() const { return signal_; }
  Real next_corner() const { return next_corner_; }
  bool is_constant() const {
    return line_.slope == 0 && line_.curvature == 0 && line_.jerk == 0 && sines_.empty() && bumps_.empty();
  }

  /// A twelfth of the shortest period, or half the width of a bump: over less, neither can hide a peak.
  double largest_step(double t) const {
    double fastest = 0;
    for (const Piece& s : sines_)
      fastest =
          std::max(fastest, std::abs(s.angular_frequency + s.chirp * (t - s.start)) + std::sqrt(std::abs(s.chirp)));
    for (const Piece& b : bumps_) fastest = std::max(fastest, std::numbers::pi / 3 / detail::plain_number(b.width));
    return fastest > 0 ? 2 * std::numbers::pi / 12 / fastest : std::numeric_limits<double>::infinity();
  }

 private:
  using Piece = BasicSignalPiece<Real>;
  using Track = typename BasicSignal<Real>::Track;
  template <class N>
  static N angle(const Piece& s, const N& t) {
    const N tau = t - N(s.start);
    return N(s.phase) + (N(s.angular_frequency) + N(0.5) * N(s.chirp) * tau) * tau;
  }

  /// A derivative of the signal. Dual numbers need it at one instant only, and the next derivative there; so do dual
  /// numbers of dual numbers, for values and slopes.
  template <int Derivative, class Time>
  Value<Time> expanded(const Time& t) const {
    if constexpr (!std::is_same_v<Real, double>)
      return derivative<Derivative>(Real(t));
    else if constexpr (requires { t.slope; })
      return Time(expanded<Derivative>(t.value)) + Time(expanded<Derivative + 1>(t.value)) * (t - Time(t.value));
    else
      return derivative<Derivative>(t);
  }
  template <int Derivative, class N>
  N derivative(const N& t) const {
    N line(0);
    const N tau = t - N(line_.start);
    if constexpr (Derivative == 0) line = N(line_.value) + (N(line_.slope) + N(0.5) * N(line_.curvature) * tau) * tau;
    if constexpr (Derivative == 1) line = N(line_.slope) + N(line_.curvature) * tau;
    if constexpr (Derivative == 2) line = N(line_.curvature);
    return has_more_ ? line + beyond_parabola<Derivative>(t) : line;
  }
  // Out of line: most signals are parabolas, and the code of the others would keep theirs from being inlined.
  template <int Derivative, class N>
  [[gnu::noinline]] N beyond_parabola(const N& t) const {
    const N tau = t - N(line_.start), j(line_.jerk);
    N sum(0);
    if constexpr (Derivative == 0) sum = N(1.0 / 6) * j * tau * tau * tau;
    if constexpr (Derivative == 1) sum = N(0.5) * j * tau * tau;
    if constexpr (Derivative == 2) sum = j * tau;
    if constexpr (Derivative == 3) sum = j;
    if (!bumps_.empty()) sum = sum + sum_of_bumps<Derivative>(t);
    return sines_.empty() ? sum : sum + sum_of_sines<Derivative>(t);
  }
  /// With Hermite's polynomials: the n-th derivative of exp(-x^2/2) is (-1)^n He_n(x) exp(-x^2/2).
  template <int Derivative, class N>
  N sum_of_bumps(const N& t) const {
    N sum(0);
    for (const Piece& b : bumps_) {
      const N x = (t - N(b.start) - N(b.centre)) / N(b.width), per = N(1) / N(b.width), square = x * x;
      N one = N(b.amplitude) * exp(N(-0.5) * square);
      if constexpr (Derivative == 1) one = -one * per * x;
      if constexpr (Derivative == 2) one = one * per * per * (square - N(1));
      if constexpr (Derivative == 3) one = -one * per * per * per * x * (square - N(3));
      if constexpr (Derivative == 4) one = one * per * per * per * per * ((square - N(6)) * square + N(3));
      sum = sum + one;
    }
    return sum;
  }
  template <int Derivative, class N>
  N sum_of_sines(const N& t) const {
    N sum(0);
    for (const Piece& s : sines_) {
      const N speed = N(s.angular_frequency) + N(s.chirp) * (t - N(s.start));
      N one = sin(angle(s, t));
      if constexpr (Derivative == 1) one = speed * cos(angle(s, t));
      if constexpr (Derivative == 2) one = N(s.chirp) * cos(angle(s, t)) - speed * speed * one;
      if constexpr (Derivative == 3) one = -speed * (N(3) * N(s.chirp) * one + speed * speed * cos(angle(s, t)));
      if constexpr (Derivative == 4) {
        const N square = speed * speed, c(s.chirp);
        one = (square * square - N(3) * c * c) * one - N(6) * c * square * cos(angle(s, t));
      }
      sum = sum + N(s.amplitude) * one;
    }
    return sum;
  }

  static double plain(const Real& x) { return detail::plain_number(x); }
  static Real never() { return Real(std::numeric_limits<double>::infinity()); }
  struct Chosen {
    Piece piece{};
    Real until = never();
  };

  /// The piece of a track at its own time, and where it ends. A corner at which a step has just ended is behind us,
  /// rounding or not: times up to `slack` ahead count as passed.
  static Chosen piece_at(const Track& track, double t, double slack) {
    const double period = plain(track.period), origin = plain(track.origin);
    slack += 1e-14 * (std::abs(origin) + period);
    Real cycle(0);
    double number = 0;
    if (period > 0 && std::isfinite(t)) {
      number = std::floor((t - origin + slack) / period);
      cycle = track.origin + track.period * Real(number);
    }
    if (track.made) {
      Chosen made{track.made(track, number), cycle + track.period};
      made.piece.start = cycle;
      return made;
    }
    const double local = t - plain(cycle) + slack;
    // A recording has a piece for every sample.
    const auto next = std::upper_bound(track.pieces.begin() + 1, track.pieces.end(), local,
                                       [](double time, const Piece& one) { return time < plain(one.start); });
    const auto i = static_cast<std::size_t>(next - track.pieces.begin()) - 1;
    Chosen found{track.pieces[i]};
    found.piece.start = found.piece.start + cycle;
    if (i + 1 < track.pieces.size())
      found.until = cycle + track.pieces[i + 1].start;
    else if (period > 0)
      found.until = cycle + track.period;
    return found;
  }
  /// The same in its window, and repeated.
  static Chosen timed_piece_at(const Track& track, double t) {
    const SignalTiming<Real>& when = track.timing;
    const double slack = 1e-14 * std::abs(t), every = plain(when.repeat_every), first = plain(track.first_repeat);
    const double last = plain(when.repeat_count) - 1;
    double number = 0;
    if (std::isfinite(t))
      number = std::clamp(std::floor((t - first + slack + 1e-14 * std::abs(first)) / every), 0.0, last);
    const Real shift = when.repeat_every * Real(number);
    const double local = t - plain(shift);
    Chosen found;
    if (local + slack < plain(when.active_from)) {
      found.until = when.active_from;
    } else if (local + slack < plain(when.active_until) || !std::isfinite(t)) {
      found = piece_at(track, local, slack);
      if (when.active_until < found.until) found.until = when.active_until;
    }
    found.piece.start = found.piece.start + shift;
    found.until = found.until + shift;
    if (const Real again = track.first_repeat + shift + when.repeat_every; number < last && again < found.until)
      found.until = again;
    if (plain(found.until) > 1e25) found.until = never();  // as SignalTiming says it
    return found;
  }

  void add_piece(const Track& track, double t) {
    const Chosen found = timed_piece_at(track, t);
    const Piece& piece = found.piece;
    // An amplitude of zero may have a slope.
    if (!std::is_same_v<Real, double> || plain(piece.amplitude) != 0)
      (plain(piece.width) > 0 ? bumps_ : sines_).push_back(piece);
    // Lines of all tracks are one line, measured from the present time.
    const Real from(std::isfinite(t) ? t : 0);
    const Real past = from - piece.start, bend = piece.curvature + piece.jerk * past;
    line_.value = line_.value + piece.value +
                  (piece.slope + (Real(0.5) * piece.curvature + Real(1.0 / 6) * piece.jerk * past) * past) * past;
    line_.slope = line_.slope + piece.slope + (piece.curvature + Real(0.5) * piece.jerk * past) * past;
    line_.curvature = line_.curvature + bend;
    line_.jerk = line_.jerk + piece.jerk;
    line_.start = from;
    if (found.until < next_corner_) next_corner_ = found.until;
  }

  BasicSignal<Real> signal_;
  Piece line_;
  std::vector<Piece> sines_, bumps_;
  bool has_more_ = true;  ///< than a parabola
  Real next_corner_ = Real(std::numeric_limits<double>::infinity());
};
using SignalCursor = BasicSignalCursor<double>;

}  // namespace stiction
