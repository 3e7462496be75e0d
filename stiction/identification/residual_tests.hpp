// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/identification/law_fit.hpp"

/// What a law has left over, examined: white noise, or something the law misses.
namespace stiction {

struct ResidualTest {
  std::string name;      ///< "whiteness", "energy" (where it fails), "velocity", "position", "rest", "direction"
  double statistic = 0;  ///< fraction of the residual's variance that it explains, or autocorrelation
  double limit = 0;      ///< above this it is more than chance
  bool passed = true;
  std::string sentence;  ///< what was found, and what it points to
};

std::vector<ResidualTest> residual_tests(const ForceData& data, const LawFit& fit);

/// So many standard deviations of the residuals. Judged by the middle of their sizes, not by their mean square, which
/// outliers have made themselves; 0 where half of them vanish.
double outlier_limit(std::vector<double> residual, double deviations);

/// Rows over which the residuals of the fitted rows remember themselves: the first lag at which their autocorrelation
/// is no more than chance; 0: white.
std::size_t memory_of(const std::vector<double>& residual, std::size_t rows);

/// How many of all residuals are independent of each other: a row that remembers others for so many on both sides of
/// it says no more than the one among them.
double independent_rows(const std::vector<std::vector<double>>& residual);

}  // namespace stiction
