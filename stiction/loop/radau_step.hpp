// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace stiction {

/// One step of the collocation method Radau IIA with three stages (order 5, L-stable) for a linear system with given
/// coefficients, \f$ \dot S = A(t) S + B(t) \f$, all columns of S at once \cite HairerWanner1996, section IV.5, IV.8.
class RadauStep {
 public:
  static constexpr std::array<double, 3> nodes{0.15505102572168219, 0.64494897427831781, 1.0};

  /// Takes S at the start of a step of length h; A and B at the three nodes, row by row. Writes S at the nodes into
  /// `stages` (the last is the result). False when the linear equations cannot be solved.
  bool take(std::size_t n, std::size_t columns, double h, const double* s0, const std::array<std::vector<double>, 3>& a,
            const std::array<std::vector<double>, 3>& b, std::vector<double>& stages);

  /// The collocation polynomial at the fraction theta of the step.
  static void inside(std::size_t count, double theta, const double* s0, const double* stages, double* s);

  /// Largest of the errors of the columns, each entry relative to `scale`: the defect of the polynomial at the start,
  /// where A0 and B0 hold, passed through (I - h gamma A0)^-1 so that stiff parts do not count.
  double error(std::size_t n, std::size_t columns, double h, const double* s0, const std::vector<double>& a0,
               const std::vector<double>& b0, const std::vector<double>& stages, const double* scale);

 private:
  std::vector<double> matrix_, right_;
};

}  // namespace stiction
