// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "benchmarks/peers/problems.hpp"

namespace stiction::peers {

/// Parameters of the law by which slopes are taken.
inline constexpr std::array slope_names{"bristle_stiffness", "bristle_damping", "viscous_damping",
                                        "coulomb_force",     "static_force",    "stribeck_velocity"};
template <class Real>
std::array<Real*, slope_names.size()> slope_parameters(LuGre::Parameters<Real>& p) {
  return {&p.bristle_stiffness, &p.bristle_damping, &p.viscous_damping,
          &p.coulomb_force,     &p.static_force,    &p.stribeck_velocity};
}

/// Slopes of the states at the end of a run: state n by parameter k at [6 n + k], states in the order of `Ode`.
using SlopeRun = std::function<std::vector<double>(double tolerance)>;

SlopeRun prepare_our_slopes(Problem problem, bool by_parts);
/// The same run without slopes; returns nothing of interest.
SlopeRun prepare_plain_run(Problem problem, bool by_parts);
SlopeRun prepare_cvodes(Problem problem);

}  // namespace stiction::peers
