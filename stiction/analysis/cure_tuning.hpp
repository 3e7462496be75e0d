// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/cure_candidates.hpp"

/// Every candidate is tuned by the same method, to the same budget, with the same number of evaluations.
namespace stiction {

/// What a tuned loop may spend [N].
struct CureBudget {
  double effort = 0, chatter = 0;
};

struct TuningOptions {
  CureBudget budget{};
  int evaluations = 40;   ///< of a candidate; each is a run with friction as it is, with less and with more
  double mismatch = 0.3;  ///< fraction of friction less and more
  std::function<bool()> stop{};
  std::function<void()> evaluated{};  ///< told after each
};

struct TunedCure {
  NamedPart controller{};
  LoopScore score{};  ///< as tuning saw it
  int evaluations = 0;
  bool complete = false;  ///< false: stopped before
};

/// The smallest sum of tracking error and error at rest, both in the worst of three frictions, within the budget and
/// without hunting. The search starts from the gains that were given, from a bandwidth four times as high and as low,
/// and from a hundredth of the compensation; it goes on from the best along each number's logarithm in turn and along
/// the bandwidth, with longer steps after a success and shorter ones back after a failure, and may switch numbers off
/// and on.
TunedCure tune_cure(const ServoTask& task, const CureCandidate& candidate, const TuningOptions& options);

/// Laws with all of their force levels multiplied by a factor.
Frictions with_force_levels(const Frictions& laws, double factor);

}  // namespace stiction
