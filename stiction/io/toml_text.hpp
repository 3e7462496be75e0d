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

/// A number that reads back to the last bit. Whole numbers of TOML have 63 bits; larger ones are written as 2e19 or
/// with a decimal point.
std::string toml_number(double x);

}  // namespace stiction
