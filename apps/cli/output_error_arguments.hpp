// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "apps/cli/arguments.hpp"

namespace stiction::cli {

/// Options of a fit by simulation.
std::vector<OptionRow> output_error_options();

/// `identify --experiment FILE`: the experiment is simulated from the measured inputs, and its numbers fitted.
int run_output_error(const Arguments& arguments);

}  // namespace stiction::cli
