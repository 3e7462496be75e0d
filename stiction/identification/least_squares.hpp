// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

/// Nonlinear least squares between bounds, and what the data say about the answer. One file compiles Ceres and one
/// Eigen: both cost many seconds wherever they are included.
namespace stiction {

/// Minimises sum rho(r_i(x)^2) / 2 with lower <= x <= upper.
struct LeastSquaresProblem {
  std::size_t residuals = 0;
  std::vector<double> lower, upper;
  /// Residuals at x and, unless `jacobian` is null, their slopes: slope of residual i by x[k] at [k * residuals + i].
  /// False: there is no answer at x, so that a shorter step is tried.
  std::function<bool(const std::vector<double>& x, double* residual, double* jacobian)> evaluate;
  /// Residuals beyond this many count in proportion, not squared (Huber); 0: all are squared.
  double robust_limit = 0;
};

struct LeastSquaresOptions {
  int iterations = 100;
  double tolerance = 1e-12;      ///< relative change of the cost at which it has converged
  std::function<bool()> stop{};  ///< asked after every iteration
};

struct LeastSquaresSolution {
  std::vector<double> x;
  double cost = 1e300;  ///< sum rho / 2
  bool converged = false;
  bool settled = false;  ///< converged quadratically: another search from here would end here
  int iterations = 0;
  std::string message;
};

/// False: this build has no Ceres, and `minimise` throws InvalidInput that says so.
bool can_minimise();
LeastSquaresSolution minimise(const LeastSquaresProblem& problem, std::vector<double> start,
                              const LeastSquaresOptions& options = {});

/// What a Jacobian says: singular values and directions of it with its columns scaled to length one.
struct InformationAnalysis {
  std::vector<double> column_length;            ///< of each column before scaling
  std::vector<double> singular_values;          ///< falling
  std::vector<std::vector<double>> directions;  ///< unit vectors in scaled coordinates, one per singular value
  /// (J^T J)^-1 in the unscaled coordinates, directions below `threshold` of the largest left out; row by row.
  std::vector<double> inverse;
  std::size_t rank = 0;
};
InformationAnalysis analyse_information(const std::vector<double>& jacobian, std::size_t residuals,
                                        std::size_t parameters, double threshold = 1e-7);

/// An orthonormal basis of the columns, columns that depend on those before them left out; and the least-squares
/// coefficients, which are 0 for columns left out.
std::vector<double> orthonormal_basis(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                      std::size_t& rank);
std::vector<double> linear_coefficients(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                        const std::vector<double>& target);

}  // namespace stiction
