// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// The contract of a controller: static templates over `Parameters<Real>`, `State<Real>` and `Inputs<Real>`, each with
/// a field table, as for laws and plants.
///
/// | member                             | says                                                                      |
/// |------------------------------------|---------------------------------------------------------------------------|
/// | `info`                             | name in files, class, one sentence, source                                |
/// | `rate(p, c, u, du, measured)`      | dc/dt                                                                     |
/// | `output(p, c, u, du, measured)`    | the force that is added to the drive of the plant [N]                     |
/// | `scale(p, force)`                  | natural size of each state, from that of friction                         |
/// | `outputs(p, c, u, du, measured)`   | optional: numbers to record, in an `Outputs<Real>`                        |
/// | `kinks(p, c, u, measured)`         | optional: numbers that change sign where `rate` or `output` has a corner  |
///
/// `u` are the inputs at the instant, `du` their time derivatives; `measured` is position and velocity of the plant and
/// nothing else: no controller reads friction, its state, or a parameter of the plant. What a controller assumes of
/// them stands among its own parameters. Kinks get no `du`, as those of plants do not.
///
/// A controller that needs the direction of motion uses `contact(velocity)`, like a law evaluated alone: a run ends
/// a step at every reversal anyway.
namespace stiction {

struct ControllerInfo {
  std::string_view name;         ///< key in files: "friction_observer_lugre"
  std::string_view type;         ///< the C++ and Python class: "FrictionObserverLuGre"
  std::string_view description;  ///< one sentence
  std::string_view source{};     ///< keys in docs/references.bib and the equations used
};

/// Position [m] and velocity [m/s] of the place the drive acts on.
template <class Real>
using Measured = std::array<Real, 2>;

template <class C, class Real = double>
using ControllerInputsOf = typename C::template Inputs<Real>;

template <class C, class Real = double>
concept ControllerModel = requires(const ParametersOf<C, Real>& p, const StateOf<C, Real>& c,
                                   const ControllerInputsOf<C, Real>& u, const Measured<Real>& measured) {
  { C::info } -> std::convertible_to<ControllerInfo>;
  { C::template rate<Real>(p, c, u, u, measured) } -> std::same_as<StateOf<C, Real>>;
  { C::template output<Real>(p, c, u, u, measured) } -> std::same_as<Real>;
  { C::scale(ParametersOf<C>{}, 1.0) } -> std::same_as<StateOf<C>>;
};

/// The outputs of a controller that has none.
struct NoControllerOutputs {
  static constexpr auto fields() { return Table<>{}; }
};

namespace detail {
template <class C, class Real>
struct ControllerOutputsOrNone {
  using type = NoControllerOutputs;
};
template <class C, class Real>
  requires requires { typename C::template Outputs<Real>; }
struct ControllerOutputsOrNone<C, Real> {
  using type = typename C::template Outputs<Real>;
};
}  // namespace detail
template <class C, class Real = double>
using ControllerOutputsOf = typename detail::ControllerOutputsOrNone<C, Real>::type;

template <class C, class Real>
constexpr ControllerOutputsOf<C, Real> controller_outputs(const ParametersOf<C, Real>& p, const StateOf<C, Real>& c,
                                                          const ControllerInputsOf<C, Real>& u,
                                                          const ControllerInputsOf<C, Real>& du,
                                                          const Measured<Real>& measured) {
  if constexpr (requires { typename C::template Outputs<Real>; })
    return C::template outputs<Real>(p, c, u, du, measured);
  else
    return {};
}

template <class C>
constexpr std::size_t kink_count_of_controller() {
  if constexpr (requires(const ParametersOf<C>& p, const StateOf<C>& c, const ControllerInputsOf<C>& u,
                         const Measured<double>& m) { C::template kinks<double>(p, c, u, m); })
    return std::tuple_size_v<decltype(C::template kinks<double>(ParametersOf<C>{}, StateOf<C>{},
                                                                ControllerInputsOf<C>{}, Measured<double>{}))>;
  else
    return 0;
}

}  // namespace stiction
