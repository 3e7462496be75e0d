// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/signal_extremes.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/linear/golden_section.hpp"

namespace stiction {
namespace {
constexpr std::size_t lanes = 8;
}

SignalExtremes::SignalExtremes(const LoopRun& run)
    : rows_(run.loop().signals()),
      lowest_(rows_.size(), 1e300),
      highest_(rows_.size(), -1e300),
      probe_(rows_.size()),
      states_(run.loop().state_count),
      values_(rows_.size()) {}

void SignalExtremes::note(std::size_t signal, double value) {
  lowest_[signal] = std::min(lowest_[signal], value), highest_[signal] = std::max(highest_[signal], value);
}

bool SignalExtremes::step(const LoopStep& step) {
  // Both ends and six points between them, at once where the laws can be evaluated in lanes.
  std::array<double, lanes> theta, column;
  for (std::size_t k = 0; k < lanes; ++k) theta[k] = static_cast<double>(k) / (lanes - 1);
  std::array<double, lanes> time;
  for (std::size_t k = 0; k < lanes; ++k) time[k] = step.start + theta[k] * step.length;
  std::vector<std::array<double, lanes>> sampled(rows_.size());
  if (step.run.has_lanes()) {
    for (std::size_t n = 0; n < states_.size(); ++n) {
      const std::array<double, 3> terms = step.terms(n);
      for (std::size_t k = 0; k < lanes; ++k) column[k] = dense_value(step.from[n], step.to[n], terms, theta[k]);
      states_[n] = Lanes::load(column.data());
    }
    step.run.signals(Lanes::load(time.data()), states_.data(), values_.data());
    for (std::size_t i = 0; i < rows_.size(); ++i) values_[i].store(sampled[i].data());
  } else {
    for (std::size_t k = 0; k < lanes; ++k) {
      step.signals(theta[k], probe_.data());
      for (std::size_t i = 0; i < rows_.size(); ++i) sampled[i][k] = probe_[i];
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto [low, high] = std::minmax_element(sampled[i].begin(), sampled[i].end());
    // Only where a top between samples could be the highest of all.
    const double range = *high - *low;
    const bool tops = *high + 0.2 * range > highest_[i], bottoms = *low - 0.2 * range < lowest_[i];
    note(i, *low), note(i, *high);
    const auto around = [&](const double* at, double sign) {
      const auto k = static_cast<std::size_t>(at - sampled[i].data());
      if (k > 0 && k + 1 < lanes) refine(step, i, theta[k - 1], theta[k + 1], sign);
    };
    if (range > 0 && tops) around(high, 1);
    if (range > 0 && bottoms) around(low, -1);
  }
  return true;
}

/// Inside one step.
void SignalExtremes::refine(const LoopStep& step, std::size_t signal, double low, double high, double sign) {
  const auto at = [&](double theta) {
    step.signals(theta, probe_.data());
    return sign * probe_[signal];
  };
  note(signal, sign * highest_by_golden_section(at, low, high, 30).value);
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
