// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

namespace stiction {

/// A run by parts, as a solver sees systems whose size is known at run time only.
class PartsSystem {
 public:
  explicit PartsSystem(LoopRun& run)
      : run_(run), guards_(run.loop().guard_count), guard_slopes_(run.loop().guard_count) {}

  std::size_t state_count() const { return run_.loop().state_count; }
  std::size_t guard_count() const { return run_.loop().guard_count; }
  const std::vector<double>& scale() const { return run_.scale(); }
  std::size_t moving_states() const { return run_.loop().first_work; }
  bool is_driven() const { return run_.is_driven(); }
  bool prefers_explicit() const { return run_.prefers_explicit(); }

  void rates(double t, const double* y, double* dy) const { run_.rates(t, y, dy); }
  /// Guards and their slopes come with the Jacobian, and are asked for right afterwards.
  void linearise(double t, const double* y, double* f, double* jacobian) const {
    run_.linearise(t, y, f, jacobian, guards_.data(), guard_slopes_.data());
    guards_known_ = true;
  }
  void time_slope(double t, const double* y, double* slope) const { run_.time_slope(t, y, slope); }
  void guards(double t, const double* y, double* all) const { run_.guards(t, y, all); }
  void measure_guards(double t, const double* y, const double* f, double* value, double* slope) const {
    if (!guards_known_) {
      moving_.assign(y, y + state_count());
      for (std::size_t n = 0; n < moving_.size(); ++n) set_slope(moving_[n], 0, f[n]);
      slopes_.resize(guard_count());
      run_.guards(moving_time(t), moving_.data(), slopes_.data());
      for (std::size_t g = 0; g < slopes_.size(); ++g)
        guards_[g] = slopes_[g].value, guard_slopes_[g] = slope_along(slopes_[g], 0);
    }
    guards_known_ = false;
    std::copy(guards_.begin(), guards_.end(), value);
    std::copy(guard_slopes_.begin(), guard_slopes_.end(), slope);
  }
  void guard_bands(double tolerance, double* bands) const { run_.guard_bands(tolerance, bands); }
  bool transition(const char* fired, double t, double* y) { return run_.transition(fired, t, y); }
  double next_stop(double) const { return run_.next_stop(); }
  void pass_stop(double t, const double* y) { run_.pass_stop(t, y); }
  double largest_step(double t) const { return run_.largest_step(t); }
  void accepted(double t, const double* y) {
    if (run_.wants_accepted()) run_.accepted(t, y);
  }

 private:
  LoopRun& run_;
  mutable std::vector<double> guards_, guard_slopes_;
  mutable std::vector<Slopes> moving_, slopes_;
  mutable bool guards_known_ = false;
};

}  // namespace stiction
