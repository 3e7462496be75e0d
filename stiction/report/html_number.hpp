// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stiction {

/// A number as a table sets it, cut where the decimal points of a column stand below one another.
struct HtmlNumber {
  std::string whole;   ///< "−12"
  std::string rest{};  ///< ".5", "× 10<sup>−7</sup>"
  double width = 0;    ///< of the rest, in widths of a digit; rather too much than too little

  /// Nothing for words that are no number.
  static std::optional<HtmlNumber> read(std::string_view words);
};

/// A number in so many significant digits, as it is read again: "4.72197", "1.5e-07".
std::string digits_text(double x, int digits);

}  // namespace stiction
