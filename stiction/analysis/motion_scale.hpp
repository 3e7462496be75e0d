// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

/// How large motions are, for verdicts. The scales of a run are those of its tolerances: a law whose force depends on
/// the logarithm of speed needs velocities solved to 1e-32 m/s, which says nothing of how fast it slides.
namespace stiction {

/// The smallest velocity among the parameters of the law in a contact, a Stribeck or a reference velocity [m/s]; 0
/// where it has none.
double named_speed(const LoopRun& run, std::size_t contact);

/// Whether the law in a contact distinguishes speeds far below the one it names.
bool spans_decades_of_speed(const LoopRun& run, std::size_t contact);

/// The scales of the states at y; velocities by the speed of a contact that spans decades, where that is larger.
std::vector<double> motion_scale(const LoopRun& run, double t, const std::vector<double>& y);

}  // namespace stiction
