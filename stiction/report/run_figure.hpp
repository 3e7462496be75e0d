// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/experiment_file.hpp"
#include "stiction/loop/trajectory.hpp"
#include "stiction/report/figure.hpp"

namespace stiction {

/// Panels for a run whose file asks for none: positions with what they are to follow, velocities, forces, as far as
/// they change.
std::vector<NamedPanel> chosen_panels(const Trajectory& trajectory);

/// A run as a figure: the panels asked for, or else motion, velocity and forces over time, phases of rest shaded.
Figure run_figure(const Trajectory& trajectory, const std::string& title, const std::vector<NamedPanel>& panels = {});

}  // namespace stiction
