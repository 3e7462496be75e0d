// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace stiction::detail {

/// n equations in n + 1 unknowns, the last of which is the parameter; unknowns are measured in units of their own size.
struct CurveEquations {
  /// None where the equations have no value: a cycle that does not come back.
  std::function<std::optional<std::vector<double>>(const std::vector<double>& x)> residual;
  /// The n x (n + 1) slopes at x, column after column.
  std::function<std::optional<std::vector<double>>(const std::vector<double>& x, const std::vector<double>& at_x)>
      slopes;
  double tolerance = 1e-10;
};

/// A curve of solutions by pseudo-arclength (Keller 1977): Newton's method in the plane across the tangent.
class SolutionCurve {
 public:
  explicit SolutionCurve(CurveEquations equations) : equations_(std::move(equations)) {}

  /// Sets out from a solution, in the direction that goes on from the last tangent, or, at first, in which the
  /// parameter grows with the sign of `sense`. False when there is no tangent.
  bool start(const std::vector<double>& x, double sense);
  /// The unknowns are from now on measured in other units: new numbers are old ones times these.
  void change_units(const std::vector<double>& factors);
  /// The solution at the distance `step` along the tangent; none when Newton's method does not find it.
  std::optional<std::vector<double>> at(double step) const;
  /// The solution at a value of the parameter, near the one at which the curve was started.
  std::optional<std::vector<double>> at_parameter(double value) const;

  const std::vector<double>& tangent() const { return tangent_; }
  double bend() const { return bend_; }  ///< angle between the last two tangents [rad]

 private:
  std::optional<std::vector<double>> corrected(std::vector<double> x, const std::vector<double>& across) const;
  CurveEquations equations_;
  std::vector<double> x_{}, slopes_{}, tangent_{};
  double bend_ = 0;
};

}  // namespace stiction::detail
