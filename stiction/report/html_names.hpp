// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

/// Names of symbols, files and units as a reader expects them.
namespace stiction {

/// A letter of the alphabet, and what may stand in a name.
bool is_letter(char c);
bool is_word(char c);

/// "sigma" as "σ"; empty for what is no Greek letter.
std::string_view greek_letter(std::string_view name);

/// May it carry a subscript? One letter or a Greek one.
bool is_symbol(std::string_view base);

/// A name of files as words: "period_before" as "period before"; the subscript of "v_max" stays.
std::string name_words(std::string_view name);

/// A unit as it is printed: "N.s/m2" as "N·s/m²"; empty for the pure number "1".
std::string printed_unit(std::string_view unit);

}  // namespace stiction
