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
    for_each_pair(values_, cursors_, [&](const auto&, double& x, const SignalCursor& c) { x = c.value(t); });
  }

  template <class Real>
  InputsOf<Plant, Real> values(const Real& t) const {
    InputsOf<Plant, Real> u;
    if (constant_)
      for_each_pair(u, values_, [](const auto&, Real& x, double value) { x = Real(value); });
    else
      for_each_pair(u, cursors_, [&](const auto&, Real& x, const SignalCursor& c) { x = c.value(t); });
    return u;
  }
  /// Their time derivatives.
  template <class Real>
  InputsOf<Plant, Real> rates(const Real& t) const {
    InputsOf<Plant, Real> du;
    if (constant_)
      for_each_field(du, [](const auto&, Real& x, std::size_t) { x = Real(0); });
    else
      for_each_pair(du, cursors_, [&](const auto&, Real& x, const SignalCursor& c) { x = c.rate(t); });
    return du;
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
  InputsOf<Plant, SignalCursor> cursors_;
  InputsOf<Plant, double> values_;
  bool constant_ = true;
};

}  // namespace stiction
