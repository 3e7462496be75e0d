// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

/// Formulas, numbers and units inside plain sentences, set as a reader of papers expects them.
///
/// | written                    | set                                    |
/// |----------------------------|----------------------------------------|
/// | F_C, sigma_0, z_ss         | one letter or Greek name, subscript    |
/// | x_a^2, e^{-t}              | superscript                            |
/// | 6e-8 N.s/m, 15 um          | 6 × 10⁻⁸ N·s/m, 15 µm, not broken apart |
/// | a - b, -1, <=, ->, sqrt(2) | a − b, −1, ≤, →, √(2)                  |
/// | Figs. 4-6, (19)-(21)       | a range, with its longer dash          |
namespace stiction {

/// Words as HTML: escaped, formulas set, `code` between backticks left alone; a lone backtick stays one.
std::string html_words(std::string_view words);

/// The same as plain text, for the labels of figures: no subscripts, F_C stays as it is.
std::string printed_words(std::string_view words);

}  // namespace stiction
