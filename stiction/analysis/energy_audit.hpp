// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// Where the energy of a run went, from the signals of a plant that keeps account (`WithWork`):
///
/// \f[ W_s = \Delta E + \Delta S + D + \varepsilon, \quad D = \textstyle\sum W_i - \Delta S \f]
///
/// supplied = mechanical + stored in bristles + dissipated, and what is left over is the integrator's error.
struct EnergyAudit {
  double supplied = 0;            ///< W_s [J]
  double mechanical = 0;          ///< gain of kinetic and potential energy [J]
  double stored = 0;              ///< gain of energy in laws that store it [J]
  double dissipated = 0;          ///< by friction [J]
  double integration_error = 0;   ///< largest |W_s - dE - sum W_i| at any sample [J]
  double largest_given_back = 0;  ///< largest fall of the dissipated energy after a maximum [J]
  bool storage_known = true;      ///< every law tells what it stores; else what it gives back may be that
  double relative_error = 0;      ///< of the integrator, per energy that was moved
  std::string sentence{};
};

/// `start` and `end` [s] bound the span that is looked at; less than `resolution` [J] given back is the solver's error.
/// A trajectory without the signals of `WithWork` throws.
EnergyAudit audit_energy(const Trajectory& trajectory, double start = -1e300, double end = 1e300,
                         double resolution = 0);

}  // namespace stiction
