// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/monitor.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {

/// The force at which a mass at rest breaks away when the applied force rises at a constant rate
/// \cite CanudasDeWit1995 Fig. 4. Break-away is the first local maximum of friction: a threshold of velocity is passed
/// before it at high rates, and the largest friction of all comes later, from drag. A law with true rest breaks away
/// where it says so.
struct Breakaway {
  double loading_rate = 0;  ///< [N/s]
  double force = 0;         ///< friction at break-away [N]
  double time = 0;          ///< since the force began to rise [s]
  bool found = false;       ///< false: friction had no maximum before twice its level was applied
};

template <class Law>
Breakaway breakaway(const ParametersOf<Law>& p, double mass, double loading_rate, double tolerance = 1e-10) {
  if (!(loading_rate > 0)) throw InvalidInput("breakaway", {{"loading_rate", "loading_rate must be positive"}});
  Experiment<MassOnSurface, Law> run;
  run.plant.mass = mass;
  run.friction() = p;
  run.inputs.force = Signal::ramp(loading_rate);
  run.solver.tolerance = tolerance;
  // The highest level among the law's parameters bounds what it can hold.
  double level = Law::coulomb_level(p);
  for_each_field(p, [&](const auto& row, double x, std::size_t) {
    if (row.role == Role::force_level) level = std::max(level, x);
  });
  run.duration = 2 * level / loading_rate;
  run.record = {.interval = run.duration, .signals = {"velocity"}};
  Extrema friction([](const auto& system, double t, const auto& y) { return system.friction_at(t, y)[0]; });
  const Trajectory t = simulate(run, friction);
  Breakaway answer{.loading_rate = loading_rate};
  for (const TrajectoryEvent& event : t.events)
    if (!answer.found && event.what == "slip")
      answer.found = true, answer.time = event.time, answer.force = loading_rate * event.time;
  if (!answer.found && !friction.maxima.empty())
    answer.found = true, answer.time = friction.maxima.front().time, answer.force = friction.maxima.front().value;
  return answer;
}

}  // namespace stiction
