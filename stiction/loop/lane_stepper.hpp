// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

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

  /// What a step needs to know of its runs.
  struct Runs {
    const double* p = nullptr;
    const double* branch = nullptr;
    const double *t = nullptr, *y = nullptr;
    const double* scale = nullptr;   ///< natural size of each state
    const double* values = nullptr;  ///< of inputs and references, where they are constant
    LaneSignals* signals = nullptr;  ///< where they are not; null: constant
  };
  /// Of runs where their steps begin.
  struct Begin {
    double *rates, *guards, *guard_slopes;  ///< the slopes along the motion
    double* jacobian;                       ///< row by row
    double* growth;                         ///< its largest diagonal entry [1/s]
  };
  virtual void begin(const Runs& runs, const Begin& at) = 0;
  /// Of runs where their steps end.
  struct End {
    double *y, *guards;
    double* squared_error;  ///< `squared_relative_error`
  };
  /// Steps of sizes h from there.
  virtual void take(const double* h, const End& at) = 0;
  /// The dense output of every state in the last step of a lane: three numbers each.
  virtual void dense_terms(std::size_t lane, double* terms) const = 0;

  // --- control of steps in which nothing happens, side by side by the rules of step_rules.hpp ---

  /// Where runs stand, and what the stepper says of them.
  struct Rows {
    double *t = nullptr, *y = nullptr, *h = nullptr;
    Begin begin{};
    End end{};
  };
  /// Runs that need not be asked: how many steps more, and what is known of them.
  struct Quiet {
    double *left = nullptr, *until = nullptr, *resolution = nullptr, *largest = nullptr, *per_tolerance = nullptr;
    double *wanted = nullptr, *after_rejection = nullptr, *accepted = nullptr, *rejected = nullptr;
    double *bands = nullptr, *excursions = nullptr;  ///< of guards
    double *chosen = nullptr, *taken = nullptr;      ///< 1 where the last call did it
    std::size_t guards = 0, states = 0;
  };
  /// Sizes of steps.
  virtual void choose_steps(const Quiet& quiet, const Rows& rows) const = 0;
  /// Accepts the steps that were chosen so, or refuses them for their error.
  virtual void accept_steps(const Quiet& quiet, const Rows& rows) const = 0;

  virtual std::size_t parameters() const = 0;  ///< numbers of p that are read
};

}  // namespace stiction
