// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/sliding_curve.hpp"
#include "stiction/schema/prefixed.hpp"

namespace stiction {

/// A curve of its own for each direction of motion \cite CanudasDeWit1995 section II, \cite Astrom2008: motors and
/// screws often drag more in one direction. Its table lists the curve's parameters twice, as forward_* and backward_*.
template <SlidingCurve Curve>
struct Asymmetric {
  struct ForwardSide {
    static constexpr std::string_view prefix = "forward_", mark = "^{+}";
  };
  struct BackwardSide {
    static constexpr std::string_view prefix = "backward_", mark = "^{-}";
  };
  template <class Real>
  using Forward = Prefixed<typename Curve::template Parameters<Real>, ForwardSide>;
  template <class Real>
  using Backward = Prefixed<typename Curve::template Parameters<Real>, BackwardSide>;

  template <class Real>
  struct Parameters : Forward<Real>, Backward<Real> {
    constexpr const Forward<Real>& forward() const { return *this; }
    constexpr const Backward<Real>& backward() const { return *this; }
    constexpr Forward<Real>& forward() { return *this; }
    constexpr Backward<Real>& backward() { return *this; }

    static constexpr auto fields() { return join(Forward<Real>::fields(), Backward<Real>::fields()); }
    static constexpr auto rules() { return join(Forward<Real>::rules(), Backward<Real>::rules()); }
  };

  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>& c) {
    return select(c.direction < Real(0), Curve::template level<Real>(p.backward(), c),
                  Curve::template level<Real>(p.forward(), c));
  }
  template <class Real>
  static constexpr Real resting_level(const Parameters<Real>& p, const Real& direction) {
    return select(direction < Real(0), Curve::template resting_level<Real>(p.backward(), direction),
                  Curve::template resting_level<Real>(p.forward(), direction));
  }
  template <class Real>
  static constexpr Real highest_level(const Parameters<Real>& p) {
    return maximum(Curve::template highest_level<Real>(p.forward()), Curve::template highest_level<Real>(p.backward()));
  }
  template <class Real>
  static constexpr Real lowest_level(const Parameters<Real>& p) {
    return minimum(Curve::template lowest_level<Real>(p.forward()), Curve::template lowest_level<Real>(p.backward()));
  }
  /// Highest over lowest level, in the direction where it is larger.
  template <class Real>
  static constexpr Real largest_fall(const Parameters<Real>& p) {
    const auto fall = [](const typename Curve::template Parameters<Real>& side) {
      return Real(Curve::template highest_level<Real>(side) / Curve::template lowest_level<Real>(side));
    };
    return maximum(fall(p.forward()), fall(p.backward()));
  }
};

}  // namespace stiction
