// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "stiction/analysis/stick_and_slip_modes.hpp"
#include "stiction/analysis/strictly_positive_real.hpp"
#include "stiction/schema/named_values.hpp"

/// Analysis of laws known by name. Values are complete sets, as the catalogue resolves them; a law without what is
/// asked for throws InvalidInput.
namespace stiction {

double steady_slope_of(std::string_view law, const NamedValues& values, double velocity);
/// The factor alpha of the plastic part \cite Dupont2002 (12); 1 for a law that always slips.
double plasticity_of(std::string_view law, const NamedValues& values, double deflection, double velocity);
double elastic_limit_of(std::string_view law, const NamedValues& values);
StickAndSlipModes modes_of(std::string_view law, const NamedValues& values, double mass, double spring, double speed);
BristleFilter bristle_filter_of(std::string_view law, const NamedValues& values);

/// Displacement gained per cycle when friction goes ever more slowly from one force to another and back: the integral
/// of dx over dz in both directions.
double quasistatic_drift_of(std::string_view law, const NamedValues& values, double from, double until);

}  // namespace stiction
