// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cctype>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// How many letters must be inserted, removed, changed or swapped with their neighbour to turn a into b; case does not
/// count.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i])) == std::tolower(static_cast<unsigned char>(b[j]));
  };
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (same(i, j) ? 0 : 1), row[j + 1] + 1, next[j] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before = row;
    row = next;
  }
  return row[b.size()];
}

/// The known name nearest to a mistyped one; empty when none is near enough to be meant.
inline std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < least) best = candidate, least = distance;
  }
  if (best.empty())  // "viscous" for "viscous_damping": a piece of the name is a hint too
    for (const std::string_view candidate : known)
      if (name.size() >= 3 && candidate.find(name) != std::string_view::npos) return candidate;
  return best;
}

/// "unknown <kind> "lugree"; did you mean "lugre"? Known: coulomb dahl lugre".
inline std::string unknown_name_text(std::string_view kind, std::string_view name,
                                     std::span<const std::string_view> known) {
  std::string text = "unknown " + std::string(kind) + " \"" + std::string(name) + "\"; ";
  const std::string_view nearest = nearest_name(name, known);
  if (!nearest.empty()) text += "did you mean \"" + std::string(nearest) + "\"? ";
  text += "Known:";
  for (const std::string_view k : known) text += " " + std::string(k);
  return text;
}

}  // namespace stiction
