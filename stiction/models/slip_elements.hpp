// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

namespace stiction {

/// N springs in parallel, each of which slips at a limit of its own: what Maxwell slip and its descendants share.
///
/// An element is stuck until its force reaches its limit in the direction of motion, and slips until that direction is
/// left. The mode keeps the direction of the slip, so a reversal is seen by comparison with the contact; at rest
/// (direction 0) an element stays what it was, and nothing moves.
template <std::size_t N>
struct SlipElements {
  template <class Real>
  struct State {
    std::array<Real, N> element_force{};
    static constexpr auto fields() {
      return Table{Field{&State::element_force, "element_force", "F_i", "N", any_finite, "Force of each element."}};
    }
  };
  template <class Real>
  struct Mode {
    std::array<Real, N> slipping{};
    static constexpr auto fields() {
      return Table{Field{&Mode::slipping, "slipping", "", "1", between(-1, 1),
                         "Each element: +1 slips forwards, -1 backwards, 0 sticks."}};
    }
  };

  /// Defaults for any N: stiff elements slip first, so stiffness falls and limits rise from element to element, in
  /// equal steps that add up to `total`.
  template <class Real>
  static constexpr std::array<Real, N> falling(double total) {
    std::array<Real, N> values{};
    for (std::size_t i = 0; i < N; ++i) values[i] = Real(2.0 * total * static_cast<double>(N - i) / (N * (N + 1)));
    return values;
  }
  template <class Real>
  static constexpr std::array<Real, N> rising(double total) {
    std::array<Real, N> values{};
    for (std::size_t i = 0; i < N; ++i) values[i] = Real(2.0 * total * static_cast<double>(i + 1) / (N * (N + 1)));
    return values;
  }

  /// 1 where an element slips along the present motion, 0 where it is stuck.
  template <class Real>
  static constexpr Real slips(const Real& mode, const Contact<Real>& c) {
    return select(mode * c.direction > Real(0.5), Real(1), Real(0));
  }
  /// Positive while the mode lasts: the distance left to the limit when stuck; a slip ends only with its direction.
  template <class Real>
  static constexpr Real guard(const Real& mode, const Real& limit, const Real& value, const Contact<Real>& c) {
    const Real along = mode * c.direction;
    const Real distance_left = limit - c.direction * value;
    return select(along > Real(0.5), limit, select(along < Real(-0.5), -limit, distance_left));
  }
  /// The mode after a guard: a slip that was reversed sticks, a stuck element slips along the motion.
  template <class Real>
  static constexpr Real next_mode(const Real& mode, const Contact<Real>& c) {
    return select(mode * c.direction < Real(-0.5), Real(0), c.direction);
  }

  template <class Real>
  static constexpr Real sum(const std::array<Real, N>& values) {
    Real total = values[0];
    for (std::size_t i = 1; i < N; ++i) total = total + values[i];
    return total;
  }
  /// Energy of the springs.
  template <class Real>
  static constexpr Real stored_energy(const std::array<Real, N>& stiffness, const State<Real>& z) {
    std::array<Real, N> energy;
    for (std::size_t i = 0; i < N; ++i) energy[i] = Real(0.5) * z.element_force[i] * z.element_force[i] / stiffness[i];
    return sum(energy);
  }
};

}  // namespace stiction
