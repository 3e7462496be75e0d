// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "benchmarks/peers/grid_recorder.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/simulation/closed_loop.hpp"
#include "stiction/simulation/coupled_system.hpp"

/// The problems from the plants, controllers and laws of the library, as a user puts them together.
namespace stiction::peers {

/// A plant of the library on LuGre friction.
template <bool Events, class Plant, class Problem, class PositionOf>
Run run_coupled(const InputsOf<Plant, Signal>& inputs, double tolerance, Output output, PositionOf position_of) {
  using System = BasicCoupledSystem<Events, Plant, LuGre>;
  System system({}, {preset<LuGre>(Problem::preset_name)}, inputs);
  system.start(0, {});
  return solve_on_grid(
      system, Problem::span, tolerance, row_count<Problem>,
      [&](double t, const Vector<System::size>& y) -> Row {
        LuGre::State<double> dz;
        return {position_of(t, y), System::template friction<0, double>(system.laws(), system.modes(),
                                                                        system.memories(), system.contacts_at(t, y)[0],
                                                                        t, System::template law_state<0>(y), dz)};
      },
      output);
}

template <bool Events>
Run run_problem(Hunting, double tolerance, Output output) {
  using Servo = ClosedLoop<MassOnSurface, Pid>;
  InputsOf<Servo, Signal> inputs;
  inputs.reference = 1.0;
  return run_coupled<Events, Servo, Hunting>(inputs, tolerance, output, [](double, const auto& y) { return y[0]; });
}
template <bool Events, class Problem>
Run run_problem(Problem, double tolerance, Output output) {
  InputsOf<PulledMass, Signal> inputs;
  inputs.pull_speed = Problem::pulling_speed;
  return run_coupled<Events, PulledMass, Problem>(
      inputs, tolerance, output, [](double t, const auto& y) { return Problem::pulling_speed * t - y[0]; });
}

}  // namespace stiction::peers
