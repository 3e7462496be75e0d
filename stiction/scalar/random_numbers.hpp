// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

/// Random numbers without a state: each is a function of a seed and of its own address, so that a case of a study has
/// the same numbers whoever computes it, and whenever.
namespace stiction {

/// 128 random bits for an address: Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw 2011).
constexpr std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, std::uint64_t item, std::uint64_t stream) {
  constexpr auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  constexpr auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  std::array<std::uint32_t, 4> x{low(item), high(item), low(stream), high(stream)};
  std::uint32_t k0 = low(seed), k1 = high(seed);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * x[0], b = std::uint64_t{0xCD9E8D57} * x[2];
    x = {high(b) ^ x[1] ^ k0, low(b), high(a) ^ x[3] ^ k1, low(a)};
    k0 += 0x9E3779B9, k1 += 0xBB67AE85;
  }
  return x;
}

constexpr std::uint64_t random_word(std::uint64_t seed, std::uint64_t item, std::uint64_t stream) {
  const auto x = random_bits(seed, item, stream);
  return (std::uint64_t{x[1]} << 32) | x[0];
}

/// 53 bits as a number between 0 and 1, never either of them.
constexpr double fraction_of(std::uint64_t word) { return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52; }

constexpr double random_fraction(std::uint64_t seed, std::uint64_t item, std::uint64_t stream) {
  return fraction_of(random_word(seed, item, stream));
}

/// The value below which a normal variable with mean 0 and variance 1 lies with a probability.
inline double normal_quantile(double probability) {
  if (probability == 0.5) return 0;
  const bool upper = probability > 0.5;
  const double q = upper ? 1 - probability : probability;
  if (!(q > 0)) return (upper ? 1 : -1) * std::numeric_limits<double>::infinity();
  // A rational approximation good to 5e-4 (Abramowitz and Stegun 26.2.23), then Halley's method on erfc.
  const double t = std::sqrt(-2 * std::log(q));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int k = 0; k < 3; ++k) {
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    const double step = (0.5 * std::erfc(-x / std::numbers::sqrt2) - q) / density;
    x -= step / (1 + 0.5 * x * step);
  }
  return upper ? -x : x;
}

inline double random_normal(std::uint64_t seed, std::uint64_t item, std::uint64_t stream) {
  return normal_quantile(random_fraction(seed, item, stream));
}

/// Where `item` of `count` goes in a random order that `seed` and `stream` name: a Feistel network of four rounds over
/// the next power of four, applied until the result lies within (Black and Rogaway 2002).
constexpr std::uint64_t shuffled(std::uint64_t item, std::uint64_t count, std::uint64_t seed, std::uint64_t stream) {
  int half = 1;
  while (half < 32 && (std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = item >> half, right = item & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (random_word(seed, right, (stream << 3) | round | 4) & mask);
      left = right, right = next;
    }
    item = (left << half) | right;
  } while (item >= count);
  return item;
}

}  // namespace stiction
