// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "stiction/loop/lane_stepper.hpp"

namespace stiction {

/// Lanes in which nothing happens for some steps, so that their stepper controls them too: what an `Integration`
/// keeps in mind beside a step takes longer than the step itself does in lanes.
template <class Integration>
class QuietLanes {
 public:
  explicit QuietLanes(std::size_t guards) : guards_(guards), numbers_((11 + 2 * guards) * lane_width) {
    double* next = numbers_.data();
    for (double** row :
         {&rows_.left, &rows_.to_look, &rows_.until, &rows_.resolution, &rows_.largest, &rows_.per_tolerance,
          &rows_.slowest, &rows_.wanted, &rows_.after_rejection, &rows_.accepted, &rows_.rejected})
      *row = next, next += lane_width;
    rows_.bands = next, rows_.excursions = next + guards * lane_width;
    rows_.look_every = Integration::look_every, rows_.unwatched_size = Integration::unwatched_size;
  }
  QuietLanes(const QuietLanes&) = delete;
  QuietLanes& operator=(const QuietLanes&) = delete;

  /// The run in a lane need not be asked for some steps, if it says so.
  void begin(std::size_t lane, Integration& run, double idle_until) {
    const std::size_t steps = run.quiet_steps();
    if (steps == 0) return;
    runs_[lane] = &run;
    rows_.left[lane] = static_cast<double>(steps), rows_.to_look[lane] = static_cast<double>(run.steps_to_look());
    rows_.slowest[lane] = 1 / run.duration(), rows_.wanted[lane] = run.step_size();
    rows_.until[lane] = std::min(run.quiet_until(), idle_until), rows_.resolution[lane] = run.resolution();
    rows_.largest[lane] = run.largest_quiet_step(), rows_.per_tolerance[lane] = run.per_tolerance();
    rows_.after_rejection[lane] = run.is_after_rejection() ? 1 : 0;
    rows_.accepted[lane] = rows_.rejected[lane] = 0;
    for (std::size_t g = 0; g < guards_; ++g) {
      rows_.bands[g * lane_width + lane] = run.bands()[g];
      rows_.excursions[g * lane_width + lane] = run.excursions()[g];
    }
  }
  /// The run goes on by itself; its states have to be given to it too.
  void end(std::size_t lane, double t) {
    Integration& run = *runs_[lane];
    for (std::size_t g = 0; g < guards_; ++g) run.excursions()[g] = rows_.excursions[g * lane_width + lane];
    run.resume(t, rows_.wanted[lane], static_cast<std::size_t>(rows_.accepted[lane]),
               static_cast<std::size_t>(rows_.rejected[lane]), rows_.after_rejection[lane] != 0);
    runs_[lane] = nullptr;
    rows_.left[lane] = 0;
  }
  bool is_quiet(std::size_t lane) const { return runs_[lane] != nullptr; }
  const LaneStepper::Quiet& rows() const { return rows_; }

 private:
  std::array<Integration*, lane_width> runs_{};  ///< null: asked about every step
  std::size_t guards_;
  std::vector<double> numbers_;
  LaneStepper::Quiet rows_{};
};

}  // namespace stiction
