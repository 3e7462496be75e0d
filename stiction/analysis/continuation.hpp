// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/catalogue/named_experiment.hpp"

/// How an equilibrium or a limit cycle changes with one number of an experiment.
namespace stiction {

struct ContinuationOptions {
  double low = 0, high = 1;  ///< of the parameter; the branch starts at the experiment's own value
  bool rising = true;        ///< in which direction it sets out
  double first_step = 0.02, largest_step = 0.1, smallest_step = 1e-7;  ///< fractions of the range
  int point_limit = 200;
  std::string signal{};                             ///< whose range is recorded; empty: the first velocity of the plant
  CycleOptions cycle{};                             ///< how laps are solved; its `progress` is not used
  std::function<bool(double fraction)> progress{};  ///< called after every point; true: stop
};

struct BranchPoint {
  double parameter = 0;
  double lowest = 0, highest = 0;  ///< of the signal
  double period = 0;               ///< [s]; 0 for equilibria
  double rest_fraction = 0;        ///< of a cycle
  bool stable = false;
  std::vector<std::complex<double>> eigenvalues{};  ///< of an equilibrium [1/s]; multipliers of a cycle
  std::vector<double> state{};
  double amplitude() const { return 0.5 * (highest - lowest); }
};

enum class SpecialPointKind : unsigned char {
  hopf,             ///< a pair of eigenvalues crosses: a cycle is born
  fold,             ///< the branch turns round
  period_doubling,  ///< a multiplier passes -1
  torus,            ///< a pair of multipliers leaves the unit circle
  jump,             ///< multipliers jump: the motion begins or ceases to touch rest, or another border of its law
  vanishes,         ///< the cycle has shrunk into an equilibrium
  ends,             ///< no further point could be found
};

struct SpecialPoint {
  SpecialPointKind kind = SpecialPointKind::fold;
  double parameter = 0;
  std::string sentence{};
};

struct ContinuationBranch {
  std::string path, unit, signal, signal_unit;
  std::vector<BranchPoint> points{};  ///< in the order they were met
  std::vector<SpecialPoint> special{};
  std::string sentence{};  ///< why it ended
};

/// Follows rest or steady motion by pseudo-arclength from the equilibrium near the experiment's start (for plants
/// pulled or driven steadily: from steady sliding, where that exists).
ContinuationBranch follow_equilibrium(const NamedExperiment& experiment, std::string_view path,
                                      const ContinuationOptions& options);

/// Follows the limit cycle that `find_limit_cycle` finds for the experiment, stable or not, around folds.
ContinuationBranch follow_limit_cycle(const NamedExperiment& experiment, std::string_view path,
                                      const ContinuationOptions& options);

}  // namespace stiction
