// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace stiction::fuzz {

inline std::string_view text(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Ends the program, which the fuzzer reports with the input that led here.
inline void require(bool holds, const char* otherwise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", otherwise);
  std::abort();
}

/// A message must say something, must not flood the screen and must not steer the terminal.
inline void require_readable(std::string_view message) {
  require(!message.empty() && message.size() < 100000, "a message of unreadable length");
  for (const char c : message)
    require(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "a control character in a message");
}

}  // namespace stiction::fuzz
