// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "stiction/models/friction_model.hpp"

/// The contract of a plant: a body, or several, on which friction acts in one or more contacts.
///
/// Static templates over `Parameters<Real>`, `State<Real>` and `Inputs<Real>`, each with a field table, as for laws. A
/// plant knows no law: it says how its contacts move and what else pulls at them, and takes the friction forces.
///
/// | member                                  | says                                                                 |
/// |-----------------------------------------|----------------------------------------------------------------------|
/// | `contact_names`                         | one name per contact; files and trajectories use them                |
/// | `contacts(p, x, u, du)`                 | each contact's sliding velocity, applied force and loads             |
/// | `rate(p, x, u, du, friction)`           | dx/dt                                                                |
/// | `set_sliding_velocity(p, x, u, i, v)`   | makes contact i slide with v exactly: an event has stopped it        |
/// | `scale(p, scales)`                      | natural size of each state, from those of its contacts               |
/// | `outputs(p, x, u, du, friction)`        | optional: further numbers to record, in an `Outputs<Real>`           |
/// | `energy(p, x, u)`                       | optional: kinetic and potential energy E [J]                         |
/// | `power(p, x, u, du, friction)`          | optional: what flows in from outside, less what the plant's own      |
/// |                                         | dampers take [W]: \f$ \dot E = P - \sum F v \f$                     |
/// | `kinks(p, x, u)`                        | optional: numbers that change sign where `rate` has a corner         |
/// | `measured(p, x)`, `drive(u)`            | optional: what a controller measures, and the input it adds to       |
/// | `at_drive(p, x)`, `pushed(u)`           | optional: place on which the drive acts, if not the measured one,    |
/// |                                         | and the input that pushes it, if not the drive itself                |
/// | `contact_inertia(p, x)`                 | optional: the matrix M of contacts that share inertias, row by row   |
///
/// `u` are the inputs at the instant, `du` their time derivatives. `applied_force` is what friction would have to
/// balance to keep a resting contact at rest: sliding velocity and friction obey \f$ M \dot v = F_e - F \f$ with some M
/// > 0, and F_e must not depend on other friction forces. Where contacts share inertias M is a matrix, and what a
/// resting contact carries is found from it (shared_inertia.hpp); their `set_sliding_velocity` sets a state of its own
/// for each contact.
namespace stiction {

struct PlantInfo {
  std::string_view name;         ///< key in files: "pulled_mass"
  std::string_view type;         ///< the C++ class: "PulledMass"
  std::string_view description;  ///< one sentence
  bool rotates = false;          ///< positions are angles, forces are torques
};

template <class Plant, class Real = double>
using InputsOf = typename Plant::template Inputs<Real>;

/// How large motions of a contact naturally are, for the law; 0 where the law has none.
struct ContactScale {
  double force = 0;       ///< Coulomb level [N]
  double deflection = 0;  ///< of its bristles [m]
  double speed = 0;       ///< the smallest velocity among the law's parameters [m/s]
};

template <class P>
inline constexpr std::size_t contact_count = std::tuple_size_v<std::remove_cvref_t<decltype(P::contact_names)>>;

template <class P, class Real = double>
concept PlantModel =
    requires(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x, StateOf<P, Real>& moved,
             const InputsOf<P, Real>& u, const Real& v, const std::array<Real, contact_count<P>>& friction) {
      { P::info } -> std::convertible_to<PlantInfo>;
      { P::template contacts<Real>(p, x, u, u) } -> std::same_as<std::array<Contact<Real>, contact_count<P>>>;
      { P::template rate<Real>(p, x, u, u, friction) } -> std::same_as<StateOf<P, Real>>;
      P::template set_sliding_velocity<Real>(p, moved, u, std::size_t{0}, v);
      { P::scale(ParametersOf<P>{}, std::array<ContactScale, contact_count<P>>{}) } -> std::same_as<StateOf<P>>;
    };

template <class P, class Real = double>
concept HasEnergy = requires(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x, const InputsOf<P, Real>& u) {
  { P::energy(p, x, u) } -> std::same_as<Real>;
};
template <class P, class Real = double>
concept HasPower = requires(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x, const InputsOf<P, Real>& u,
                            const std::array<Real, contact_count<P>>& friction) {
  { P::power(p, x, u, u, friction) } -> std::same_as<Real>;
};
/// A plant that a controller can be put around: it measures a position and its velocity, and one input is
/// its drive.
template <class P, class Real = double>
concept HasDrive = requires(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x, InputsOf<P, Real>& u) {
  { P::measured(p, x) } -> std::same_as<std::array<Real, 2>>;
  { P::drive(u) } -> std::same_as<Real&>;
};

/// Position and velocity of the place the drive acts on.
template <class P, class Real>
constexpr std::array<Real, 2> at_drive(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x) {
  if constexpr (requires { P::at_drive(p, x); })
    return P::at_drive(p, x);
  else
    return P::measured(p, x);
}

/// The input that pushes there: the drive itself, unless something lies between.
template <class P, class Inputs>
constexpr auto& pushed(Inputs& u) {
  if constexpr (requires { P::pushed(u); })
    return P::pushed(u);
  else
    return P::drive(u);
}

namespace detail {
template <class P, class Real>
struct OutputsOrNothing {
  using type = Nothing;
};
template <class P, class Real>
  requires requires { typename P::template Outputs<Real>; }
struct OutputsOrNothing<P, Real> {
  using type = typename P::template Outputs<Real>;
};
}  // namespace detail
/// Outputs of a plant beyond its state; `Nothing` for a plant without outputs.
template <class P, class Real = double>
using OutputsOf = typename detail::OutputsOrNothing<P, Real>::type;

template <class P, class Real>
constexpr OutputsOf<P, Real> outputs_of(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x,
                                        const InputsOf<P, Real>& u, const InputsOf<P, Real>& du,
                                        const std::array<Real, contact_count<P>>& friction) {
  if constexpr (requires { typename P::template Outputs<Real>; })
    return P::template outputs<Real>(p, x, u, du, friction);
  else
    return {};
}

/// Natural length of a motion: the bend of the bristles, so that creep before sliding is resolved; 1 m without
/// bristles.
inline double natural_length(const ContactScale& contact) { return contact.deflection > 0 ? contact.deflection : 1.0; }

/// Natural speed of a mass in a contact: the smaller of the law's own and of bristle deflection times the
/// frequency of the mass on its bristles, \f$ \sqrt{F z / m} \f$; 1 m/s where the law has neither.
inline double natural_speed(const ContactScale& contact, double mass) {
  const double on_bristles = std::sqrt(contact.force * contact.deflection / mass);
  if (!(on_bristles > 0)) return contact.speed > 0 ? contact.speed : 1.0;
  return contact.speed > 0 ? std::min(contact.speed, on_bristles) : on_bristles;
}

template <class P>
constexpr std::size_t kink_count_of_plant() {
  if constexpr (requires(const ParametersOf<P>& p, const StateOf<P>& x, const InputsOf<P>& u) { P::kinks(p, x, u); })
    return std::tuple_size_v<decltype(P::kinks(ParametersOf<P>{}, StateOf<P>{}, InputsOf<P>{}))>;
  else
    return 0;
}

}  // namespace stiction
