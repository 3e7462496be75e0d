// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/shared_inertia.hpp"

namespace stiction {

/// A plant between two hard stops, which act where its drive acts (`at_drive`, `pushed`). Each is a stiff spring with
/// the damping of \cite HuntCrossley1975: with d the depth to which the body has gone in,
///
/// \f[ F = k d \left( 1 + \tfrac32 \alpha \dot d \right) \ge 0 \quad d > 0 \f]
///
/// The force begins at zero, never pulls, and a slow impact with speed v comes back with \f$ (1 - \alpha v) v \f$;
/// exactly with v' that solves \f$ \beta v - \ln(1 + \beta v) = -\beta v' - \ln(1 - \beta v'),\ \beta = \tfrac32\alpha
/// \f$. Springs are linear.
template <HasDrive Plant>
struct WithHardStops {
  static constexpr PlantInfo info = Plant::info;
  static constexpr auto contact_names = Plant::contact_names;
  static constexpr std::size_t count = contact_count<Plant>;
  static constexpr std::string_view unit(std::string_view straight, std::string_view turning) {
    return info.rotates ? turning : straight;
  }

  template <class Real>
  struct Parameters : ParametersOf<Plant, Real> {
    Real lower_stop = Real(-1.0);
    Real upper_stop = Real(1.0);
    Real stop_stiffness = Real(1e6);
    Real stop_damping = Real(0.1);

    static constexpr auto fields() {
      return join(ParametersOf<Plant, Real>::fields(),
                  Table{Field{&Parameters::lower_stop, "lower_stop", "x_-", unit("m", "rad"), any_finite,
                              "Where the lower stop begins."},
                        Field{&Parameters::upper_stop, "upper_stop", "x_+", unit("m", "rad"), any_finite,
                              "Where the upper stop begins."},
                        Field{&Parameters::stop_stiffness, "stop_stiffness", "k_s", unit("N/m", "N.m/rad"), positive,
                              "Stiffness of a stop."},
                        Field{&Parameters::stop_damping, "stop_damping", "\\alpha", unit("s/m", "s/rad"), non_negative,
                              "Fraction of its speed that a slow impact loses, per speed."}});
    }
    static constexpr auto rules() {
      return Table{
          Rule<Parameters>{"lower_stop < upper_stop", [](const Parameters& p) { return p.lower_stop < p.upper_stop; }}};
    }
  };
  template <class Real>
  using State = StateOf<Plant, Real>;
  template <class Real>
  using Inputs = InputsOf<Plant, Real>;
  template <class Real>
  struct Outputs : OutputsOf<Plant, Real> {
    Real stop_force{0};
    static constexpr auto fields() {
      return join(OutputsOf<Plant, Real>::fields(),
                  Table{Field{&Outputs::stop_force, "stop_force", "F_s", unit("N", "N.m"), any_finite,
                              "Force of the stops on the body."}});
    }
  };

  /// Force of the stops on the body.
  template <class Real>
  static constexpr Real stop_force(const Parameters<Real>& p, const State<Real>& x) {
    const auto [up, down] = pressing(p, x);
    return p.stop_stiffness * (depth_below(p, x) * maximum(down, Real(0)) - depth_above(p, x) * maximum(up, Real(0)));
  }
  template <class Real>
  static constexpr auto contacts(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                 const Inputs<Real>& du) {
    return Plant::template contacts<Real>(p, x, stopped(p, x, u), du);
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return Plant::template rate<Real>(p, x, stopped(p, x, u), du, friction);
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>& p, State<Real>& x, const Inputs<Real>& u,
                                             std::size_t i, Real v) {
    Plant::template set_sliding_velocity<Real>(p, x, u, i, v);
  }
  template <class Real>
  static constexpr auto contact_inertia(const Parameters<Real>& p, const State<Real>& x)
    requires SharesInertia<Plant, Real>
  {
    return Plant::template contact_inertia<Real>(p, x);
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, count>& contacts) {
    return Plant::scale(p, contacts);
  }
  /// The plant's own, then: where a stop begins, and where it would have to pull.
  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    constexpr std::size_t own = kink_count_of_plant<Plant>();
    std::array<Real, own + 4> all;
    if constexpr (own > 0) {
      const auto of_plant = Plant::template kinks<Real>(p, x, stopped(p, x, u));
      for (std::size_t i = 0; i < own; ++i) all[i] = of_plant[i];
    }
    const Real position = stiction::at_drive<Plant, Real>(p, x)[0];
    const auto [up, down] = pressing(p, x);
    all[own] = position - p.upper_stop, all[own + 1] = position - p.lower_stop;
    all[own + 2] = up, all[own + 3] = down;
    return all;
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return {outputs_of<Plant, Real>(p, x, stopped(p, x, u), du, friction), stop_force(p, x)};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires HasEnergy<Plant, Real>
  {
    const Real above = depth_above(p, x), below = depth_below(p, x);
    return Plant::template energy<Real>(p, x, u) + Real(0.5) * p.stop_stiffness * (above * above + below * below);
  }
  /// What is not elastic in the force of the stops is lost in them.
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>& du, const std::array<Real, count>& friction)
    requires HasPower<Plant, Real>
  {
    const Real elastic = p.stop_stiffness * (depth_below(p, x) - depth_above(p, x));
    return Plant::template power<Real>(p, x, stopped(p, x, u), du, friction) -
           elastic * stiction::at_drive<Plant, Real>(p, x)[1];
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>& p, const State<Real>& x) {
    return Plant::template measured<Real>(p, x);
  }
  template <class Real>
  static constexpr std::array<Real, 2> at_drive(const Parameters<Real>& p, const State<Real>& x) {
    return stiction::at_drive<Plant, Real>(p, x);
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return Plant::drive(u);
  }

 private:
  template <class Real>
  static constexpr Real depth_above(const Parameters<Real>& p, const State<Real>& x) {
    return maximum(stiction::at_drive<Plant, Real>(p, x)[0] - p.upper_stop, Real(0));
  }
  template <class Real>
  static constexpr Real depth_below(const Parameters<Real>& p, const State<Real>& x) {
    return maximum(p.lower_stop - stiction::at_drive<Plant, Real>(p, x)[0], Real(0));
  }
  /// The brackets of the upper and of the lower stop.
  template <class Real>
  static constexpr std::array<Real, 2> pressing(const Parameters<Real>& p, const State<Real>& x) {
    const Real damped = Real(1.5) * p.stop_damping * stiction::at_drive<Plant, Real>(p, x)[1];
    return {Real(1) + damped, Real(1) - damped};
  }
  /// The inputs with the force of the stops in the drive.
  template <class Real>
  static constexpr Inputs<Real> stopped(const Parameters<Real>& p, const State<Real>& x, Inputs<Real> u) {
    Real& force = pushed<Plant>(u);
    force = force + stop_force(p, x);
    return u;
  }
};

}  // namespace stiction
