// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/force_data.hpp"
#include "stiction/identification/least_squares.hpp"

/// The residuals and slopes that a fit by force prediction is made of.
namespace stiction {

enum class Rows : unsigned char { fitted, all };

/// Friction of the law at every row and, if wanted, its slopes by the moving numbers: rows, column by column. Rows that
/// are not asked for may hold anything. False: not finite.
bool predict_rows(const ForceData& data, const FitParameters& parameters, const std::vector<double>& p,
                  std::vector<double>& friction, std::vector<double>* slopes, Rows wanted = Rows::fitted);

/// What `predict_rows` gives at the numbers p, slopes among it.
struct PredictedRows {
  std::vector<double> p, friction, slopes;
  bool finite = false;
};

/// Measured less predicted over the fitted rows, the terms beside friction projected out. jacobian: by coordinate,
/// column by column; null: not wanted. False where the law has no answer.
bool projected_residuals(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x,
                         double* residual, double* jacobian);

/// Slopes of the predicted force by every coordinate and every term beside friction, over the fitted rows; column by
/// column.
std::vector<double> prediction_slopes(const ForceData& data, const FitParameters& parameters,
                                      const std::vector<double>& x);

/// The least-squares problem of a fit, in units of the data's scale. `robust`: residuals beyond so many newtons count
/// in proportion; 0: all are squared, and the rows are then replaced by the few of their triangle (`tall_triangle`),
/// which have the same sum of squares, gradient and normal equations. Refers to data and parameters.
/// `noise`: of the measured force [N], by which what is known beforehand is weighed against it; 0: priors do not count.
/// `known`: rows that were predicted before, such as those of the start, are not predicted again; null: none.
LeastSquaresProblem force_problem(const ForceData& data, const FitParameters& parameters, double robust = 0,
                                  double noise = 0, const PredictedRows* known = nullptr);

}  // namespace stiction
