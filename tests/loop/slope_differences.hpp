// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/loop/sensitivity.hpp"

namespace stiction::testing {

/// The states at the end of a run with other parameters, and their slopes if asked for.
inline std::vector<double> end_of(const LoopRun& made, const std::vector<double>& p, double duration, double tolerance,
                                  LoopSensitivity* slopes = nullptr) {
  LoopRun run = made;
  run.set_parameters(p);
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  LoopObserver none;
  if (slopes) slopes->begin(run, 0, y);
  SolveOptions options;
  options.tolerance = tolerance;
  const SolveResult result = solve(run, y, 0, duration, options, slopes ? static_cast<LoopObserver&>(*slopes) : none);
  EXPECT_TRUE(result.finished()) << result.reason;
  return y;
}

/// Slopes at the default tolerance against differences of runs at 1e-12 (Richardson), with steps of `relative` times
/// each parameter. They count relative to the largest change that any parameter's own size makes in that state, or to
/// `floor` times its natural size where none makes a change.
inline void expect_slopes_of_differences(const LoopRun& made, const std::vector<std::size_t>& places, double duration,
                                         double relative = 1e-3, double floor = 1e-9) {
  const Loop& loop = made.loop();
  const std::vector<double>& p = made.parameters();
  LoopSensitivity s(made, places);
  end_of(made, p, duration, 1e-8, &s);
  std::vector<std::vector<double>> truth, doubt;
  std::vector<double> size(loop.state_count, 0.0);
  const auto size_of = [&](std::size_t place) { return p[place] != 0 ? std::abs(p[place]) : 1.0; };
  for (const std::size_t place : places) {
    const auto difference = [&](double h) {
      std::vector<double> up = p, down = p;
      up[place] += h, down[place] -= h;
      std::vector<double> d = end_of(made, up, duration, 1e-12), low = end_of(made, down, duration, 1e-12);
      for (std::size_t n = 0; n < d.size(); ++n) d[n] = (d[n] - low[n]) / (2 * h);
      return d;
    };
    const double h = relative * size_of(place);
    const std::vector<double> coarse = difference(h), fine = difference(h / 2);
    std::vector<double>& d = truth.emplace_back(fine);
    std::vector<double>& own = doubt.emplace_back(d.size());  // what the differences leave open
    for (std::size_t n = 0; n < d.size(); ++n) {
      own[n] = 0.1 * std::abs(fine[n] - coarse[n]);
      d[n] = (4 * fine[n] - coarse[n]) / 3;
      size[n] = std::max(size[n], std::abs(d[n]) * size_of(place));
    }
  }
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::size_t n = 0; n < loop.state_count; ++n)
      EXPECT_NEAR(s.slopes()[n * places.size() + k] * size_of(places[k]), truth[k][n] * size_of(places[k]),
                  2e-6 * size[n] + floor * made.scale()[n] + doubt[k][n] * size_of(places[k]))
          << loop.signals()[n].name << " by " << loop.parameters()[places[k]].name;
}

}  // namespace stiction::testing
