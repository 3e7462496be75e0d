// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/trajectory.hpp"
#include "stiction/papers/reproduce.hpp"

namespace stiction {

/// The panels that a figure asks for, from the runs of its cases (in their order) and what was measured in them.
Figure draw_figure(const PaperFigure& figure, const std::vector<Trajectory>& runs,
                   const std::vector<MeasuredNumber>& numbers);

}  // namespace stiction
