// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction {

/// Runs at a time. On registers of four numbers eight are a tenth faster than four: one waits less for the other.
inline constexpr std::size_t lane_width = 8;

/// Inputs of several runs side by side, each at its own time; written as [row][lane].
class LaneSignals {
 public:
  virtual ~LaneSignals() = default;
  /// Values, rates and, unless null, slopes of both by time: inputs of the plant, then references of the controller.
  virtual void read(const double* t, double* values, double* rates, double* value_slopes, double* rate_slopes) = 0;
};

/// Steps of an implicit method for several runs of one loop at once, one in each lane of the SIMD registers.
///
/// Runs in lanes differ in their numbers, not in their branch: that is shared. All numbers stand as [row][lane]. Lanes
/// never look at each other, so what a lane gives does not depend on its neighbours.
///
/// Only plain numbers pass through here: implementations are compiled for processors other than the rest.
class LaneStepper {
 public:
  virtual ~LaneStepper() = default;

  /// Of runs where their steps begin.
  struct Begin {
    double *rates, *guards, *guard_slopes;  ///< the slopes along the motion
    double* jacobian;                       ///< row by row
    double* growth;                         ///< its largest diagonal entry [1/s]
  };
  /// Of runs where their steps end.
  struct End {
    double *y, *guards;
    double* squared_error;  ///< `squared_relative_error`
  };
  /// The numbers of runs, where they stand, and what the stepper says of them.
  struct Rows {
    double *p = nullptr, *scale = nullptr;  ///< the natural size of each state
    double* values = nullptr;               ///< of inputs and references, where they are constant
    double *t = nullptr, *y = nullptr, *h = nullptr;
    Begin begin{};
    End end{};
  };
  /// Runs in which nothing happens, so that they need not be asked: how many steps more, how many until what changes
  /// slowly has to be looked at, and what is known of them. Their steps are controlled side by side, by the rules of
  /// step_rules.hpp.
  struct Quiet {
    double *left = nullptr, *to_look = nullptr, *until = nullptr, *resolution = nullptr, *largest = nullptr;
    double *per_tolerance = nullptr, *slowest = nullptr, *wanted = nullptr, *after_rejection = nullptr;
    double *accepted = nullptr, *rejected = nullptr;
    double *bands = nullptr, *excursions = nullptr;  ///< of guards
    std::size_t look_every = 0;
    double unwatched_size = 0;
  };
  /// Where all numbers stand, from now on.
  virtual void work_on(const Rows& rows, const Quiet& quiet) = 0;
  /// There are other runs in the lanes, or they stand on another branch. `signals` null: what drives them is constant.
  virtual void set_runs(const double* branch, LaneSignals* signals) = 0;

  using Lanes = std::uint32_t;  ///< a bit each
  struct Pause {
    bool at_end;  ///< of a step, which runs have to decide about; else at its beginning: they have to choose its size
    Lanes lanes;  ///< whose runs have to be asked
  };
  /// Takes steps of the runs in some lanes until one of them has to be asked.
  virtual Pause advance(Lanes used) = 0;
  /// Takes the step whose sizes are chosen now. Whose runs have to decide about it: those that chose its size, and
  /// those in whose step something happens.
  virtual Lanes take(Lanes used) = 0;
  /// The dense output of every state in the last step of a lane: three numbers each.
  virtual void dense_terms(std::size_t lane, double* terms) const = 0;

  virtual std::size_t parameters() const = 0;  ///< numbers of p that are read
};

}  // namespace stiction
