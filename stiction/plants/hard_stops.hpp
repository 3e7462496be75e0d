// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// Two hard stops, as functions of the position x and the velocity v of the body between them. Each is a stiff spring
/// with the damping of \cite HuntCrossley1975: with d the depth to which the body has gone in,
///
/// \f[ F = k d \left( 1 + \tfrac32 \alpha \dot d \right) \ge 0 \quad d > 0 \tag{1} \f]
/// \f[ E = \tfrac12 k d^2 \tag{2} \f]
///
/// The force begins at zero, never pulls, and a slow impact with speed v comes back with \f$ (1 - \alpha v) v \f$;
/// exactly with v' that solves \f$ \beta v - \ln(1 + \beta v) = -\beta v' - \ln(1 - \beta v'),\ \beta = \tfrac32\alpha
/// \f$. Springs are linear.
///
/// A struct of parameters that can be added to those of a plant: by type (with_hard_stops.hpp) or at run time
/// (catalogue/plant_between_stops.hpp). `rotates` decides units only.
template <class Real, bool rotates = false>
struct HardStops {
  Real lower_stop = Real(-1.0);
  Real upper_stop = Real(1.0);
  Real stop_stiffness = Real(1e6);
  Real stop_damping = Real(0.1);

  static constexpr auto fields() {
    return Table{Field{&HardStops::lower_stop, "lower_stop", "x_-", unit("m", "rad"), any_finite,
                       "Where the lower stop begins."},
                 Field{&HardStops::upper_stop, "upper_stop", "x_+", unit("m", "rad"), any_finite,
                       "Where the upper stop begins."},
                 Field{&HardStops::stop_stiffness, "stop_stiffness", "k_s", unit("N/m", "N.m/rad"), positive,
                       "Stiffness of a stop."},
                 Field{&HardStops::stop_damping, "stop_damping", "\\alpha", unit("s/m", "s/rad"), non_negative,
                       "Fraction of its speed that a slow impact loses, per speed."}};
  }
  static constexpr auto rules() {
    return Table{
        Rule<HardStops>{"lower_stop < upper_stop", [](const HardStops& p) { return p.lower_stop < p.upper_stop; }}};
  }

  /// Force of the stops on the body.
  constexpr Real force(const Real& x, const Real& v) const {
    const auto [up, down] = pressing(v);
    return stop_stiffness * (depth_below(x) * maximum(down, Real(0)) - depth_above(x) * maximum(up, Real(0)));  // (1)
  }
  /// The part of it that gives back what it takes; the rest is lost in the stops.
  constexpr Real elastic_force(const Real& x) const { return stop_stiffness * (depth_below(x) - depth_above(x)); }
  constexpr Real energy(const Real& x) const {
    const Real above = depth_above(x), below = depth_below(x);
    return Real(0.5) * stop_stiffness * (above * above + below * below);  // (2)
  }
  /// Numbers that change sign where the force has a corner: where a stop begins, and where it would have to pull.
  static constexpr std::size_t kink_count = 4;
  constexpr std::array<Real, kink_count> kinks(const Real& x, const Real& v) const {
    const auto [up, down] = pressing(v);
    return {x - upper_stop, x - lower_stop, up, down};
  }

 private:
  static constexpr std::string_view unit(std::string_view straight, std::string_view turning) {
    return rotates ? turning : straight;
  }
  constexpr Real depth_above(const Real& x) const { return maximum(x - upper_stop, Real(0)); }
  constexpr Real depth_below(const Real& x) const { return maximum(lower_stop - x, Real(0)); }
  /// The brackets of (1) of the upper and of the lower stop.
  constexpr std::array<Real, 2> pressing(const Real& v) const {
    const Real damped = Real(1.5) * stop_damping * v;
    return {Real(1) + damped, Real(1) - damped};
  }
};

/// What stops add to the outputs of a plant.
template <class Real, bool rotates = false>
struct HardStopOutputs {
  Real stop_force{0};
  static constexpr auto fields() {
    return Table{Field{&HardStopOutputs::stop_force, "stop_force", "F_s", rotates ? "N.m" : "N", any_finite,
                       "Force of the stops on the body."}};
  }
};

}  // namespace stiction
