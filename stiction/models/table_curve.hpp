// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/sliding_curve.hpp"

namespace stiction {

/// N measured points (speed, force) joined by a shape-preserving cubic: no overshoot, never negative, constant beyond
/// the ends. Slopes at the points are the weighted harmonic mean of the neighbouring ones, and zero at a peak or dip
/// \cite FritschCarlson1980, \cite FritschButland1984.
///
/// Fewer than N points in C++: repeat the last one, or `leave_out` the others.
template <std::size_t N>
struct TableCurve {
  static_assert(N >= 2);
  static constexpr std::size_t list_length = N, shortest_list = 2;

  template <class Real>
  struct Parameters {
    std::array<Real, N> table_speed = default_speed();
    std::array<Real, N> table_force = default_force();

    static constexpr auto fields() {
      return Table{Field{&Parameters::table_speed, "table_speed", "v_i", "m/s", non_negative,
                         "Speeds at which friction was measured, rising.", Role::velocity},
                   Field{&Parameters::table_force, "table_force", "F_i", "N", positive,
                         "Friction measured at these speeds, without drag.", Role::force_level}};
    }
    static constexpr auto rules() {
      return Table{Rule<Parameters>{"table_speed rises, or repeats its last point together with table_force",
                                    [](const Parameters& p) { return rises(p); }}};
    }

   private:
    /// The default table samples a falling curve from 1.5 N at rest to 1 N at speed.
    static constexpr std::array<Real, N> default_speed() {
      std::array<Real, N> speed{};
      for (std::size_t i = 1; i < N; ++i) speed[i] = Real(0.0005 * static_cast<double>(i * i));
      return speed;
    }
    static constexpr std::array<Real, N> default_force() {
      std::array<Real, N> force{};
      for (std::size_t i = 0; i < N; ++i) force[i] = Real(1.0 + 0.5 / (1.0 + static_cast<double>(i * i)));
      return force;
    }
    static bool rises(const Parameters& p) {
      for (std::size_t i = 1; i < N; ++i) {
        const bool repeats = p.table_speed[i] == p.table_speed[i - 1] && p.table_force[i] == p.table_force[i - 1];
        const bool moves_on = p.table_speed[i] > p.table_speed[i - 1];
        const bool repeated_before = i > 1 && p.table_speed[i - 1] == p.table_speed[i - 2];
        if (!repeats && (!moves_on || repeated_before)) return false;
      }
      return p.table_speed[1] > p.table_speed[0];
    }
  };

  /// The last point that is used, again and again.
  template <class Real>
  static constexpr void leave_out(Parameters<Real>& p, std::size_t from) {
    for (std::size_t i = from; i < N; ++i)
      p.table_speed[i] = p.table_speed[i - 1], p.table_force[i] = p.table_force[i - 1];
  }

  template <class Real>
  static constexpr Real level(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real v = clamp(c.speed, p.table_speed[0], p.table_speed[N - 1]);
    Real force = p.table_force[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) force = select(v < p.table_speed[i + 1], piece(p, i, v), force);
    return force;
  }
  template <class Real>
  static constexpr Real resting_level(const Parameters<Real>& p, const Real&) {
    return p.table_force[0];
  }
  template <class Real>
  static constexpr Real highest_level(const Parameters<Real>& p) {
    Real highest = p.table_force[0];
    for (const Real& f : p.table_force) highest = maximum(highest, f);
    return highest;
  }
  template <class Real>
  static constexpr Real lowest_level(const Parameters<Real>& p) {
    Real lowest = p.table_force[0];
    for (const Real& f : p.table_force) lowest = minimum(lowest, f);
    return lowest;
  }

 private:
  /// Where a point is repeated the interval is empty and its secant is not a number; no comparison below picks it.
  template <class Real>
  static constexpr Real width(const Parameters<Real>& p, std::size_t i) {
    return p.table_speed[i + 1] - p.table_speed[i];
  }
  template <class Real>
  static constexpr Real secant(const Parameters<Real>& p, std::size_t i) {
    return (p.table_force[i + 1] - p.table_force[i]) / width(p, i);
  }
  /// Slope at point i: zero at the ends and where the secants change sign.
  template <class Real>
  static constexpr Real slope(const Parameters<Real>& p, std::size_t i) {
    if (i == 0 || i == N - 1) return Real(0);
    const Real before = secant(p, i - 1), after = secant(p, i);
    const Real w1 = Real(2) * width(p, i) + width(p, i - 1), w2 = width(p, i) + Real(2) * width(p, i - 1);
    return select(before * after > Real(0), (w1 + w2) * before * after / (w1 * after + w2 * before), Real(0));
  }
  /// Hermite cubic on interval i.
  template <class Real>
  static constexpr Real piece(const Parameters<Real>& p, std::size_t i, const Real& v) {
    const Real h = width(p, i), t = (v - p.table_speed[i]) / h, u = Real(1) - t;
    return u * u * (Real(1) + Real(2) * t) * p.table_force[i] + t * t * (Real(3) - Real(2) * t) * p.table_force[i + 1] +
           h * t * u * (u * slope(p, i) - t * slope(p, i + 1));
  }
};

}  // namespace stiction
