// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"

/// Experiments of the papers whose cycles are known.
namespace stiction::testing {

/// A mass pulled through a spring \cite CanudasDeWit1995, Fig. 6.
inline NamedExperiment stick_slip_1995() {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  return e;
}

/// \cite Astrom2008, Fig. 4, with drag.
inline NamedExperiment stick_slip_2008(double viscous_damping = 0, double pull_speed = 2) {
  NamedExperiment e = stick_slip_1995();
  e.friction = {{.model = "lugre", .preset = "astrom2008_fig4", .values = {{"viscous_damping", viscous_damping}}}};
  e.inputs["pull_speed"] = pull_speed;
  return e;
}

/// A mass under PID control \cite CanudasDeWit1995, Fig. 8.
inline NamedExperiment hunting() {
  NamedExperiment e;
  e.controller = NamedPart{.model = "pid"};
  e.references["reference"] = 1.0;
  return e;
}

inline NamedPart stiction_law(double static_force, double coulomb_force, double viscous_damping) {
  return {.model = "stiction_coulomb_viscous",
          .values = {
              {"static_force", static_force}, {"coulomb_force", coulomb_force}, {"viscous_damping", viscous_damping}}};
}

}  // namespace stiction::testing
