// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "stiction/identification/least_squares.hpp"

namespace stiction {

/// Numbers that cannot be told apart: changed together in these proportions the prediction stays as it is.
struct NullDirection {
  std::vector<std::pair<std::string, double>> parts;  ///< name and weight, the largest 1
  std::string sentence;
};

/// Columns shorter than `shortest` have no effect; directions with a singular value below a millionth of the largest
/// cancel each other.
std::vector<NullDirection> null_directions(const InformationAnalysis& information,
                                           const std::vector<std::string>& names, double shortest);

bool is_part_of(const std::vector<NullDirection>& all, const std::string& name);
/// The sentence of the direction that it is part of; empty: of none.
std::string sentence_about(const std::vector<NullDirection>& all, const std::string& name);

/// Two numbers whose estimates are correlated by more than 0.95: the one that is hardest to tell from this one; empty:
/// none.
std::string hardly_told_from(const InformationAnalysis& information, const std::vector<std::string>& names,
                             std::size_t k);

}  // namespace stiction
