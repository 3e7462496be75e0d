// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "stiction/models/friction_model.hpp"

/// Slopes of a prediction by numbers that dual numbers say nothing about.
namespace stiction::detail {

/// For each number of the law: are its slopes differences? All those of a law that draws random numbers; times that a
/// memory looks back, since a motion in steps of constant velocity changes at no instant but those between them.
template <class Law>
std::vector<bool> differenced_numbers() {
  std::vector<bool> all;
  for_each_field(ParametersOf<Law>{}, [&](const auto& row, double, std::size_t) {
    all.push_back(Law::info.random || (MemoryModel<Law> && row.unit == "s"));
  });
  return all;
}

/// A central difference by number j; to one side where the other is outside its range. `force(q, to)` predicts.
template <class Law, class Force>
void slope_by_difference(Force&& force, std::span<const double> p, std::size_t j, double step, std::size_t samples,
                         double* slope) {
  std::vector<Range> ranges;
  for_each_field(ParametersOf<Law>{}, [&](const auto& row, double, std::size_t) { ranges.push_back(row.range); });
  std::vector<double> q(p.begin(), p.end()), below(samples);
  const double more = ranges[j].contains(p[j] + step) ? p[j] + step : p[j],
               less = ranges[j].contains(p[j] - step) ? p[j] - step : p[j];
  q[j] = more, force(q, slope);
  q[j] = less, force(q, below.data());
  for (std::size_t i = 0; i < samples; ++i) slope[i] = (slope[i] - below[i]) / (more - less);
}

}  // namespace stiction::detail
