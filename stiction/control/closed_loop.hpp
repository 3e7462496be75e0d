// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"
#include "stiction/plants/plant.hpp"

namespace stiction {

namespace detail {
template <class Struct>
constexpr auto rules_of() {
  if constexpr (requires { Struct::rules(); })
    return Struct::rules();
  else
    return Table<>{};
}
}  // namespace detail

/// A plant under a controller is a plant again: states, parameters and inputs of both side by side. The controller
/// reads what the plant measures, never the friction or its state, and adds to the plant's drive.
template <PlantModel Plant, ControllerModel Controller>
  requires HasDrive<Plant>
struct ClosedLoop {
  static constexpr PlantInfo info = Plant::info;
  static constexpr auto contact_names = Plant::contact_names;
  static constexpr std::size_t count = contact_count<Plant>;

  template <class Real>
  struct Parameters : ParametersOf<Plant, Real>, ParametersOf<Controller, Real> {
    static constexpr auto fields() {
      return join(ParametersOf<Plant, Real>::fields(), ParametersOf<Controller, Real>::fields());
    }
    static constexpr auto rules() {
      return join(detail::rules_of<ParametersOf<Plant, Real>>(), detail::rules_of<ParametersOf<Controller, Real>>());
    }
  };
  template <class Real>
  struct State : StateOf<Plant, Real>, StateOf<Controller, Real> {
    static constexpr auto fields() { return join(StateOf<Plant, Real>::fields(), StateOf<Controller, Real>::fields()); }
  };
  template <class Real>
  struct Inputs : InputsOf<Plant, Real>, InputsOf<Controller, Real> {
    static constexpr auto fields() {
      return join(InputsOf<Plant, Real>::fields(), InputsOf<Controller, Real>::fields());
    }
  };
  template <class Real>
  struct Outputs : OutputsOf<Plant, Real>, ControllerOutputsOf<Controller, Real> {
    Real control{0};
    static constexpr auto fields() {
      return join(OutputsOf<Plant, Real>::fields(), ControllerOutputsOf<Controller, Real>::fields(),
                  Table{Field{&Outputs::control, "control", "u", "N", any_finite, "Force of the controller."}});
    }
  };

  template <class Real>
  static constexpr Real control(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                const Inputs<Real>& du) {
    return Controller::template output<Real>(p, x, u, du, Plant::template measured<Real>(p, x));
  }
  template <class Real>
  static constexpr auto contacts(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                 const Inputs<Real>& du) {
    return Plant::template contacts<Real>(p, x, driven(p, x, u, du), du);
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return {Plant::template rate<Real>(p, x, driven(p, x, u, du), du, friction),
            Controller::template rate<Real>(p, x, u, du, Plant::template measured<Real>(p, x))};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>& p, State<Real>& x, const Inputs<Real>& u,
                                             std::size_t i, Real v) {
    Plant::template set_sliding_velocity<Real>(p, x, u, i, v);
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, count>& contacts) {
    return {Plant::scale(p, contacts), Controller::scale(p, contacts[0].force)};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return {outputs_of<Plant, Real>(p, x, driven(p, x, u, du), du, friction),
            controller_outputs<Controller, Real>(p, x, u, du, Plant::template measured<Real>(p, x)),
            control(p, x, u, du)};
  }
  /// Those of the plant, then those of the controller.
  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires(kink_count_of_plant<Plant>() + kink_count_of_controller<Controller>() > 0)
  {
    constexpr std::size_t of_plant = kink_count_of_plant<Plant>(), of_control = kink_count_of_controller<Controller>();
    std::array<Real, of_plant + of_control> all;
    if constexpr (of_plant > 0) {
      const auto own = Plant::template kinks<Real>(p, x, u);
      for (std::size_t i = 0; i < of_plant; ++i) all[i] = own[i];
    }
    if constexpr (of_control > 0) {
      const auto own = Controller::template kinks<Real>(p, x, u, Plant::template measured<Real>(p, x));
      for (std::size_t i = 0; i < of_control; ++i) all[of_plant + i] = own[i];
    }
    return all;
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires HasEnergy<Plant, Real>
  {
    return Plant::template energy<Real>(p, x, u);
  }
  /// The controller's force supplies the plant like any other.
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>& du, const std::array<Real, count>& friction)
    requires HasPower<Plant, Real>
  {
    return Plant::template power<Real>(p, x, driven(p, x, u, du), du, friction);
  }

 private:
  /// The plant's inputs with the controller's force in its drive.
  template <class Real>
  static constexpr InputsOf<Plant, Real> driven(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                                const Inputs<Real>& du) {
    InputsOf<Plant, Real> with_control = u;
    Real& drive = Plant::drive(with_control);
    drive = drive + control(p, x, u, du);
    return with_control;
  }
};

}  // namespace stiction
