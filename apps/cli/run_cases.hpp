// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "apps/cli/arguments.hpp"
#include "stiction/papers/reproduce.hpp"

namespace stiction::cli {

/// What was measured in a figure, beside its references, and its claims.
void print_numbers(const FigureResult& result);

/// Runs a file with cases, claims or panels across them; returns the exit code.
int run_cases(const Arguments& arguments, std::string_view text);

}  // namespace stiction::cli
