// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/signals/signal.hpp"

namespace stiction {

/// A signal between two of its corners: one parabola and a few sines, cheap to evaluate with any number type.
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
    sines_.clear();
    next_corner_ = Real(std::numeric_limits<double>::infinity());
    for (const auto& track : signal_.tracks()) add_piece(track, t);
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

  Real next_corner() const { return next_corner_; }
  bool is_constant() const { return line_.slope == 0 && line_.curvature == 0 && sines_.empty(); }

  /// A twelfth of the shortest period: over less, a sine cannot hide a peak.
  double largest_step(double t) const {
    double fastest = 0;
    for (const Piece& s : sines_)
      fastest =
          std::max(fastest, std::abs(s.angular_frequency + s.chirp * (t - s.start)) + std::sqrt(std::abs(s.chirp)));
    return fastest > 0 ? 2 * std::numbers::pi / 12 / fastest : std::numeric_limits<double>::infinity();
  }

 private:
  using Piece = BasicSignalPiece<Real>;
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
    return sines_.empty() ? line : line + sum_of_sines<Derivative>(t);
  }
  // Out of line: most signals have no sines, whose code would keep that of the others from being inlined.
  template <int Derivative, class N>
  [[gnu::noinline]] N sum_of_sines(const N& t) const {
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

  static double plain(double x) { return x; }
  template <class Dual>
  static double plain(const Dual& x) {
    return x.value;
  }

  void add_piece(const typename BasicSignal<Real>::Track& track, double t) {
    const double period = plain(track.period), origin = plain(track.origin);
    // A corner at which a step has just ended is behind us, rounding or not.
    const double slack = 1e-14 * (std::abs(t) + std::abs(origin) + period);
    Real cycle(0);
    if (period > 0 && std::isfinite(t))
      cycle = track.origin + track.period * Real(std::floor((t - origin + slack) / period));
    const double local = t - plain(cycle) + slack;
    std::size_t i = 0;
    while (i + 1 < track.pieces.size() && plain(track.pieces[i + 1].start) <= local) ++i;
    Piece piece = track.pieces[i];
    piece.start = piece.start + cycle;
    // An amplitude of zero may have a slope.
    if (!std::is_same_v<Real, double> || plain(piece.amplitude) != 0) sines_.push_back(piece);
    // Lines of all tracks are one line, measured from the present time.
    const Real from(std::isfinite(t) ? t : 0);
    const Real past = from - piece.start;
    line_.value = line_.value + piece.value + (piece.slope + Real(0.5) * piece.curvature * past) * past;
    line_.slope = line_.slope + piece.slope + piece.curvature * past;
    line_.curvature = line_.curvature + piece.curvature;
    line_.start = from;
    const Real next = i + 1 < track.pieces.size() ? cycle + track.pieces[i + 1].start
                      : period > 0                ? cycle + track.period
                                                  : Real(std::numeric_limits<double>::infinity());
    if (next < next_corner_) next_corner_ = next;
  }

  BasicSignal<Real> signal_;
  Piece line_;
  std::vector<Piece> sines_;
  Real next_corner_ = Real(std::numeric_limits<double>::infinity());
};
using SignalCursor = BasicSignalCursor<double>;

}  // namespace stiction
