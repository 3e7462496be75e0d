// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"

namespace stiction {

/// States a controller may have in its sampled form.
inline constexpr std::size_t largest_controller = 24;

/// One sample of a controller chosen at run time, as `Sampled` has it at compile time: moves the states c and the force
/// asked for; false, and nothing moved, for a sample that is not a number.
bool sampled_step(const ControllerPart& part, const double* p, double* c, double& force, const double* u,
                  const double* du, const Measured<double>& measured, double sample_time);

/// The same with slopes, for a sample that was a number: moves the states and returns the force.
Slopes sampled_step(const ControllerPart& part, const Slopes* p, Slopes* c, const Slopes* u, const Slopes* du,
                    const Measured<Slopes>& measured, const Slopes& sample_time);

}  // namespace stiction
