// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/json.hpp"
#include "stiction/io/sweep_file.hpp"
#include "stiction/io/sweep_table.hpp"

namespace stiction {

/// What a study gave: how many cases finished, the spread of every column, and where it comes from.
Json sweep_answer(const SweepFile& file, const Sweep& sweep, const SweepSummary& summary, const SweepSpread& spread);

/// What runs one case of a study again: settings for `stiction run`, "--set friction.static_force=1.4".
std::string case_settings(const Sweep& sweep, std::uint64_t index);

}  // namespace stiction
