// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/threshold.hpp"

#include <cmath>

#include "stiction/catalogue/resolved.hpp"

namespace stiction {
namespace {

/// Does the run with this number cross?
bool crosses(Resolved experiment, const Measure& asked, std::size_t place, double number) {
  experiment.set(place, number);
  experiment.require_valid();
  LoopRun assembly = experiment.start();
  Measure crossings = asked;
  crossings.what = "crossings", crossings.x.clear();
  crossings.from = Measure{}.from, crossings.until = Measure{}.until;  // here they bound the number, not the time
  Measurements measurements(LoopRun(assembly), {crossings});
  LoopObserver* observers[] = {&measurements};
  experiment.run.record.interval = experiment.run.duration;
  run_loop(assembly, experiment.run, observers);
  return measurements.numbers().front().value > 0;
}

}  // namespace

MeasuredValue threshold(const NamedExperiment& experiment, const Measure& measure) {
  const Resolved once = resolve(experiment);
  const std::size_t place = once.find(measure.x);
  double low = measure.from, high = measure.until;
  const bool at_low = crosses(once, measure, place, low);
  if (crosses(once, measure, place, high) == at_low)
    return {0, "", "both ends of the range do the same: " + std::string(at_low ? "they cross" : "neither crosses")};
  while (high - low > 1e-10 * std::max(std::abs(low), std::abs(high))) {
    const double middle = 0.5 * (low + high);
    (crosses(once, measure, place, middle) == at_low ? low : high) = middle;
  }
  return {0.5 * (low + high), once.row(place).unit};
}

}  // namespace stiction
