// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "apps/cli/arguments.hpp"

/// The commands of the tool. Data goes to stdout, messages and progress to stderr; the return value is the exit code.
namespace stiction::cli {

inline constexpr int ok = 0, failed = 1, usage_error = 2, bad_input = 3, missing_feature = 4, interrupted = 130;

/// All commands, in the order of the help.
std::span<const CommandRow> commands();

CommandRow models_command();
CommandRow characterise_command();
CommandRow run_command();
CommandRow reproduce_command();
CommandRow analyse_command();
CommandRow map_command();
CommandRow sweep_command();
CommandRow doctor_command();
CommandRow compare_command();
CommandRow identify_command();
CommandRow design_command();
CommandRow watch_command();
CommandRow schema_command();
CommandRow completion_command();
CommandRow tour_command();

}  // namespace stiction::cli
