// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/rotary_text.hpp"

#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Where the unit behind the number at `start` begins, "0.5 N.s/m"; npos where no number with a unit stands there.
std::size_t unit_behind_number(const std::string& text, std::size_t start) {
  const std::size_t digit = start + (start < text.size() && text[start] == '-' ? 1 : 0);
  if (digit >= text.size() || !is_digit(text[digit])) return std::string::npos;
  const std::size_t end = text.find_first_of(" ,;", digit);
  if (end == std::string::npos || text[end] != ' ') return std::string::npos;
  return end + 1 < text.size() && is_letter(text[end + 1]) ? end + 1 : std::string::npos;
}

}  // namespace

std::string rotary_text(const std::string& complaint) {
  constexpr std::string_view equals = " = ";
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = complaint.find(equals); at != std::string::npos; at = complaint.find(equals, at + 1)) {
    const std::size_t begin = unit_behind_number(complaint, at + equals.size());
    if (begin == std::string::npos) continue;
    std::size_t end = begin;
    while (end < complaint.size() &&
           (is_letter(complaint[end]) || is_digit(complaint[end]) || complaint[end] == '.' || complaint[end] == '/'))
      ++end;
    const std::string unit = complaint.substr(begin, end - begin);
    text.append(complaint, done, begin - done).append(parse_unit(unit) ? rotational(unit) : unit);
    done = end;
  }
  return text.append(complaint, done);
}

}  // namespace stiction
