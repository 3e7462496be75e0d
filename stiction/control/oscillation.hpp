// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"

namespace stiction {

/// A clock for controllers, which do not get the time: a point that runs round the unit circle.
///
/// \f[ \dot a = -\omega b + \tfrac{\omega}{2} (1 - a^2 - b^2) a, \quad
///     \dot b = \omega a + \tfrac{\omega}{2} (1 - a^2 - b^2) b \f]
///
/// The second terms vanish on the circle and bring back what rounding takes off it. A phase that grows in proportion to
/// time would be simpler, but nothing in it would keep an adaptive solver from stepping over a short pulse.
struct Oscillation {
  template <class Real>
  struct State {
    Real clock_cosine{-1};
    Real clock_sine{0};
    static constexpr auto fields() {
      return Table{Field{&State::clock_cosine, "clock_cosine", "a", "1", any_finite, "Cosine of the clock's phase."},
                   Field{&State::clock_sine, "clock_sine", "b", "1", any_finite, "Sine of the clock's phase."}};
    }
  };
  /// `frequency` in periods per second.
  template <class Real>
  static constexpr State<Real> rate(const State<Real>& c, const Real& frequency) {
    const Real omega = Real(6.283185307179586) * frequency;
    const Real& a = c.clock_cosine;
    const Real& b = c.clock_sine;
    const Real inside = Real(0.5) * (Real(1) - a * a - b * b);
    return {omega * (inside * a - b), omega * (inside * b + a)};
  }
  static State<double> scale() { return {1.0, 1.0}; }
};

}  // namespace stiction
