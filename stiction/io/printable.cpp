// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/printable.hpp"

#include <array>

namespace stiction {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: no UTF-8
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 && lead < 0xF5   ? 4
                            : lead >= 0xE0 && lead < 0xF0 ? 3
                            : lead >= 0xC2 && lead < 0xE0 ? 2
                                                          : 0;
  if (bytes == 0 || text.size() < bytes) return {};
  char32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < least[bytes] || code > 0x10FFFF || surrogate ? Character{} : Character{code, bytes};
}

bool is_harmless(char32_t c, Lines lines) {
  if (c == '\n' || c == '\t') return lines == Lines::kept;
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return false;
  const bool turns_direction =
      (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
  return !turns_direction && c != 0x2028 && c != 0x2029;
}

}  // namespace

std::string printable(std::string_view text, Lines lines) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_of(text);
    const std::size_t bytes = c.bytes == 0 ? 1 : c.bytes;
    if (c.bytes > 0 && is_harmless(c.code, lines)) {
      safe += text.substr(0, bytes);
    } else if (c.bytes > 0 && c.code == '\n') {
      safe += "\\n";
    } else {
      for (std::size_t i = 0; i < bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        safe += "\\x";
        safe += digits[byte >> 4U];
        safe += digits[byte & 15U];
      }
    }
    text.remove_prefix(bytes);
  }
  return safe;
}

std::string quoted_piece(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return printable(text);
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;  // inside a character
  return printable(text.substr(0, limit)) + "...";
}

}  // namespace stiction
