// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/slope_recorder.hpp"

#include <algorithm>

#include "stiction/schema/unit_algebra.hpp"

namespace stiction {
SlopeRecorder::SlopeRecorder(const LoopRun& run, std::vector<std::size_t> parameters, const RecordOptions& options,
                             double start)
    : options_(options),
      start_(start),
      begins_(run),
      sensitivity_(run, std::move(parameters)),
      signals_(run.loop().signals()) {
  for (const std::size_t place : sensitivity_.parameters()) rows_.push_back(run.loop().parameters()[place]);
  const std::vector<double> y = begins_.initial_state();
  begins_.start(start, y.data());
  sensitivity_.begin(begins_, start, y);
  add_sample(begins_, start, y.data(), sensitivity_.slopes().data());
}

void SlopeRecorder::add_sample(const LoopRun& run, double t, const double* y, const double* s) {
  std::vector<double>& one = samples_.emplace_back(signals_.size() * rows_.size());
  run.signal_slopes(t, y, s, sensitivity_.columns(), one.data());
}

bool SlopeRecorder::step(const LoopStep& step) {
  sensitivity_.step(step);
  std::vector<double> s(sensitivity_.slopes().size());
  if (options_.interval > 0) {
    const double last = step.end() + 1e-9 * options_.interval;
    for (double t; (t = start_ + static_cast<double>(next_) * options_.interval) <= last; ++next_) {
      sensitivity_.slopes_at(t, s.data());
      add_sample(step.run, t, step.at(std::min(1.0, (t - step.start) / step.length)).data(), s.data());
    }
  } else {
    add_sample(step.run, step.end(), step.to.data(), sensitivity_.slopes().data());
  }
  last_.resize(signals_.size() * rows_.size());
  step.run.signal_slopes(step.end(), step.to.data(), sensitivity_.slopes().data(), sensitivity_.columns(),
                         last_.data());
  const std::size_t bytes = samples_.size() * sizeof(double) * signals_.size() * rows_.size();
  return bytes <= options_.memory_limit;
}

void SlopeRecorder::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) {
  sensitivity_.event(run, t, fired, y);
  if (options_.interval <= 0) add_sample(run, t, y.data(), sensitivity_.slopes().data());
}

void SlopeRecorder::add_to(Trajectory& trajectory) const {
  std::vector<TrajectorySignal> all;
  for (const TrajectorySignal& of : trajectory.signals) {
    const auto row =
        std::find_if(signals_.begin(), signals_.end(), [&](const LoopRow& r) { return r.name == of.name; });
    const auto i = static_cast<std::size_t>(row - signals_.begin());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      TrajectorySignal slope{"d " + of.name + "/d " + rows_[k].name, unit_ratio(of.unit, rows_[k].unit), {}};
      for (const std::vector<double>& sample : samples_) slope.values.push_back(sample[i * rows_.size() + k]);
      // The end of a run that is not on the grid of samples.
      if (slope.values.size() < trajectory.time.size() && !last_.empty())
        slope.values.push_back(last_[i * rows_.size() + k]);
      slope.values.resize(trajectory.time.size(), 0.0);
      all.push_back(std::move(slope));
    }
  }
  trajectory.signals.insert(trajectory.signals.end(), all.begin(), all.end());
}

}  // namespace stiction
