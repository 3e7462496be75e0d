// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/sweep_table.hpp"

namespace stiction::cli {

/// Counts, the spread of every column, and why cases did not finish and how to run them again; `call` is that of the
/// study, without what says where its table goes.
void print_sweep_summary(const std::string& call, const Sweep& sweep, const SweepSummary& summary);
/// Beside each other: what slopes at the nominal numbers say, and what all cases say.
void print_sweep_spread(const Sweep& sweep, const SweepSummary& summary, const SweepSpread& spread);

}  // namespace stiction::cli
