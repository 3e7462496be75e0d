// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// How the journals of a study are laid out: a head, then chunk after chunk, each with a head of its own.
namespace stiction::detail {

inline constexpr std::uint64_t journal_mark =
    0x314b534e4f495453;  // "STIONSK1" in memory: what the file is, and its version

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
inline std::uint64_t checksum(const void* bytes, std::size_t count) {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) sum = (sum ^ at[i]) * 0x100000001b3;
  return sum;
}

struct JournalHead {
  std::uint64_t mark, study, cases, columns;
};
/// Before the rows of a chunk.
struct ChunkHead {
  std::uint64_t chunk, rows, sum;
};
/// Of its rows, and of which chunk it is.
inline std::uint64_t checksum(std::uint64_t chunk, std::span<const double> rows) {
  return checksum(rows.data(), rows.size_bytes()) ^ checksum(&chunk, sizeof chunk);
}

}  // namespace stiction::detail
