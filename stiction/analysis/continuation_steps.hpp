// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "stiction/analysis/continuation.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/linear/continuation_curve.hpp"

namespace stiction::detail {

/// What is followed: its equations, and how a point of its branch is measured.
class BranchProblem {
 public:
  virtual ~BranchProblem() = default;
  virtual CurveEquations equations() = 0;
  /// The point with everything recorded of it; none when it cannot be measured.
  virtual std::optional<BranchPoint> measure(const std::vector<double>& x) = 0;
  /// Changes sign where the branch changes its stability.
  virtual double stability_number(const BranchPoint& point) const = 0;
  /// What a change of stability between two points is.
  virtual SpecialPoint classify(const BranchPoint& before, const BranchPoint& after) const = 0;
  /// The unknowns at an accepted point, in coordinates that suit it; and the factors by which units changed.
  virtual std::pair<std::vector<double>, std::vector<double>> settle_on(const std::vector<double>& x) = 0;
  /// What happens a little beyond a point after which no other was found, where that can be seen; or nothing. `sense`:
  /// the side of the parameter, +1 or -1.
  virtual std::string beyond(const BranchPoint&, double) { return {}; }
  /// A reason to end here, or nothing.
  virtual std::optional<SpecialPoint> ending(const BranchPoint& point) const = 0;

  /// The experiment with another value of the parameter; none where the value is not allowed.
  std::optional<LoopRun> run_at(double parameter) const;

  double to_fraction(double parameter) const { return (parameter - low) / (high - low); }
  double from_fraction(double fraction) const { return low + fraction * (high - low); }
  const double low, high;
  double resolution = 1e-13;  ///< to which fraction of a step special points are located

 protected:
  BranchProblem(Resolved experiment, std::string_view path, const ContinuationOptions& options)
      : low(options.low), high(options.high), experiment_(std::move(experiment)), place_(experiment_.find(path)) {}
  /// The places in p that move with the parameter: its own and those of its followers.
  std::vector<std::size_t> moving_places() const;
  Resolved experiment_;
  std::size_t place_;
};

/// Follows the branch from x on and writes it down.
void follow(BranchProblem& problem, std::vector<double> x, const ContinuationOptions& options,
            ContinuationBranch& branch);

/// The place of the recorded signal among those of the loop.
std::size_t recorded_signal(const LoopRun& core, const ContinuationOptions& options);
/// Options that make sense, for a path that exists; else throws InvalidInput. Writes the head of the branch.
void check_continuation(const Resolved& experiment, std::string_view path, const ContinuationOptions& options,
                        ContinuationBranch& branch);

}  // namespace stiction::detail
