// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

namespace stiction {

enum class SolveMethod : unsigned char {
  automatic,       ///< explicit while nothing is stiff, Rodas4P for tolerances of 1e-5 and more, Rodas5P below
  rodas4p,         ///< linearly implicit, order 4
  rodas5p,         ///< linearly implicit, order 5
  dormand_prince,  ///< explicit, order 5
};

struct SolveOptions {
  /// Error allowed per step, relative to each state's size or natural scale, whichever is larger.
  double tolerance = 1e-8;
  SolveMethod method = SolveMethod::automatic;
  double first_step = 0;                                           ///< [s]; 0: chosen
  double largest_step = std::numeric_limits<double>::infinity();   ///< [s]
  std::size_t step_limit = 50'000'000;                             ///< tried, accepted or not
  double seconds_limit = std::numeric_limits<double>::infinity();  ///< of wall-clock time
  /// Called now and then with the time reached [s]; true ends the run: progress bars and Ctrl-C live here.
  std::function<bool(double)> interrupt{};
};

enum class SolveStatus : unsigned char {
  finished,        ///< the end time was reached
  ended_by_event,  ///< an event asked to stop
  interrupted,     ///< from outside
  step_limit,      ///< too many steps
  seconds_limit,   ///< too long
  memory_limit,    ///< the trajectory grew too large
  step_too_small,  ///< the step shrank to the resolution of time
  not_finite,      ///< a rate is not a finite number even at the smallest step
  chattering,      ///< events follow one another without end
  diverged,        ///< the motion grows exponentially, far beyond its scale
};

struct SolveCounters {
  std::size_t accepted = 0;        ///< steps
  std::size_t rejected = 0;        ///< steps repeated because of their error
  std::size_t repeated = 0;        ///< steps repeated to end on an event
  std::size_t rates = 0;           ///< evaluations of f
  std::size_t linearisations = 0;  ///< evaluations of f with its Jacobian
  std::size_t events = 0;
};

/// How a run ended. What was computed before is kept, whatever the status.
struct [[nodiscard]] SolveResult {
  SolveStatus status = SolveStatus::finished;
  std::string reason;  ///< a sentence; empty when finished
  double time = 0;     ///< reached [s]
  SolveCounters counters;

  bool finished() const { return status == SolveStatus::finished || status == SolveStatus::ended_by_event; }
};

}  // namespace stiction
