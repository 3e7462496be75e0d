// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/csv_numbers.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

/// A number in the shape that every reader of doubles accepts, after the words for what is not finite.
bool has_the_shape_of_a_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

bool same_word(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] | 0x20) != lower_case[i]) return false;
  return true;
}

}  // namespace

void append_number(std::string& text, double x) {
  if (std::isnan(x)) {  // not "-nan", whatever its sign bit
    text += "nan";
    return;
  }
#ifdef __cpp_lib_to_chars
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
#else  // libc++ before version 14
  text += number_text(x);
#endif
}

std::optional<double> read_number(std::string_view text) {
  const bool signed_text = text.starts_with('+') || text.starts_with('-');
  const double sign = text.starts_with('-') ? -1 : 1;
  const std::string_view size = text.substr(signed_text ? 1 : 0);
  if (same_word(size, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (same_word(size, "inf") || same_word(size, "infinity")) return sign * std::numeric_limits<double>::infinity();
  if (!has_the_shape_of_a_number(size) || size.starts_with('+') || size.starts_with('-')) return std::nullopt;
  double x = 0;
#ifdef __cpp_lib_to_chars
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), x);
  if (end != size.data() + size.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {  // 1e999 and 1e-999
    const std::size_t exponent = size.find_first_of("eE");
    x = exponent != std::string_view::npos && size[exponent + 1] == '-' ? 0 : std::numeric_limits<double>::infinity();
  }
#else
  std::istringstream stream{std::string(size)};
  stream.imbue(std::locale::classic());
  if (!(stream >> x) || stream.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
#endif
  return sign * x;
}

}  // namespace stiction
