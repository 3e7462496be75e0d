// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stiction/identification/recording.hpp"

/// Friction of a law along a recorded motion: force prediction, the motion prescribed as it was measured.
namespace stiction {

/// A law of the catalogue that can be evaluated along a motion, its numbers in a row as its table has them.
struct LawPrediction {
  std::string_view name;
  bool is_random = false;                 ///< its force is a mean over seeds
  bool is_numerical = false;              ///< without an exact step: integrated with short steps inside every sample
  std::vector<std::string_view> rules{};  ///< relations between its numbers, in the words of its table
  std::vector<bool> differenced{};        ///< for each number: its slopes are central differences; empty: none

  /// Largest force that a law with true rest holds in a direction, +1 or -1; null: the law has no true rest. Along a
  /// motion such a law gives its sliding force, and at samples of break-away this one.
  double (*breakaway)(std::span<const double> p, double normal_force, int direction) = nullptr;
  bool has_true_rest() const { return breakaway != nullptr; }

  /// Friction at every sample.
  void (*force)(std::span<const double> p, const Recording& motion, double* force) = nullptr;
  /// The same with its slopes by the numbers `which` of p: slopes[k * stride + i] of sample i by which[k].
  void (*slopes)(std::span<const double> p, const Recording& motion, std::span<const std::size_t> which, double* force,
                 double* slopes, std::size_t stride) = nullptr;
};

/// The law of this name; throws InvalidInput with the nearest known name.
const LawPrediction& find_law_prediction(std::string_view name);
const std::vector<LawPrediction>& law_predictions();

}  // namespace stiction
