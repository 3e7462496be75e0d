// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/markup_text.hpp"

#include <array>
#include <cmath>

namespace stiction {
namespace {

constexpr std::string_view no_character = "\xEF\xBF\xBD";  // U+FFFD

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Length of the character that starts at `at`, 0 when the bytes there are none that XML allows.
std::size_t character_length(std::string_view s, std::size_t at) {
  const auto byte = [&](std::size_t k) { return at + k < s.size() ? static_cast<unsigned char>(s[at + k]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? (first == 0x7F ? 0 : 1) : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > s.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!continues(s[at + k])) return 0;
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) >= 0xA0, beyond = first == 0xF4 && byte(1) >= 0x90;
  const bool not_for_xml = first == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
  return overlong || surrogate || beyond || not_for_xml ? 0 : length;
}

}  // namespace

std::string markup_text(std::string_view words) {
  std::string safe;
  safe.reserve(words.size());
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = character_length(words, at);
    const char c = words[at];
    if (length == 0)
      safe += no_character;
    else if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += words.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return safe;
}

std::string pixel_text(double length) {
  const long hundredths = std::lround(length * 100), size = std::labs(hundredths);
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100);
  if (size % 100 != 0) {
    text += '.';
    text += static_cast<char>('0' + size % 100 / 10);
    if (size % 10 != 0) text += static_cast<char>('0' + size % 10);
  }
  return text;
}

std::size_t character_count(std::string_view words) {
  std::size_t count = 0;
  for (const char c : words) count += continues(c) ? 0U : 1U;
  return count;
}

double text_width(std::string_view words) {
  double width = 0;
  for (const char c : words) {
    if (continues(c)) continue;
    constexpr std::string_view narrow = " .,:;|!'()[]ijlt/frI-";
    width += narrow.find(c) != std::string_view::npos ? 4.7 : c == 'm' || c == 'w' || c == 'M' || c == 'W' ? 11.5 : 7.7;
  }
  return width;
}

std::string shortened(std::string_view words, double width) {
  if (text_width(words) <= width) return std::string(words);
  std::string kept(words);
  while (!kept.empty() && text_width(kept) + 8 > width) {
    while (kept.size() > 1 && continues(kept.back())) kept.pop_back();
    kept.pop_back();
  }
  return kept + "\u2026";
}

std::string superscript(int exponent) {
  constexpr std::array digits = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                 "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "\u207b" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[static_cast<std::size_t>(c - '0')];
  return text;
}

}  // namespace stiction
