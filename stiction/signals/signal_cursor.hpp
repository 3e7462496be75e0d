// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/signals/signal.hpp"

namespace stiction {

/// A signal between two of its corners: one parabola and a few sines, cheap to evaluate with any number type.
///
/// The pieces are chosen by `move_to(t)` and stay until the next call, so the signal is smooth over a step that reaches
/// a corner exactly.
class SignalCursor {
 public:
  SignalCursor() { move_to(-std::numeric_limits<double>::infinity()); }
  explicit SignalCursor(Signal signal, double t = 0) : signal_(std::move(signal)) { move_to(t); }

  /// Chooses the pieces that hold from t on.
  void move_to(double t) {
    line_ = {};
    sines_.clear();
    next_corner_ = std::numeric_limits<double>::infinity();
    for (const Signal::Track& track : signal_.tracks()) add_piece(track, t);
  }

  template <class Real>
  Real value(const Real& t) const {
    return expanded<0>(t);
  }
  /// d/dt of it.
  template <class Real>
  Real rate(const Real& t) const {
    return expanded<1>(t);
  }

  /// d2/dt2 of it.
  template <class Real>
  Real acceleration(const Real& t) const {
    return expanded<2>(t);
  }

  double next_corner() const { return next_corner_; }
  bool is_constant() const { return line_.slope == 0 && line_.curvature == 0 && sines_.empty(); }

  /// A twelfth of the shortest period: over less, a sine cannot hide a peak.
  double largest_step(double t) const {
    double fastest = 0;
    for (const SignalPiece& s : sines_)
      fastest =
          std::max(fastest, std::abs(s.angular_frequency + s.chirp * (t - s.start)) + std::sqrt(std::abs(s.chirp)));
    return fastest > 0 ? 2 * std::numbers::pi / 12 / fastest : std::numeric_limits<double>::infinity();
  }

 private:
  template <class Real>
  static Real angle(const SignalPiece& s, const Real& t) {
    const Real tau = t - Real(s.start);
    return Real(s.phase) + (Real(s.angular_frequency) + Real(0.5 * s.chirp) * tau) * tau;
  }

  /// A derivative of the signal. Dual numbers need it at one instant only, and the next derivative there; so do dual
  /// numbers of dual numbers, for values and slopes.
  template <int Derivative, class Real>
  Real expanded(const Real& t) const {
    if constexpr (requires { t.slope; })
      return Real(expanded<Derivative>(t.value)) + Real(expanded<Derivative + 1>(t.value)) * (t - Real(t.value));
    else
      return derivative<Derivative>(t);
  }
  template <int Derivative, class Real>
  Real derivative(const Real& t) const {
    Real line(0);
    const Real tau = t - Real(line_.start);
    if constexpr (Derivative == 0)
      line = Real(line_.value) + (Real(line_.slope) + Real(0.5 * line_.curvature) * tau) * tau;
    if constexpr (Derivative == 1) line = Real(line_.slope) + Real(line_.curvature) * tau;
    if constexpr (Derivative == 2) line = Real(line_.curvature);
    return sines_.empty() ? line : line + sum_of_sines<Derivative>(t);
  }
  // Out of line: most signals have no sines, whose code would keep that of the others from being inlined.
  template <int Derivative, class Real>
  [[gnu::noinline]] Real sum_of_sines(const Real& t) const {
    Real sum(0);
    for (const SignalPiece& s : sines_) {
      const Real speed = Real(s.angular_frequency) + Real(s.chirp) * (t - Real(s.start));
      Real one = sin(angle(s, t));
      if constexpr (Derivative == 1) one = speed * cos(angle(s, t));
      if constexpr (Derivative == 2) one = Real(s.chirp) * cos(angle(s, t)) - speed * speed * one;
      if constexpr (Derivative == 3) one = -speed * (Real(3 * s.chirp) * one + speed * speed * cos(angle(s, t)));
      if constexpr (Derivative == 4) {
        const Real square = speed * speed, c = Real(s.chirp);
        one = (square * square - Real(3) * c * c) * one - Real(6) * c * square * cos(angle(s, t));
      }
      sum = sum + Real(s.amplitude) * one;
    }
    return sum;
  }

  void add_piece(const Signal::Track& track, double t) {
    // A corner at which a step has just ended is behind us, rounding or not.
    const double slack = 1e-14 * (std::abs(t) + std::abs(track.origin) + track.period);
    double cycle = 0;
    if (track.period > 0 && std::isfinite(t))
      cycle = track.origin + track.period * std::floor((t - track.origin + slack) / track.period);
    const double local = t - cycle + slack;
    std::size_t i = 0;
    while (i + 1 < track.pieces.size() && track.pieces[i + 1].start <= local) ++i;
    SignalPiece piece = track.pieces[i];
    piece.start += cycle;
    if (piece.amplitude != 0) sines_.push_back(piece);
    // Lines of all tracks are one line, measured from the present time.
    const double from = std::isfinite(t) ? t : 0;
    const double past = from - piece.start;
    line_.value += piece.value + (piece.slope + 0.5 * piece.curvature * past) * past;
    line_.slope += piece.slope + piece.curvature * past;
    line_.curvature += piece.curvature;
    line_.start = from;
    const double next = i + 1 < track.pieces.size() ? cycle + track.pieces[i + 1].start
                        : track.period > 0          ? cycle + track.period
                                                    : std::numeric_limits<double>::infinity();
    next_corner_ = std::min(next_corner_, next);
  }

  Signal signal_;
  SignalPiece line_;
  std::vector<SignalPiece> sines_;
  double next_corner_ = std::numeric_limits<double>::infinity();
};

}  // namespace stiction
