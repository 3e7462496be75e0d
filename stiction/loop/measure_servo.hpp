// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "stiction/loop/solve_loop.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// How well a controller follows its reference, on the dense output of a run. With x what the controller measures
/// (without encoder, noise and delay), r its reference, e = x - r and u its force:
///
/// | key              | is                                                                                           |
/// |------------------|----------------------------------------------------------------------------------------------|
/// | error_rms        | root mean square of e over the run                                                           |
/// | error_largest    | largest size of e                                                                            |
/// | error_at_rest    | largest size of e in the last fifth of the time in which r no longer changes                 |
/// | overshoot        | how far x goes beyond r after its last change, as a fraction of the distance x had to go     |
/// | rise_time        | from 10 % to 90 % of that distance, where r steps                                            |
/// | settling_time    | from the end of the last change of r until e stays within 2 % of that distance               |
/// | reversal_peak    | quadrant glitch: largest peak of e in the first half of the time from a turn of r to the     |
/// |                  | next one, in the last cycle of r                                                             |
/// | effort_rms       | root mean square of u                                                                        |
/// | effort_largest   | largest size of u                                                                            |
/// | energy_per_cycle | work of friction in the last full cycle of r; of x around r where r does not change          |
///
/// Where a number has no meaning, `missing` says why.
class ServoMeter final : public LoopObserver {
 public:
  /// `end` is when the run is to end [s].
  ServoMeter(const LoopRun& run, double end);
  ~ServoMeter() override;

  bool step(const LoopStep& step) override;
  /// Writes them into `trajectory.servo`; nothing for a loop without a reference.
  void add_to(Trajectory& trajectory) const;

 private:
  struct Meter;
  std::unique_ptr<Meter> meter_;  ///< null: there is no reference
};

}  // namespace stiction
