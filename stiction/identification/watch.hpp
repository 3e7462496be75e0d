// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/verdict.hpp"

/// The numbers of one law over recordings made one after the other: wear, temperature, lubrication.
namespace stiction {

struct WatchedRecording {
  std::string name;
  std::string problem{};                 ///< why there is no answer
  double error = 0;                      ///< of the fit [%]
  std::vector<EstimatedNumber> numbers;  ///< of the law and beside it, with bands
};

/// A number that left its band.
struct WatchedChange {
  std::string number, recording;
  double before = 0, after = 0, deviations = 0;  ///< mean of those before, in standard deviations of both
};

struct WatchResult {
  std::vector<WatchedRecording> recordings;
  std::vector<WatchedChange> changes;  ///< in the order of the recordings
  std::string sentence;
};

/// Fits the law to each recording, beginning at `start`. A number has changed in the first recording whose value
/// differs from the mean of all before it by more than `limit` standard deviations of both, and by more than 5 %; the
/// mean then begins anew there. Numbers that a recording does not identify take no part.
WatchResult watch(const std::vector<Recording>& recordings, std::string_view law, const std::vector<double>& start,
                  const ForceDataOptions& options, double limit = 4, const FitOptions& fit = {});

}  // namespace stiction
