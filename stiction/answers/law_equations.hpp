// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

namespace stiction {

/// The equations of a law as lines of plain text, in the symbols of its table; the header of the law has them with
/// their numbers in the papers. Empty for a name that is not in the catalogue. A test evaluates the lines beside the
/// law (tests/answers/law_equations_test.cpp), but for the few laws that need words.
std::vector<std::string_view> law_equations(std::string_view law);

}  // namespace stiction
