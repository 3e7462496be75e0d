// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/signal_extremes.hpp"

#include <algorithm>

namespace stiction {
SignalExtremes::SignalExtremes(const LoopRun& run)
    : rows_(run.loop().signals()), lowest_(rows_.size(), 1e300), highest_(rows_.size(), -1e300), probe_(rows_.size()) {}

void SignalExtremes::note(std::size_t signal, double value) {
  lowest_[signal] = std::min(lowest_[signal], value), highest_[signal] = std::max(highest_[signal], value);
}

bool SignalExtremes::step(const LoopStep& step) {
  const StepSamples& samples = step.samples();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const StepSamples::Row& values = samples[i];
    double low = values[0], high = values[0];
    for (const double value : values) low = std::min(low, value), high = std::max(high, value);
    // Only where a top between samples could be the highest of all.
    const double range = high - low;
    const bool tops = high + 0.2 * range > highest_[i], bottoms = low - 0.2 * range < lowest_[i];
    note(i, low), note(i, high);
    const auto around = [&](double extreme, double sign) {
      const auto k = static_cast<std::size_t>(std::find(values.begin(), values.end(), extreme) - values.begin());
      if (k > 0 && k + 1 < values.size()) note(i, extreme_around(step, samples, i, k, sign, probe_));
    };
    if (range > 0 && tops) around(high, 1);
    if (range > 0 && bottoms) around(low, -1);
  }
  return true;
}

void SignalExtremes::event(const LoopRun& run, double t, std::span<const char>, std::span<const double> y) {
  run.signals(t, y.data(), probe_.data());
  for (std::size_t i = 0; i < rows_.size(); ++i) note(i, probe_[i]);
}

void SignalExtremes::add_to(Trajectory& trajectory) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (TrajectorySignal& signal : trajectory.signals)
      if (signal.name == rows_[i].name && highest_[i] >= lowest_[i])
        signal.lowest = lowest_[i], signal.highest = highest_[i];
}

}  // namespace stiction
