// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Sobol's sequence: points that fill a cube evenly, each a function of its index alone.
namespace stiction {

inline constexpr std::size_t sobol_axes = 20;

/// Coordinate `axis` of point `index` as a binary fraction of 32 bits; indices up to 2^32. Direction numbers of Joe and
/// Kuo (2008). `index` and not its Gray code: every power of two of points is the same set either way.
constexpr std::uint32_t sobol_bits(std::uint64_t index, std::size_t axis) {
  // Degree and inner coefficients of the primitive polynomial, then the first direction numbers.
  struct Row {
    unsigned degree, coefficients;
    std::array<std::uint32_t, 7> first;
  };
  constexpr std::array<Row, sobol_axes - 1> rows{{{1, 0, {1}},
                                                  {2, 1, {1, 3}},
                                                  {3, 1, {1, 3, 1}},
                                                  {3, 2, {1, 1, 1}},
                                                  {4, 1, {1, 1, 3, 3}},
                                                  {4, 4, {1, 3, 5, 13}},
                                                  {5, 2, {1, 1, 5, 5, 17}},
                                                  {5, 4, {1, 1, 5, 5, 5}},
                                                  {5, 7, {1, 1, 7, 11, 19}},
                                                  {5, 11, {1, 1, 5, 1, 1}},
                                                  {5, 13, {1, 1, 1, 3, 11}},
                                                  {5, 14, {1, 3, 5, 5, 31}},
                                                  {6, 1, {1, 3, 3, 9, 7, 49}},
                                                  {6, 13, {1, 1, 1, 15, 21, 21}},
                                                  {6, 16, {1, 3, 1, 13, 27, 49}},
                                                  {6, 19, {1, 1, 1, 15, 7, 5}},
                                                  {6, 22, {1, 3, 1, 15, 13, 25}},
                                                  {6, 25, {1, 1, 5, 5, 19, 61}},
                                                  {7, 1, {1, 3, 7, 11, 23, 15, 103}}}};
  std::array<std::uint32_t, 32> direction{};
  if (axis == 0) {
    for (std::size_t k = 0; k < 32; ++k) direction[k] = std::uint32_t{1} << (31 - k);
  } else {
    const Row& row = rows[axis - 1];
    const std::size_t s = row.degree;
    for (std::size_t k = 0; k < 32; ++k) {
      if (k < s) {
        direction[k] = row.first[k] << (31 - k);
        continue;
      }
      direction[k] = direction[k - s] ^ (direction[k - s] >> s);
      for (std::size_t i = 1; i < s; ++i)
        if ((row.coefficients >> (s - 1 - i)) & 1) direction[k] ^= direction[k - i];
    }
  }
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < 32; ++k)
    if ((index >> k) & 1) bits ^= direction[k];
  return bits;
}

}  // namespace stiction
