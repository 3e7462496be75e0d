// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/loop_meters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// The span of a time between two others.
std::size_t span_of(double t, double begin, double end, std::size_t spans) {
  const double place = (t - begin) / (end - begin) * static_cast<double>(spans);
  return std::min(spans - 1, static_cast<std::size_t>(std::max(0.0, place)));
}

}  // namespace

PositionLoop::PositionLoop(const LoopRun& run)
    : reference(run.loop().find_signal("reference")), control(run.loop().find_signal("control")) {
  const auto& rows = run.loop().signals();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [](const LoopRow& row) { return row.role == Role::position; });
  if (found == rows.end()) throw InvalidInput("compare", {{"", "this plant has no position"}});
  position = static_cast<std::size_t>(found - rows.begin());
}

bool LoopMeter::step(const LoopStep& step) {
  std::array<Reading, parts + 1> readings;
  const StepSamples& all = step.samples();
  for (std::size_t k = 0; k <= parts; ++k)
    readings[k] = {step.start + StepSamples::fraction(k) * step.length, all[signals_.position][k],
                   all[signals_.reference][k], all[signals_.control][k]};
  read(readings, step.length);
  return true;
}

void TrackingMeter::read(const std::array<Reading, parts + 1>& readings, double length) {
  for (std::size_t k = 0; k <= parts; ++k) {
    const double e = readings[k].error(), u = readings[k].control;
    const double weight = StepSamples::weights[k] * length;
    error_squared_ += weight * e * e, control_squared_ += weight * u * u;
    double& largest = largest_[span_of(readings[k].t, begin_, end_, spans)];
    if (std::abs(e) > std::abs(largest)) largest = e;
    if (readings[k].t >= end_ - 0.2 * (end_ - begin_)) final_error_ = std::max(final_error_, std::abs(e));
    const double change = u - (k > 0 ? readings[k - 1].control : begun_ ? last_control_ : u);
    (k > 0 ? rate_squared_ : jumps_squared_) += change * change * (k > 0 ? parts / length : 1.0);
  }
  last_control_ = readings[parts].control, begun_ = true;
}

void TrackingMeter::finish(LoopScore& s, ErrorCurve* curve) const {
  const double duration = end_ - begin_, span = duration / spans;
  s.error = std::sqrt(error_squared_ / duration), s.effort = std::sqrt(control_squared_ / duration);
  // Held between samples the force jumps; a continuous one has a rate: both as a change per sample time.
  s.chatter = std::sqrt((rate_squared_ * sample_time_ * sample_time_ + jumps_squared_ * sample_time_) / duration);
  s.final_error = final_error_;
  double most = 0;
  for (const double e : largest_) most = std::max(most, std::abs(e));
  std::size_t settled = 0;  // first span of those that stay within a twentieth
  for (std::size_t k = 0; k < spans; ++k)
    if (std::abs(largest_[k]) > 0.05 * most) settled = k + 1;
  s.settling_time = settled < spans ? static_cast<double>(settled) * span : std::numeric_limits<double>::quiet_NaN();
  if (!curve) return;
  for (std::size_t k = 0; k < spans; ++k) {
    if (largest_[k] == 0) continue;  // no step ended within
    curve->time.push_back(begin_ + (static_cast<double>(k) + 0.5) * span), curve->error.push_back(largest_[k]);
  }
}

void RestMeter::read(const std::array<Reading, parts + 1>& readings, double) {
  const double middle = 0.5 * (begin_ + end_);
  for (const Reading& r : readings) {
    if (r.t < middle) continue;
    if (std::isnan(first_force_)) first_force_ = r.control;
    last_force_ = r.control;
    const std::size_t k = span_of(r.t, middle, end_, spans);
    low_[k] = std::min(low_[k], r.position), high_[k] = std::max(high_[k], r.position);
    if (r.t >= end_ - 0.2 * (end_ - begin_)) rest_error_ = std::max(rest_error_, std::abs(r.error()));
  }
}

void RestMeter::finish(LoopScore& s, double still) const {
  s.rest_error = rest_error_;
  const double low = *std::min_element(low_.begin(), low_.end()), high = *std::max_element(high_.begin(), high_.end());
  if (!(high > low)) return;
  s.swing = high - low;
  // To one side of the middle half of the swing and to the other.
  int turns = 0, side = 0;
  for (std::size_t k = 0; k < spans; ++k) {
    const bool up = high_[k] > high - 0.25 * s.swing, down = low_[k] < low + 0.25 * s.swing;
    const int now = up ? 1 : down ? -1 : side;
    turns += (side != 0 && now != side ? 1 : 0) + (up && down ? 2 : 0);
    side = now;
  }
  s.hunts = turns >= 2 && s.swing > still;
}

}  // namespace stiction
