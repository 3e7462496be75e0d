// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"
#include "stiction/signals/signal_cursor.hpp"

namespace stiction {

/// The inputs of a plant between two corners of their signals.
template <class Plant>
class HeldInputs {
 public:
  explicit HeldInputs(const InputsOf<Plant, Signal>& signals) {
    for_each_pair(cursors_, signals,
                  [](const auto&, SignalCursor& cursor, const Signal& signal) { cursor = SignalCursor(signal); });
    move_to(0);
  }

  /// Chooses the pieces that hold from t on.
  void move_to(double t) {
    constant_ = true;
    for_each_field(cursors_, [&](const auto&, SignalCursor& cursor, std::size_t) {
      cursor.move_to(t);
      constant_ = constant_ && cursor.is_constant();
    });
    values_ = values_at(t);
  }

  template <class Real>
  [[gnu::always_inline]] InputsOf<Plant, Real> values(const Real& t) const {
    if (!constant_) return values_at(t);
    if constexpr (std::is_same_v<Real, double>)
      return values_;
    else
      return convert<InputsOf<Plant, Real>>(values_);
  }
  /// Their time derivatives.
  template <class Real>
  [[gnu::always_inline]] InputsOf<Plant, Real> rates(const Real& t) const {
    if (!constant_) return rates_at(t);
    InputsOf<Plant, Real> zero;
    for_each_field(zero, [](const auto&, Real& x, std::size_t) __attribute__((always_inline)) { x = Real(0); });
    return zero;
  }

  bool are_constant() const { return constant_; }
  double next_corner() const {
    double next = std::numeric_limits<double>::infinity();
    for_each_field(cursors_,
                   [&](const auto&, const SignalCursor& c, std::size_t) { next = std::min(next, c.next_corner()); });
    return next;
  }
  double largest_step(double t) const {
    double largest = std::numeric_limits<double>::infinity();
    if (!constant_)
      for_each_field(cursors_, [&](const auto&, const SignalCursor& c, std::size_t) {
        largest = std::min(largest, c.largest_step(t));
      });
    return largest;
  }

 private:
  template <class Real>
  [[gnu::noinline]] InputsOf<Plant, Real> values_at(const Real& t) const {
    InputsOf<Plant, Real> u;
    for_each_pair(u, cursors_, [&](const auto&, Real& x, const SignalCursor& cursor) { x = cursor.value(t); });
    return u;
  }
  template <class Real>
  [[gnu::noinline]] InputsOf<Plant, Real> rates_at(const Real& t) const {
    InputsOf<Plant, Real> du;
    for_each_pair(du, cursors_, [&](const auto&, Real& x, const SignalCursor& cursor) { x = cursor.rate(t); });
    return du;
  }

  InputsOf<Plant, SignalCursor> cursors_;
  InputsOf<Plant, double> values_;
  bool constant_ = true;
};

}  // namespace stiction
