// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/sweep_table.hpp"
#include "stiction/report/figure.hpp"

namespace stiction {

/// What a study with these rows gave, a panel for each measurement: curves over a grid of one number, colours over a
/// grid of two, and else how often which values occur, with the 5 %, 50 % and 95 % marked.
Figure sweep_figure(const Sweep& sweep, const SweepRows& cases, const SweepSummary& summary);

}  // namespace stiction
