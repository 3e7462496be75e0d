// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/measure.hpp"

/// Numbers that follow from an experiment without running it: what a paper proves or linearises, `what =
/// "certificate"`.
///
/// | signal                          | is                                                                            |
/// |---------------------------------|-------------------------------------------------------------------------------|
/// | number                          | the number at the path `x`, "friction.static_force"                           |
/// | steady_force, steady_slope      | of the law at the velocity `at`, and its derivative                           |
/// | plasticity                      | fraction of the motion at `at` that slips, with the initial deflection: alpha |
/// | passivity_margin                | of the law: positive where v -> F is passive                                  |
/// | smallest_extracting_speed       | bursts faster than this draw energy from LuGre's bristles                     |
/// | elastic_limit                   | force up to which the law does not slip at all                                |
/// | quasistatic_drift               | displacement gained when friction goes slowly `from` a force `until` another  |
/// | stick_frequency, slip_frequency | of the mass on bristles and spring; on the spring alone, sliding with `at`    |
/// | stick_damping_ratio, slip_...   | of the same two oscillations                                                  |
/// | equilibrium.STATE               | a state where all rates vanish, searched from the initial state               |
/// | eigenvalue_real, ..._imaginary  | number `index` of the linearisation there, by rising real part                |
/// | characteristic_coefficient      | of s to the power n - `index`; 1 for index 0                                  |
/// | border_determinant              | the last Hurwitz determinant but one; a_1 a_2 - a_3 for a cubic               |
/// | unstable_roots                  | how many eigenvalues have a positive real part, by Routh's table              |
/// | stability_border                | the number at the path `x` where border_determinant changes its sign          |
/// | gain.STATE                      | amplitude per amplitude of the number at the path `x`, at `level` hertz       |
/// | strictly_positive_real          | 1 or 0: does the controller's observer of friction converge by theorem 1 or 2 |
/// | lowest_real_part                | of the G(jw) of that theorem, \cite CanudasDeWit1995                          |
/// | frequency_of_lowest_real_part   | where that is [rad/s]                                                         |
/// | high_frequency_limit            | lim w^2 Re G for relative degree 1, lim Re G otherwise                        |
/// | smallest_velocity_gain          | above which a PD loop is strictly positive real                               |
/// | stick_slip_border               | the number at the path `x` where stick-slip with exact stiction ends          |
///
/// `from` and `until` bound the range of a border. States on which no rate depends, such as the position of a mass that
/// nothing holds, are left out of equilibria and linearisations: steady sliding is an equilibrium.
namespace stiction {

/// Throws InvalidInput for a name that does not exist and for an experiment it does not apply to.
MeasuredValue certificate(const NamedExperiment& experiment, const Measure& measure);

}  // namespace stiction
