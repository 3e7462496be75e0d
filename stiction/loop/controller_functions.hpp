// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"
#include "stiction/schema/packing.hpp"

namespace stiction {

/// A controller, which sees what the plant measures and nothing else.
template <class Controller>
struct ControllerFunctions {
  template <class Number, class P>
  static constexpr void rate(const P* p, const Number* c, const Number* u, const Number* du, const Number* measured,
                             Number* dc) {
    pack(Controller::template rate<Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured)), dc);
  }
  template <class Number, class P>
  static constexpr Number output(const P* p, const Number* c, const Number* u, const Number* du,
                                 const Number* measured) {
    return Controller::template output<Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured));
  }
  template <class Number, class P>
  static constexpr void kinks([[maybe_unused]] const P* p, [[maybe_unused]] const Number* c,
                              [[maybe_unused]] const Number* u, [[maybe_unused]] const Number* measured,
                              [[maybe_unused]] Number* all) {
    if constexpr (kink_count_of_controller<Controller>() > 0) {
      const auto values = Controller::template kinks<Number>(parameters<Number>(p), state(c), input(u), seen(measured));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  template <class Number, class P>
  static constexpr void outputs(const P* p, const Number* c, const Number* u, const Number* du, const Number* measured,
                                Number* all) {
    pack(controller_outputs<Controller, Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured)),
         all);
  }
  static void scale(const double* p, double force, double* sizes) {
    pack(Controller::scale(parameters<double>(p), force), sizes);
  }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Controller, Number>>(p);
  }
  template <class Number>
  static constexpr auto state(const Number* c) {
    return unpacked<StateOf<Controller, Number>>(c);
  }
  template <class Number>
  static constexpr auto input(const Number* u) {
    return unpacked<ControllerInputsOf<Controller, Number>>(u);
  }
  template <class Number>
  static constexpr Measured<Number> seen(const Number* measured) {
    return {measured[0], measured[1]};
  }
};

}  // namespace stiction
