// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {

/// A controller in sampled form: one force per sample, from the same text as the continuous one. No allocation, no
/// exception, bounded time, float or double.
///
/// The states are carried over the sample by the linearly implicit Ros2 with the exact Jacobian, at the inputs and the
/// measurement that the sample brings; the force follows from the new states. So an observer whose bristles settle in
/// a hundredth of a sample stays stable, and its force is that of bristles that have settled. The force is of first
/// order in the sample time, as any force is that is held over a sample.
///
/// A sample that is no number changes nothing: the force is held, and `valid` says so. `measurement.hpp` has what lies
/// between a plant and a sample: encoder, noise, delay, limit.
template <ControllerModel Controller, std::floating_point Real = double>
class Sampled {
 public:
  using Parameters = ParametersOf<Controller, Real>;
  using State = StateOf<Controller, Real>;
  using Inputs = ControllerInputsOf<Controller, Real>;

  /// All that is carried from sample to sample.
  struct Memory {
    State state{};
    Real force{0};  ///< of the last good sample [N]
  };
  struct Result {
    Real force;  ///< [N]
    bool valid;
  };

  static Result step(const Parameters& p, Memory& memory, const Inputs& u, const Inputs& du,
                     const Measured<Real>& measured, Real sample_time) noexcept {
    if (!is_finite(u) || !is_finite(du) || !std::isfinite(measured[0]) || !std::isfinite(measured[1]))
      return {memory.force, false};
    State next = memory.state;
    if constexpr (size > 0) next = advanced(p, memory.state, u, du, measured, sample_time);
    const Real force = Controller::template output<Real>(p, next, u, du, measured);
    if (!std::isfinite(force) || !is_finite(next)) return {memory.force, false};
    memory = {next, force};
    return {force, true};
  }

 private:
  static constexpr std::size_t size = field_count<State>;

  /// The controller's equations with everything else held.
  struct Equations {
    static constexpr std::size_t size = Sampled::size;
    const Parameters& p;
    const Inputs& u;
    const Inputs& du;
    const Measured<Real>& measured;

    template <class Number>
    Vector<size, Number> rates(const Number&, const Vector<size, Number>& c) const {
      return equations<Number>(p, u, du, measured, c);
    }
    static constexpr Pattern<size> pattern() {
      return pattern_from<size>([](const auto& t, const auto& c) {
        return equations<std::remove_cvref_t<decltype(t)>>(Parameters{}, Inputs{}, Inputs{}, Measured<Real>{}, c);
      });
    }
    Vector<size> scale() const { return {}; }
    bool is_driven() const { return false; }
  };
  template <class Number>
  static constexpr Vector<size, Number> equations(const Parameters& p, const Inputs& u, const Inputs& du,
                                                  const Measured<Real>& measured, const Vector<size, Number>& c) {
    using InNumbers = ControllerInputsOf<Controller, Number>;
    Vector<size, Number> dc;
    pack<0>(Controller::template rate<Number>(convert<ParametersOf<Controller, Number>>(p),
                                              unpacked<StateOf<Controller, Number>, 0>(c), convert<InNumbers>(u),
                                              convert<InNumbers>(du), {Number(measured[0]), Number(measured[1])}),
            dc);
    return dc;
  }
  static State advanced(const Parameters& p, const State& from, const Inputs& u, const Inputs& du,
                        const Measured<Real>& measured, Real h) noexcept {
    const Equations system{p, u, du, measured};
    RosenbrockStep<Ros2, Equations, Real> step;
    Vector<size, Real> start, end;
    pack<0>(from, start);
    step.begin_and_take(system, Real(0), start, h, end);
    return unpacked<State, 0>(end);
  }
  template <class Struct>
  static bool is_finite(const Struct& s) noexcept {
    bool finite_so_far = true;
    for_each_field(s, [&](const auto&, Real x, std::size_t) { finite_so_far = finite_so_far && std::isfinite(x); });
    return finite_so_far;
  }
};

}  // namespace stiction
