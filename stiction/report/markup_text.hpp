// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

/// Words and numbers as they may stand in SVG and HTML.
namespace stiction {

/// Any bytes as text or attribute value: markup is escaped, what is no character becomes U+FFFD.
std::string markup_text(std::string_view words);

/// A length in pixels, to a hundredth, without idle zeros: "12.5".
std::string pixel_text(double length);

/// Characters, not bytes, of UTF-8.
std::size_t character_count(std::string_view words);

/// Width of words in a usual sans serif of 12 px, rather too much than too little. SVG cannot ask the font.
double text_width(std::string_view words);

/// The words, cut with an ellipsis to fit a width [px].
std::string shortened(std::string_view words, double width);

/// "12" as "¹²".
std::string superscript(int exponent);

}  // namespace stiction
