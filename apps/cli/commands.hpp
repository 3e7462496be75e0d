// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

/// The commands of the tool. Data goes to stdout, messages to stderr; the return value is the exit code.
namespace stiction::cli {

inline constexpr int ok = 0, usage_error = 2, bad_input = 3;

/// stiction models [NAME]: the catalogue, or one law with its parameters, presets and promises.
int models_command(std::span<const std::string_view> arguments);

/// stiction tour [FOLDER]: the catalogue in one table and a first figure.
int tour_command(std::span<const std::string_view> arguments);

}  // namespace stiction::cli
