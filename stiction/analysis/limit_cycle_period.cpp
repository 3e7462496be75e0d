// SPDX-License-Identifier: BSD-3-Clause
// Is a number of seconds a period of the inputs?
#include <algorithm>
#include <cmath>

#include "stiction/analysis/limit_cycle_search.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Inputs and references at an instant.
struct SignalValues {
  explicit SignalValues(const Loop& l)
      : inputs(l.plant().inputs.size()),
        input_rates(inputs.size()),
        references(l.parts().controller ? l.parts().controller->inputs.size() : 0),
        reference_rates(references.size()) {}
  std::vector<double> inputs, input_rates, references, reference_rates;

  double distance_to(const SignalValues& other) const {
    return std::max(detail::distance(inputs, other.inputs), detail::distance(references, other.references));
  }
};

}  // namespace

std::string problem_with_period(const LoopRun& given, double period, double start) {
  LoopRun run = given;
  const std::vector<double> y = run.initial_state();
  const auto at = [&](double t) {
    SignalValues now(run.loop());
    run.start(t, y.data());
    run.read_signals(t, now);
    return now;
  };
  start = std::max(start, run.inputs_settle().from);
  // Compared at instants that are no simple fractions of the period.
  constexpr int instants = 257;
  const SignalValues first = at(start);
  double moved = 0, apart = 0;
  for (int k = 0; k < instants; ++k) {
    const double t = start + period * (k + 0.381966) / instants;
    const SignalValues now = at(t);
    moved = std::max(moved, now.distance_to(first)), apart = std::max(apart, now.distance_to(at(t + period)));
  }
  const std::string seconds = rounded_text(period) + " s";
  if (moved == 0 && apart == 0) return "the inputs are constant and have no period of " + seconds + ": leave it out";
  if (apart > 1e-6 * moved) return "the inputs do not repeat after " + seconds + ": give their period";
  return {};
}

}  // namespace stiction
