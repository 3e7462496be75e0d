// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "benchmarks/peers/run.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"

/// The problems from the plants, controllers and laws of the library, as a user puts them together and runs them.
namespace stiction::peers {

/// An experiment with the two signals every peer hands over.
template <bool Events, class Plant>
Run run_experiment(Experiment<Plant, LuGre>& e, const char* position, double tolerance, Output output) {
  e.solver.tolerance = tolerance;
  e.record.interval = output == Output::every_row ? output_interval : e.duration;
  e.record.signals = {position, "friction_force"};
  Trajectory t;
  if constexpr (Events)
    t = simulate(e);
  else
    t = simulate_without_events(e);
  if (!t.result.finished()) return {};
  return {std::move(t.signals[0].values), std::move(t.signals[1].values)};
}

template <bool Events>
Run run_problem(Hunting, double tolerance, Output output) {
  Experiment<ClosedLoop<MassOnSurface, Pid>, LuGre> e;
  e.friction() = preset<LuGre>(Hunting::preset_name);
  e.inputs.reference = 1.0;
  e.duration = Hunting::span;
  return run_experiment<Events>(e, "position", tolerance, output);
}
template <bool Events, class Problem>
Run run_problem(Problem, double tolerance, Output output) {
  Experiment<PulledMass, LuGre> e;
  e.friction() = preset<LuGre>(Problem::preset_name);
  e.inputs.pull_speed = Problem::pulling_speed;
  e.duration = Problem::span;
  Run run = run_experiment<Events>(e, "elongation", tolerance, output);
  for (std::size_t i = 0; i < run.position.size(); ++i)
    run.position[i] = Problem::pulling_speed * (static_cast<double>(i) * output_interval) - run.position[i];
  return run;
}

}  // namespace stiction::peers
