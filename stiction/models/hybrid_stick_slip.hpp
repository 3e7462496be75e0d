// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/set_valued.hpp"

namespace stiction {

/// The hybrid stick-slip model \cite Astrom2008 (31)-(34): Coulomb friction in slip, a higher threshold in stick.
/// Without drag, a mass pulled through a spring moves on closed-form arcs, given below for tests and teaching.
struct HybridStickSlip : SetValued<StictionCurve, NoDrag> {
  static constexpr ModelInfo info{.name = "hybrid_stick_slip",
                                  .type = "HybridStickSlip",
                                  .description = "Stick below the static force, Coulomb slip, closed-form arcs.",
                                  .source = "Astrom2008, (31)-(34)",
                                  .phenomena = {.rate_independent = true, .true_stick = true}};

  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{Preset<P>{"astrom2008_fig4", "Astrom and Canudas de Wit 2008, Fig. 4 and 13",
                                [](P& p) { p.coulomb_force = 2.94, p.static_force = 5.88; }}};
  }

  /// A mass pulled through a spring whose far end moves at constant speed.
  template <class Real>
  struct PulledMass {
    Real mass = Real(1.0);              ///< m [kg]
    Real spring_stiffness = Real(2.0);  ///< k [N/m]
    Real pull_speed = Real(2.0);        ///< v_p [m/s], positive
  };
  /// Where the mass is in the phase plane.
  template <class Real>
  struct Motion {
    Real elongation;  ///< l [m]
    Real velocity;    ///< v [m/s]
  };

  /// Slip with v > 0 for a time t: a circle about (F_C/k, v_p) in the (l, v/omega) plane, from (32) and (33).
  template <class Real>
  static constexpr Motion<Real> slip(const Parameters<Real>& p, const PulledMass<Real>& body, const Motion<Real>& from,
                                     const Real& t) {
    const Real omega = sqrt(body.spring_stiffness / body.mass);
    const Real l = from.elongation - p.coulomb_force / body.spring_stiffness;
    const Real w = (from.velocity - body.pull_speed) / omega;
    const Real c = cos(omega * t), s = sin(omega * t);
    return {p.coulomb_force / body.spring_stiffness + l * c - w * s, body.pull_speed + omega * (l * s + w * c)};
  }

  /// Duration of the slip that starts at break-away, l = F_S/k, v = 0, and ends at rest again.
  template <class Real>
  static constexpr Real slip_duration(const Parameters<Real>& p, const PulledMass<Real>& body) {
    const Real omega = sqrt(body.spring_stiffness / body.mass);
    const Real overload = (p.static_force - p.coulomb_force) / body.spring_stiffness;
    return Real(2) * (Real(3.141592653589793) - atan(omega * overload / body.pull_speed)) / omega;
  }
  /// Duration of the stick in which the spring is stretched from where slip ended to break-away again, by (31).
  template <class Real>
  static constexpr Real stick_duration(const Parameters<Real>& p, const PulledMass<Real>& body) {
    return Real(2) * (p.static_force - p.coulomb_force) / (body.spring_stiffness * body.pull_speed);
  }
};

}  // namespace stiction
