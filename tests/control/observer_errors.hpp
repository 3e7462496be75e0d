// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing {

/// Errors of motion and of estimated friction at given times; judged by the first error and by F_C.
template <class Loop>
void follow(Experiment<Loop, LuGre> run, const std::string& name, const std::vector<double>& times, double tolerance,
            Measurements& m) {
  constexpr bool of_position = requires { run.inputs.reference; };
  run.duration = times.back();
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at(times);
  CoupledSystem<Loop, LuGre> system(run.plant, run.laws, run.inputs);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  for (const auto& now : at) {
    const auto x = unpacked<StateOf<Loop>, 0>(now.state);
    const auto u = system.inputs().values(now.time), du = system.inputs().rates(now.time);
    const std::string time = "(" + number_text(now.time) + ")";
    if constexpr (of_position)
      m[name + "/e" + time] = {x.position - u.reference, 1e-3};
    else
      m[name + "/ev" + time] = {x.velocity - u.reference_velocity, 1e-3};
    const double estimate = Loop::template outputs<double>(run.plant, x, u, du, {now.friction}).friction_estimate;
    m[name + "/Ftilde" + time] = {now.friction - estimate, 1};
  }
}

}  // namespace stiction::testing
