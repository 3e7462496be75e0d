// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/mat_names.hpp"

#include <algorithm>
#include <array>

namespace stiction {
namespace {

constexpr std::size_t longest = 63;  // namelengthmax

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_keyword(std::string_view name) {
  constexpr std::array<std::string_view, 20> keywords = {
      "break",  "case", "catch",     "classdef", "continue",   "else",   "elseif", "end",    "for", "function",
      "global", "if",   "otherwise", "parfor",   "persistent", "return", "spmd",   "switch", "try", "while"};
  return std::find(keywords.begin(), keywords.end(), name) != keywords.end();
}

}  // namespace

std::string MatNames::unique(std::string_view name) {
  std::string valid;
  for (const char c : name) valid += is_letter(c) || (c >= '0' && c <= '9') ? c : '_';
  while (valid.size() > 1 && valid.ends_with('_') && !name.ends_with('_')) valid.pop_back();  // "stiffness[2]"
  if (valid.empty() || !is_letter(valid[0]) || is_keyword(valid)) valid.insert(0, "x_");
  valid.resize(std::min(valid.size(), longest));
  std::string candidate = valid;
  for (int k = 2; !given_.insert(candidate).second; ++k) {
    const std::string suffix = "_" + std::to_string(k);
    candidate = valid.substr(0, longest - suffix.size()) + suffix;
  }
  return candidate;
}

std::u16string utf16(std::string_view text) {
  std::u16string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U; };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    unsigned code = length == 1 ? first : first & (0x7FU >> length);
    bool valid = length > 0;
    for (std::size_t k = 1; k < length; ++k) {
      valid = valid && (byte(k) & 0xC0U) == 0x80U;
      code = code << 6U | (byte(k) & 0x3FU);
    }
    if (!valid || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) {
      out += u'\uFFFD';
      ++i;
      continue;
    }
    if (code >= 0x10000) {
      out += static_cast<char16_t>(0xD800U + ((code - 0x10000U) >> 10U));
      out += static_cast<char16_t>(0xDC00U + ((code - 0x10000U) & 0x3FFU));
    } else {
      out += static_cast<char16_t>(code);
    }
    i += length;
  }
  return out;
}

}  // namespace stiction
