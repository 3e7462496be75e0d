// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace stiction {

/// A monitor that keeps the states of a run at given times, to the accuracy of the solver.
///
///     StateSamples ends({1, 2, 3});
///     simulate(experiment, ends);      // ends.states[0][k]: state k, in the order of the tables, at 1 s
class StateSamples {
 public:
  explicit StateSamples(std::vector<double> rising_times) : times_(std::move(rising_times)) {}

  std::vector<std::vector<double>> states;

  void watch(const auto&) { states.clear(); }
  bool step(const auto&, const auto& view) {
    while (states.size() < times_.size() && times_[states.size()] <= view.end() * (1 + 1e-15)) {
      const auto y = view.at(std::clamp((times_[states.size()] - view.start) / view.length, 0.0, 1.0));
      states.emplace_back(y.begin(), y.end());
    }
    return true;
  }

 private:
  std::vector<double> times_;
};

}  // namespace stiction
