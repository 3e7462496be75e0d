// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_number.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "stiction/io/csv_numbers.hpp"

namespace stiction {

std::optional<HtmlNumber> HtmlNumber::read(std::string_view words) {
  const std::optional<double> value = read_number(words);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  const bool negative = words.starts_with('-');
  if (negative || words.starts_with('+')) words.remove_prefix(1);
  const std::size_t e = words.find_first_of("eE"), point = words.find('.');
  const std::string_view mantissa = words.substr(0, e);
  HtmlNumber number{.whole = (negative ? "\u2212" : "") + std::string(mantissa.substr(0, point))};
  if (point < mantissa.size()) number.rest = mantissa.substr(point);
  number.width = static_cast<double>(number.rest.size());
  if (e == std::string_view::npos) return number;
  const int power = std::atoi(std::string(words.substr(e + 1)).c_str());
  const std::string exponent = std::to_string(std::abs(power));
  number.rest += "\u00a0\u00d7\u00a010<sup>" + std::string(power < 0 ? "\u2212" : "") + exponent + "</sup>";
  number.width += 5.5 + static_cast<double>(exponent.size());
  return number;
}

std::string digits_text(double x, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

}  // namespace stiction
