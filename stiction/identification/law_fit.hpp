// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/force_data.hpp"

/// One law fitted to recordings by force prediction.
namespace stiction {

struct FitOptions {
  std::size_t starts = 12;  ///< of the search; laws that are linear in their numbers need none
  std::uint64_t seed = 1;
  std::size_t threads = 0;  ///< 0: all cores
  double robust = 0;        ///< residuals beyond so many standard deviations count in proportion; 0: all squared
  int iterations = 200;
  std::function<bool(double)> progress{};  ///< told the fraction done; true: stop
};

/// A law with its numbers, and how well it explains the recordings.
struct LawFit {
  std::string law;
  std::string problem{};  ///< why there is no answer; empty: there is one
  std::optional<FitParameters> parameters{};
  std::vector<double> p, x;    ///< numbers of the law, coordinates of the search
  std::vector<double> extras;  ///< coefficients of the terms beside friction
  bool linear = false;         ///< solved at once by least squares
  bool converged = false;
  std::size_t starts = 0, agreeing = 0;  ///< searches made, and those that ended in the same minimum

  std::vector<double> residual;            ///< measured less predicted, every row [N]
  std::vector<double> friction;            ///< predicted friction, every row [N]
  double train_error = 0, test_error = 0;  ///< 100 ||residual|| / ||force||, fitted and held-out rows [%]
  double noise = 0;                        ///< standard deviation of the residuals over fitted rows [N]
  double information_criterion = 0;        ///< Bayesian, of the fitted rows; smaller is better
  std::size_t unknowns = 0;                ///< numbers fitted, terms beside friction among them

  bool found() const { return problem.empty(); }
};

LawFit fit_law(const ForceData& data, std::string_view law, const ParameterWishes& wishes = {},
               const FitOptions& options = {});

/// The residuals and their slopes that a fit is made of: over the fitted rows, the terms beside friction projected out.
/// jacobian: by coordinate, column by column; null: not wanted. False where the law has no answer.
bool projected_residuals(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x,
                         double* residual, double* jacobian);

/// Slopes of the predicted force by every coordinate and every term beside friction, over the fitted rows; column by
/// column.
std::vector<double> prediction_slopes(const ForceData& data, const FitParameters& parameters,
                                      const std::vector<double>& x);

}  // namespace stiction
