// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/contact_modes.hpp"
#include "stiction/plants/plant.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/solvers/ode_system.hpp"

/// What a fixed step integrates over one sample, in which the inputs are held.
namespace stiction::detail {

/// The struct in another number type; itself where that is the same.
template <class Struct, class From>
constexpr decltype(auto) in_numbers(const From& s) {
  if constexpr (std::is_same_v<Struct, From>)
    return (s);
  else
    return convert<Struct>(s);
}
/// The rates of inputs that are held.
template <class Plant, class Number>
constexpr InputsOf<Plant, Number> still() {
  InputsOf<Plant, Number> du;
  for_each_field(du, [](const auto&, Number& x, std::size_t) { x = Number(0); });
  return du;
}

/// Plant and law together, on the branch that is held.
template <class Plant, class Law, class Real>
struct HeldEquations {
  static constexpr std::size_t plant_size = field_count<StateOf<Plant>>;
  static constexpr std::size_t size = plant_size + field_count<StateOf<Law>>;
  const ParametersOf<Plant, Real>& plant;
  const ParametersOf<Law, Real>& law;
  const ContactModes<Law>& modes;
  const InputsOf<Plant, Real>& inputs;

  template <class Number>
  constexpr Vector<size, Number> rates(const Number&, const Vector<size, Number>& y) const {
    const auto x = unpacked<StateOf<Plant, Number>, 0>(y);
    const auto z = unpacked<StateOf<Law, Number>, plant_size>(y);
    const auto& p = in_numbers<ParametersOf<Plant, Number>>(plant);
    const auto& q = in_numbers<ParametersOf<Law, Number>>(law);
    const auto& u = in_numbers<InputsOf<Plant, Number>>(inputs);
    const InputsOf<Plant, Number> du = still<Plant, Number>();
    const Contact<Number> c = modes.template held<true>(Plant::contacts(p, x, u, du)[0]);
    const auto dz = modes.rate(q, z, c);
    Vector<size, Number> dy;
    pack<0>(Plant::rate(p, x, u, du, std::array<Number, 1>{modes.force(q, z, dz, c)}), dy);
    pack<plant_size>(dz, dy);
    return dy;
  }
  static constexpr Pattern<size> pattern() {
    return pattern_from<size>([](const auto& t, const auto& y) {
      const ParametersOf<Plant, Real> p{};
      const ParametersOf<Law, Real> q{};
      const ContactModes<Law> m{};
      const InputsOf<Plant, Real> u{};
      return HeldEquations{p, q, m, u}.rates(t, y);
    });
  }
  Vector<size> scale() const { return {}; }
  bool is_driven() const { return false; }
};

/// The plant under a friction that is held too.
template <class Plant, class Real>
struct HeldFriction {
  static constexpr std::size_t size = field_count<StateOf<Plant>>;
  const ParametersOf<Plant, Real>& plant;
  const InputsOf<Plant, Real>& inputs;
  const Real friction;

  template <class Number>
  Vector<size, Number> rates(const Number&, const Vector<size, Number>& y) const {
    Vector<size, Number> dy;
    pack<0>(Plant::rate(in_numbers<ParametersOf<Plant, Number>>(plant), unpacked<StateOf<Plant, Number>, 0>(y),
                        in_numbers<InputsOf<Plant, Number>>(inputs), still<Plant, Number>(),
                        std::array<Number, 1>{Number(friction)}),
            dy);
    return dy;
  }
  Vector<size> scale() const { return {}; }
  bool is_driven() const { return false; }
};

}  // namespace stiction::detail
