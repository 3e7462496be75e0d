// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/json.hpp"
#include "stiction/io/sweep_file.hpp"
#include "stiction/io/sweep_table.hpp"

namespace stiction {

/// What a study gave: how many cases finished, the spread of every column, and where it comes from.
Json sweep_answer(const SweepFile& file, const Sweep& sweep, const SweepSummary& summary, const SweepSpread& spread);

/// One case by itself: its status, its numbers and how to run it again. `row` is as `Sweep::compute` gives it.
Json sweep_case_answer(const SweepFile& file, const Sweep& sweep, std::uint64_t index, std::span<const double> row);

/// What runs one case of a study again: settings for `stiction run`, "--set friction.static_force=1.4".
std::string case_settings(const Sweep& sweep, std::uint64_t index);

}  // namespace stiction
