// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// Applies "friction.static_force=2" or, with a unit, "friction.static_force=2 kN": a number by its path. Throws
/// InvalidInput for another form, a path that is not there or a unit that does not fit. Ranges are judged by
/// `resolved`.
void apply_setting(NamedExperiment& experiment, std::string_view setting);
/// Several, in any order: another model, which takes the values of the old one away, comes before values.
void apply_settings(NamedExperiment& experiment, std::vector<std::string> settings);

}  // namespace stiction
