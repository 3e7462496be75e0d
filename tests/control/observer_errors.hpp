// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "stiction/models/lugre.hpp"
#include "stiction/schema/number_text.hpp"
#include "tests/control/loop_runs.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing {

/// Errors of motion and of estimated friction at given times; judged by the first error and by F_C.
template <class Loop>
void follow(Loop loop, const std::string& name, const std::vector<double>& times, double tolerance, Measurements& m) {
  loop.tolerance = tolerance;
  for (const double t : times) {
    loop.run_to(t);
    const auto x = loop.state();
    const auto u = loop.system.inputs_at(t);
    const std::string time = "(" + number_text(t) + ")";
    if constexpr (requires { u.reference; })
      m[name + "/e" + time] = {x.position - u.reference, 1e-3};
    else
      m[name + "/ev" + time] = {x.velocity - u.reference_velocity, 1e-3};
    m[name + "/Ftilde" + time] = {loop.friction() - loop.outputs().friction_estimate, 1};
  }
}

}  // namespace stiction::testing
