// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "benchmarks/peers/problems.hpp"

namespace stiction::peers {

/// Which rows a run hands over: all of them, or the first and the last, to see what solving costs by itself.
enum class Output { every_row, last_row };

/// What every solver hands over: position [m] and friction force [N] at 0, 0.01 s, 0.02 s and so on.
struct Run {
  std::vector<double> position, force;

  void reserve(std::size_t rows) {
    position.reserve(rows);
    force.reserve(rows);
  }
  /// The row of time t and state y.
  template <class Plant>
  void add(const Ode<Plant>& ode, double t, const typename Ode<Plant>::State& y) {
    position.push_back(Plant::position(t, y));
    force.push_back(ode.friction(y));
  }
};

/// Largest distance of two columns over the largest value of the reference; infinite when rows are missing or are not
/// numbers.
inline double largest_error(const std::vector<double>& values, const std::vector<double>& reference) {
  if (values.size() != reference.size()) return std::numeric_limits<double>::infinity();
  double error = 0, size = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) return std::numeric_limits<double>::infinity();
    error = std::max(error, std::fabs(values[i] - reference[i]));
    size = std::max(size, std::fabs(reference[i]));
  }
  return error / size;
}

}  // namespace stiction::peers
