// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "stiction/loop/loop_run.hpp"

/// Newton's method for the equilibria of a loop, on the branch that belongs to each iterate.
namespace stiction::detail {

/// Rates and Jacobian on the branch of y.
struct EquilibriumSlope {
  std::vector<double> rates{}, jacobian{}, step{};
  double residual = 0;       ///< largest rate of a state that matters, in natural sizes per second [1/s]
  double step_size = 0;      ///< of Newton's step, per size of the states
  std::vector<bool> free{};  ///< states that anything depends on, and that no border holds

  bool is_solution() const { return std::isfinite(residual) && step_size < 1e-8 && residual < 1e-6; }
};

class EquilibriumSearch {
 public:
  EquilibriumSearch(const LoopRun& assembly, double t)
      : core_(assembly), t_(t), scale_(core_.scale()), mattered_(scale_.size()) {}

  /// Chooses the branch of y, and puts states that stand beyond a border of their law onto it. The step is that of all
  /// states, or of the others with the laws held as they are.
  EquilibriumSlope at(std::vector<double>& y, bool holds_laws = false);
  /// Newton's method on the branch that belongs to each iterate, with the step halved until the rates fall.
  EquilibriumSlope solve(std::vector<double>& y);
  /// A guess for steady sliding: contacts are made to slide in a direction (0: as they do); Newton's step makes the
  /// velocities those that keep the positions, as these equations are linear; then the laws are carried to where they
  /// stay at these velocities. Newton's method alone cannot do that: no slope of a rate leads out of rest, or from
  /// elastic bristles to where they slide.
  std::vector<double> sliding_guess(std::vector<double> y, double direction);

  LoopRun& core() { return core_; }
  const std::vector<double>& scale() const { return scale_; }

 private:
  void hold_unmoved(EquilibriumSlope& s, const std::vector<double>& wanted) const;
  void settle(std::vector<double>& y);
  void carry_laws(std::vector<double>& y);
  std::vector<double> sizes(const std::vector<double>& y) const;
  std::vector<double> stepped(std::vector<double> y, const EquilibriumSlope& here, double fraction) const;
  std::size_t first_law() const { return core_.loop().first_controller + core_.loop().controller_states; }

  LoopRun core_;
  double t_;
  std::vector<double> scale_;
  std::vector<bool> mattered_;
  bool keeps_modes_ = false;
};

}  // namespace stiction::detail
