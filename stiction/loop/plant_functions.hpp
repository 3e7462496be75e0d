// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/shared_inertia.hpp"
#include "stiction/schema/packing.hpp"

namespace stiction {

/// Inputs that what is put around a plant at run time has room for.
inline constexpr std::size_t most_plant_inputs = 8;

namespace detail {
/// Place of a number among the inputs it belongs to.
template <class Inputs>
constexpr std::size_t place_among(Inputs& u, const double& wanted) {
  std::size_t place = 0, found = static_cast<std::size_t>(-1);
  for_each_field(u, [&](const auto&, const double& one, std::size_t) {
    if (&one == &wanted) found = place;
    ++place;
  });
  return found;
}
}  // namespace detail

/// A plant as functions of numbers in a row; see part_functions.hpp.
template <class Plant>
struct PlantFunctions {
  static constexpr std::size_t contact_total = contact_count<Plant>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Place of the input a controller adds to.
  static constexpr std::size_t drive = [] {
    if constexpr (HasDrive<Plant>) {
      InputsOf<Plant> u;
      return detail::place_among(u, Plant::drive(u));
    } else {
      return none;
    }
  }();
  /// Place of the input that pushes where the drive acts.
  static constexpr std::size_t pushed = [] {
    if constexpr (HasDrive<Plant>) {
      InputsOf<Plant> u;
      return detail::place_among(u, stiction::pushed<Plant>(u));
    } else {
      return none;
    }
  }();

  template <class Number, class P>
  static constexpr void contacts(const P* p, const Number* x, const Number* u, const Number* du, Contact<Number>* all) {
    const auto touching = Plant::template contacts<Number>(parameters<Number>(p), state(x), input(u), input(du));
    for (std::size_t i = 0; i < contact_total; ++i) {
      // Number by number: the copy of a whole contact is written in single numbers and read back in wide registers,
      // for which the processor waits longer than for the rest of a plant.
      const Contact<Number>& from = touching[i];
      Contact<Number>& to = all[i];
      to.velocity = from.velocity, to.direction = from.direction, to.speed = from.speed;
      to.applied_force = from.applied_force, to.normal_force = from.normal_force;
      to.transmitted_force = from.transmitted_force, to.position = from.position;
    }
  }
  template <class Number, class P>
  static constexpr void rate(const P* p, const Number* x, const Number* u, const Number* du, const Number* friction,
                             Number* dx) {
    pack(Plant::template rate<Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction)), dx);
  }
  template <class Number, class P>
  static constexpr void set_sliding_velocity(const P* p, Number* x, const Number* u, std::size_t contact,
                                             const Number& v) {
    auto moved = state(static_cast<const Number*>(x));
    Plant::template set_sliding_velocity<Number>(parameters<Number>(p), moved, input(u), contact, v);
    pack(moved, x);
  }
  /// Row by row, where contacts share inertias.
  template <class Number, class P>
  static constexpr void contact_inertia([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                                        [[maybe_unused]] Number* all) {
    if constexpr (SharesInertia<Plant>) {
      const auto values = Plant::template contact_inertia<Number>(parameters<Number>(p), state(x));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  template <class Number, class P>
  static constexpr void kinks([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                              [[maybe_unused]] const Number* u, [[maybe_unused]] Number* all) {
    if constexpr (kink_count_of_plant<Plant>() > 0) {
      const auto values = Plant::template kinks<Number>(parameters<Number>(p), state(x), input(u));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  /// Position and velocity, as a controller sees them.
  template <class Number, class P>
  static constexpr void measured([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x, Number* seen) {
    seen[0] = seen[1] = Number(0);
    if constexpr (HasDrive<Plant>) {
      const auto both = Plant::template measured<Number>(parameters<Number>(p), state(x));
      seen[0] = both[0], seen[1] = both[1];
    }
  }
  template <class Number, class P>
  static constexpr void at_drive([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x, Number* place) {
    place[0] = place[1] = Number(0);
    if constexpr (HasDrive<Plant>) {
      const auto both = stiction::at_drive<Plant, Number>(parameters<Number>(p), state(x));
      place[0] = both[0], place[1] = both[1];
    }
  }
  /// What flows in from outside [W].
  template <class Number, class P>
  static constexpr Number power([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                                [[maybe_unused]] const Number* u, [[maybe_unused]] const Number* du,
                                [[maybe_unused]] const Number* friction) {
    if constexpr (HasPower<Plant>)
      return Plant::template power<Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction));
    else
      return Number(0);
  }
  template <class Number, class P>
  static constexpr Number energy([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                                 [[maybe_unused]] const Number* u) {
    if constexpr (HasEnergy<Plant>)
      return Plant::template energy<Number>(parameters<Number>(p), state(x), input(u));
    else
      return Number(0);
  }
  template <class Number, class P>
  static constexpr void outputs(const P* p, const Number* x, const Number* u, const Number* du, const Number* friction,
                                Number* all) {
    pack(outputs_of<Plant, Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction)), all);
  }
  static void scale(const double* p, const ContactScale* contacts, double* sizes) {
    std::array<ContactScale, contact_total> all;
    for (std::size_t i = 0; i < contact_total; ++i) all[i] = contacts[i];
    pack(Plant::scale(parameters<double>(p), all), sizes);
  }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Plant, Number>>(p);
  }
  template <class Number>
  static constexpr auto state(const Number* x) {
    return unpacked<StateOf<Plant, Number>>(x);
  }
  template <class Number>
  static constexpr auto input(const Number* u) {
    return unpacked<InputsOf<Plant, Number>>(u);
  }
  template <class Number>
  static constexpr auto forces(const Number* friction) {
    std::array<Number, contact_total> all;
    for (std::size_t i = 0; i < contact_total; ++i) all[i] = friction[i];
    return all;
  }
};

}  // namespace stiction
