// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/controller_part.hpp"
#include "stiction/control/measurement.hpp"

namespace stiction {

/// A controller in its sampled form inside a run: sensor, controller, drive, and when the next sample is due.
class SampledLoop {
 public:
  SampledLoop(const SampledOptions& options, std::shared_ptr<const ControllerPart> controller)
      : options_(options), controller_(std::move(controller)), sensor_(options), drive_(options) {
    state_ = controller_->initial;
    state_.resize(std::max<std::size_t>(state_.size(), 1));  // a controller without states still has an address
  }

  void start(double t) { start_ = t, samples_ = 0; }
  double next() const { return start_ + static_cast<double>(samples_) * options_.sample_time; }
  /// The sample that is due: references, their rates, and the plant's position and velocity.
  void pass(const double* references, const double* reference_rates, const std::array<double, 2>& measured) {
    seen_ = sensor_.read(measured[0], measured[1]);
    controller_->step(state_.data(), asked_, references, reference_rates, seen_, options_.sample_time);
    force_ = drive_.give(asked_);
    ++samples_;
  }

  double force() const { return force_; }                      ///< what the drive gives [N]
  const std::array<double, 2>& seen() const { return seen_; }  ///< position and velocity as they were read

 private:
  SampledOptions options_;
  std::shared_ptr<const ControllerPart> controller_;
  Sensor sensor_;
  Drive drive_;
  std::vector<double> state_;
  std::array<double, 2> seen_{};
  double start_ = 0, asked_ = 0, force_ = 0;
  std::size_t samples_ = 0;
};

}  // namespace stiction
