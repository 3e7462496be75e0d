// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/added_rows.hpp"

/// What a file may give with any law to multiply its levels: the rows, and what can be wrong with them.
namespace stiction {

enum LevelFactor : std::size_t { gear_loss, normal_load, path_harmonics, path_table, path_period, warmth };

const AddedRows& level_factors();

/// How many numbers the lists in values have: harmonics of a path, points of its table.
struct LevelFactorLengths {
  std::size_t harmonics = 1, points = 1;
};
LevelFactorLengths lengths_in(const NamedValues& values);

/// The rows that values ask for, with lists of their length.
AddedKind level_factor_rows_for(const NamedValues& values);

/// Ranges, and what would leave no friction.
std::vector<Violation> broken_level_factors(std::span<const TableRow> rows, std::span<const double> numbers);

}  // namespace stiction
