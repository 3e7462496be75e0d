// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <functional>
#include <map>
#include <optional>

#include "stiction/loop/loop_run.hpp"
#include "stiction/loop/trajectory.hpp"
#include "stiction/solvers/solve_result.hpp"

/// Periodic motions of an assembly: stick-slip, hunting, forced vibration.
namespace stiction {

struct CycleOptions {
  double start = 0;                  ///< when the run begins [s], which matters where inputs vary
  double period = 0;                 ///< of the inputs [s]; 0: they are constant, and the period is to be found
  std::optional<Section> section{};  ///< where laps begin and end; chosen from a short run when not given
  /// Extrapolation and Newton's method; false: the flow alone is followed, so that what is found is where the start
  /// leads to and nothing else.
  bool shooting = true;
  bool multipliers = true;  ///< costs one lap per state
  double closure = 1e-7;    ///< how far a cycle may stay open, in fractions of the range of each state
  double time_limit = 0;    ///< simulated time [s]; 0: some thousand natural times of the loop
  int lap_limit = 150;
  SolveOptions solver{.tolerance = 1e-9};
  /// Called now and then with the fraction of the limits used; true: stop.
  std::function<bool(double fraction)> progress{};
};

/// How a search follows the options of a run: ten times its tolerance, and its method. Cycles that are solved less
/// closely cannot close more closely.
CycleOptions cycle_options(const SolveOptions& run);

/// Why inputs and references have no such period [s] from `start` on, or from where those that come to rest have done
/// so; empty where they have. A motion at rest is
/// the same after any time, so that a period of constant inputs would prove nothing.
std::string problem_with_period(const LoopRun& given, double period, double start = 0);

enum class CycleVerdict : unsigned char {
  stable_cycle,
  unstable_cycle,
  drifting,      ///< periodic but for a position that has moved on after every period
  neutral,       ///< one of a family of orbits: nothing draws the motion to it or away from it
  equilibrium,   ///< it came to rest, or slides steadily
  decays,        ///< it swings, less and less, around a stable equilibrium
  none_found,    ///< within the limits
  stopped,       ///< by `progress`
  not_possible,  ///< inputs that vary without a period
};

/// A position on which nothing depends, and which does not come back.
struct CycleDrift {
  std::string name, unit;
  double per_period = 0;  ///< [unit]
};

/// What a signal did over a cycle.
struct CycleSignal {
  std::string name, unit;
  double lowest = 0, highest = 0, mean = 0;
  double amplitude() const { return 0.5 * (highest - lowest); }
};

struct LimitCycle {
  CycleVerdict verdict = CycleVerdict::none_found;
  std::string sentence{};  ///< the verdict in words, with its reason
  bool found() const {
    return verdict == CycleVerdict::stable_cycle || verdict == CycleVerdict::unstable_cycle ||
           verdict == CycleVerdict::drifting;
  }

  double period = 0;                                ///< [s]
  std::vector<CycleSignal> signals{};               ///< over a cycle; at an equilibrium its values
  std::vector<std::complex<double>> multipliers{};  ///< Floquet's, by size, falling; without the one along the motion
  std::size_t hidden_multipliers = 0;           ///< of 1, left out: ways to share the force that no motion depends on
  std::vector<CycleDrift> drifts{};             ///< positions that do not come back
  double closure = 0;                           ///< how far it stays open, in fractions of the range of each state
  std::map<std::string, std::size_t> events{};  ///< in a cycle, by kind: "reversal", "stick", "slip", ...
  /// Fraction of the time in which every contact rests: exactly, where the law has true rest or a zero-velocity band
  /// (Karnopp), which counts as rest; slower than a hundredth of its largest speed, where it has neither.
  double rest_fraction = 0;
  double searched = 0;   ///< simulated time until the cycle was found [s]
  double simulated = 0;  ///< and in all [s]
  int laps = 0;
  Trajectory cycle{};           ///< one period, from the section on
  std::vector<double> state{};  ///< at the section
  double time = 0;              ///< and when it was there [s]
  std::optional<Section> section{};
  int passes = 1;  ///< of the section in a period
  /// Where the cycle was seen in a simulation (sampled controllers, laws with memory): the evidence. Spreads are the
  /// largest less the smallest of the last six periods, per mean.
  int periods_seen = 0;
  double period_spread = 0, amplitude_spread = 0;

  const CycleSignal& operator[](std::string_view name) const;
};

/// Follows the motion from the start the assembly gives, or from where its inputs have come to rest for good, from
/// section to section, and closes in on a cycle by
/// extrapolation (Anderson) and, where the laps do not draw together by themselves, by Newton's method on the return
/// map. Where that ends on a cycle that is unstable, the flow alone is asked where the motion goes. Never throws for
/// numbers that do not come out; says so. Sampled controllers and laws with memory: see sampled_cycle.hpp.
LimitCycle find_limit_cycle(const LoopRun& assembly, const CycleOptions& options = {});

}  // namespace stiction
