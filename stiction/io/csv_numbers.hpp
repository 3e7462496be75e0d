// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Numbers as text in files: quick, exact and the same in every locale.
namespace stiction {

/// Appends the shortest text that reads back as the same double: "0.1", "nan", "-inf".
void append_number(std::string& text, double x);

/// The number that the whole of a text is: "1e-3", "+2", ".5", "nan", "Inf"; nothing when it is none.
std::optional<double> read_number(std::string_view text);

}  // namespace stiction
