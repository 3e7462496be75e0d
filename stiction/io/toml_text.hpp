// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "stiction/io/toml.hpp"

namespace stiction {

/// Parses TOML; throws InvalidFile with the line of what is wrong. `name` is what messages call the text.
///
/// Keys and brackets nested deeper than any experiment needs are refused before parsing: toml++ is recursive, and a key
/// of 200 000 parts would overflow the stack.
toml::table parse_toml(std::string_view text, const std::string& name);

}  // namespace stiction
