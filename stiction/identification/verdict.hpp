// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/null_directions.hpp"

/// How far the numbers of a fit can be trusted.
namespace stiction {

enum class Identified : unsigned char { yes, weak, no, kept };
std::string_view identified_name(Identified verdict);  ///< "identified", "weak", "not identifiable", "kept"

/// A number of the answer: one of the law, or of a term beside friction.
struct EstimatedNumber {
  std::string name, symbol, unit, doc;
  double value = 0;
  double lower = 0, upper = 0;  ///< 95 % interval
  double deviation = 0;         ///< standard deviation
  Identified verdict = Identified::yes;
  std::string reason{};                                ///< why not, in words
  std::string advice{};                                ///< the experiment that would settle it
  std::optional<std::pair<double, double>> profile{};  ///< 95 % interval by profile likelihood; infinite: open
};

struct Certainty {
  std::vector<EstimatedNumber> numbers;  ///< law, then terms beside friction
  std::vector<std::string> correlated_names;
  std::vector<double> correlation;  ///< of the fitted ones among them, row by row
  std::vector<NullDirection> null_directions;
  double inflation = 1;     ///< of standard deviations, for residuals that are not white
  bool informative = true;  ///< false: more of the law's numbers are open than are known
  std::string sentence;
};

/// `profiles`: doubtful numbers get an interval by profile likelihood too, which costs several fits each.
Certainty certainty_of(const ForceData& all, const LawFit& fit, bool profiles = true);

}  // namespace stiction
