// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/hard_stops.hpp"
#include "stiction/plants/shared_inertia.hpp"

namespace stiction {

/// A plant between two hard stops (hard_stops.hpp), which act where its drive acts (`at_drive`, `pushed`). For types; a
/// plant chosen by name gets its stops at run time (catalogue/plant_between_stops.hpp), with the same numbers.
template <HasDrive Plant>
struct WithHardStops {
  static constexpr const PlantInfo& info = Plant::info;
  static constexpr auto contact_names = Plant::contact_names;
  static constexpr std::size_t count = contact_count<Plant>;

  template <class Real>
  using Stops = HardStops<Real, info.rotates>;
  template <class Real>
  struct Parameters : ParametersOf<Plant, Real>, Stops<Real> {
    static constexpr auto fields() { return join(ParametersOf<Plant, Real>::fields(), Stops<Real>::fields()); }
  };
  template <class Real>
  using State = StateOf<Plant, Real>;
  template <class Real>
  using Inputs = InputsOf<Plant, Real>;
  template <class Real>
  struct Outputs : OutputsOf<Plant, Real>, HardStopOutputs<Real, info.rotates> {
    static constexpr auto fields() {
      return join(OutputsOf<Plant, Real>::fields(), HardStopOutputs<Real, info.rotates>::fields());
    }
  };

  /// Force of the stops on the body.
  template <class Real>
  static constexpr Real stop_force(const Parameters<Real>& p, const State<Real>& x) {
    const auto [position, velocity] = at_drive(p, x);
    return stops(p).force(position, velocity);
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
  /// The plant's own, then those of the stops.
  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u) {
    constexpr std::size_t own = kink_count_of_plant<Plant>();
    std::array<Real, own + Stops<Real>::kink_count> all;
    if constexpr (own > 0) {
      const auto of_plant = Plant::template kinks<Real>(p, x, stopped(p, x, u));
      for (std::size_t i = 0; i < own; ++i) all[i] = of_plant[i];
    }
    const auto [position, velocity] = at_drive(p, x);
    const auto of_stops = stops(p).kinks(position, velocity);
    for (std::size_t i = 0; i < of_stops.size(); ++i) all[own + i] = of_stops[i];
    return all;
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return {outputs_of<Plant, Real>(p, x, stopped(p, x, u), du, friction), {stop_force(p, x)}};
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires HasEnergy<Plant, Real>
  {
    return Plant::template energy<Real>(p, x, u) + stops(p).energy(at_drive(p, x)[0]);
  }
  /// What is not elastic in the force of the stops is lost in them.
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>& du, const std::array<Real, count>& friction)
    requires HasPower<Plant, Real>
  {
    const auto [position, velocity] = at_drive(p, x);
    return Plant::template power<Real>(p, x, stopped(p, x, u), du, friction) -
           stops(p).elastic_force(position) * velocity;
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
  template <class Real>
  static constexpr Real& pushed(Inputs<Real>& u) {
    return stiction::pushed<Plant>(u);
  }

 private:
  template <class Real>
  static constexpr const Stops<Real>& stops(const Parameters<Real>& p) {
    return p;
  }
  /// The inputs with the force of the stops in the drive.
  template <class Real>
  static constexpr Inputs<Real> stopped(const Parameters<Real>& p, const State<Real>& x, Inputs<Real> u) {
    Real& force = pushed(u);
    force = force + stop_force(p, x);
    return u;
  }
};

}  // namespace stiction
