// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

/// A sampled loop as what it is, a map from sample to sample: it repeats only if a period is a whole number of them.
namespace stiction::detail {

/// The loop at the instant of a sample.
struct SampleMoment {
  double samples = 0;             ///< taken so far
  std::vector<double> numbers{};  ///< states of plant and laws; then force and states of the controller
  std::size_t states = 0;         ///< how many of them are states of plant and laws
};

/// The next sample after m, on a copy of it; none when the run fails.
std::optional<SampleMoment> at_next_sample(CycleMoment m, ReturnMap& map);

/// The largest difference of two moments: of states in parts of their `ranges` over a lap, of the controller's numbers
/// in parts of their size.
double opening(const SampleMoment& a, const SampleMoment& b, const StateRanges& ranges,
               const std::vector<double>& scale);

}  // namespace stiction::detail
