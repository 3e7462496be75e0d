// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

/// Measures of closed curves and of signals over one period, from samples.
namespace stiction {

/// A loop of samples (x, y); the last is joined to the first. A hysteresis loop has x a displacement [m] and y a force
/// [N]; frictional lag shows as a loop with x a velocity [m/s].
struct LoopMeasure {
  double area = 0;    ///< closed integral of y dx: work lost per cycle for a force over a displacement
  double height = 0;  ///< y while x rises less y while x falls, in the middle between the ends of x
  double width = 0;   ///< distance in x between the two branches, in the middle between the ends of y
  double gap = 0;     ///< distance in y between the first and the last sample: how well it closes
  std::string sentence{};
};
LoopMeasure measure_loop(std::span<const double> x, std::span<const double> y);

/// Over one period, sampled evenly: by which fraction of the period, in (-1/2, 1/2], `late` must be moved back to look
/// most like `early`, and how alike they then are (1: up to offset and factor the same).
struct TimeShift {
  double fraction_of_period = 0;
  double correlation = 0;
};
TimeShift time_shift(std::span<const double> early, std::span<const double> late);

/// Forces along one path travelled at several speeds, sampled at the same places: the largest difference between any
/// two, relative to the largest force. 0 where the force depends on the path only.
double rate_dependence(const std::vector<std::vector<double>>& forces);

}  // namespace stiction
