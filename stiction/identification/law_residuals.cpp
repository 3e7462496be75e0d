// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_residuals.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/tall_triangle.hpp"

namespace stiction {
namespace {

/// Slopes by coordinates, over the fitted rows, from those by numbers over all rows.
std::vector<double> by_coordinates(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x,
                                   const std::vector<double>& by_number) {
  const std::size_t train = data.train_rows(), rows = data.rows(), n = x.size();
  const std::vector<double> chain = parameters.slopes_at(x);
  std::vector<double> made(train * n, 0.0);
  for (std::size_t m = 0; m < parameters.moving().size(); ++m)
    for (std::size_t k = 0; k < n; ++k) {
      const double slope = chain[parameters.moving()[m] * n + k];
      if (slope == 0) continue;
      for (std::size_t i = 0; i < train; ++i) made[k * train + i] += slope * by_number[m * rows + i];
    }
  return made;
}

bool predict_every_row(const ForceData& data, const FitParameters& parameters, const std::vector<double>& p,
                       std::vector<double>& friction, std::vector<double>* slopes, Rows wanted) {
  const LawPrediction& law = find_law_prediction(parameters.law());
  const std::size_t n = data.samples(), count = parameters.moving().size();
  if (data.fitted_in_order() && (wanted == Rows::fitted || data.rows() == data.train_rows())) {
    friction.resize(data.rows());
    if (slopes != nullptr) slopes->resize(data.rows() * count);
    std::size_t row = 0;
    for (const Recording& r : data.searched()) {
      if (slopes == nullptr)
        law.force(p, r, friction.data() + row);
      else
        law.slopes(p, r, parameters.moving(), friction.data() + row, slopes->data() + row, data.rows());
      row += r.size();
    }
    return std::all_of(friction.begin(), friction.begin() + static_cast<std::ptrdiff_t>(data.train_rows()),
                       [](double f) { return std::isfinite(f); });
  }
  // Kept from call to call: they are large, and a search makes hundreds of calls.
  thread_local std::vector<double> force, all;
  force.assign(n, 0.0);
  if (slopes != nullptr) all.resize(n * count);
  std::size_t first = 0;
  for (std::size_t recording = 0; recording < data.recordings().size(); ++recording) {
    const Recording& r = wanted == Rows::all ? data.recordings()[recording] : data.searched()[recording];
    if (slopes == nullptr)
      law.force(p, r, force.data() + first);
    else
      law.slopes(p, r, parameters.moving(), force.data() + first, all.data() + first, n);
    first += data.recordings()[recording].size();
  }
  for (const double f : force)
    if (!std::isfinite(f)) return false;
  friction = data.to_rows(force.data(), wanted == Rows::fitted);
  if (slopes == nullptr) return true;
  slopes->clear();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> rows = data.to_rows(all.data() + k * n, wanted == Rows::fitted);
    slopes->insert(slopes->end(), rows.begin(), rows.end());
  }
  return true;
}

}  // namespace

bool predict_rows(const ForceData& data, const FitParameters& parameters, const std::vector<double>& p,
                  std::vector<double>& friction, std::vector<double>* slopes, Rows wanted) {
  if (!predict_every_row(data, parameters, p, friction, slopes, wanted)) return false;
  if (data.counts_all()) return true;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    if (data.counts(i)) continue;
    friction[i] = 0;
    for (std::size_t k = 0; slopes != nullptr && k < parameters.moving().size(); ++k)
      (*slopes)[k * data.rows() + i] = 0;
  }
  return true;
}

bool projected_residuals(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x,
                         double* residual, double* jacobian) {
  const std::vector<double> p = parameters.numbers_at(x);
  if (!parameters.violations(p).empty()) return false;  // rules that no coordinate takes care of
  std::vector<double> friction, by_number;
  if (!predict_rows(data, parameters, p, friction, jacobian != nullptr ? &by_number : nullptr)) return false;
  const std::size_t train = data.train_rows();
  for (std::size_t i = 0; i < train; ++i) residual[i] = data.target()[i] - friction[i];
  data.project(residual);
  if (jacobian == nullptr) return true;
  const std::vector<double> columns = by_coordinates(data, parameters, x, by_number);
  for (std::size_t i = 0; i < columns.size(); ++i) jacobian[i] = -columns[i];
  for (std::size_t k = 0; k < x.size(); ++k) data.project(jacobian + k * train);
  return true;
}

std::vector<double> prediction_slopes(const ForceData& data, const FitParameters& parameters,
                                      const std::vector<double>& x) {
  std::vector<double> friction, by_number;
  predict_rows(data, parameters, parameters.numbers_at(x), friction, &by_number);
  std::vector<double> all = by_coordinates(data, parameters, x, by_number);
  const std::vector<double> extras = data.train_extras();
  all.insert(all.end(), extras.begin(), extras.end());
  return all;
}

namespace {

/// Up to the rounding of coordinates, from which the numbers were made.
bool are_same(const std::vector<double>& p, const std::vector<double>& q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                    [](double a, double b) { return std::abs(a - b) <= 1e-14 * std::abs(b); });
}

/// The fitted rows as the triangle of terms beside friction, slopes by the moving numbers, and residuals: what is below
/// the rows of those terms has them projected out.
bool triangle_of(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x, double* residual,
                 double* jacobian, const PredictedRows* known) {
  const std::vector<double> p = parameters.numbers_at(x);
  if (!parameters.violations(p).empty()) return false;
  thread_local std::vector<double> friction, made;  // large, and a search makes hundreds of calls
  const bool was_made = known != nullptr && known->finite && are_same(p, known->p);
  if (!was_made && !predict_rows(data, parameters, p, friction, &made)) return false;
  if (was_made) friction = known->friction;
  const std::vector<double>& slopes = was_made ? known->slopes : made;
  const std::size_t train = data.train_rows(), moving = parameters.moving().size(), n = x.size();
  for (std::size_t i = 0; i < train; ++i) friction[i] = data.target()[i] - friction[i];
  std::vector<const double*> columns;
  for (std::size_t k = 0; k < data.basis_rank(); ++k) columns.push_back(data.basis() + k * train);
  for (std::size_t k = 0; k < moving; ++k) columns.push_back(slopes.data() + k * data.rows());
  columns.push_back(friction.data());
  const std::vector<double> r = tall_triangle(columns, train), chain = parameters.slopes_at(x);
  const std::size_t width = columns.size(), first = data.basis_rank();
  for (std::size_t i = 0; i <= moving; ++i) {
    const double* const row = r.data() + (first + i) * width + first;
    residual[i] = row[moving] / data.scale();
    for (std::size_t k = 0; jacobian != nullptr && k < n; ++k) {
      double sum = 0;
      for (std::size_t m = i; m < moving; ++m) sum += row[m] * chain[parameters.moving()[m] * n + k];
      jacobian[k * (moving + 1) + i] = -sum / data.scale();
    }
  }
  return true;
}

/// Their sum of squares alone, in the last of the rows.
bool length_of(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x, double* residual) {
  thread_local std::vector<double> rows;
  rows.resize(data.train_rows());
  if (!projected_residuals(data, parameters, x, rows.data(), nullptr)) return false;
  double sum = 0;
  for (const double r : rows) sum += r * r;
  std::fill_n(residual, parameters.moving().size(), 0.0);
  residual[parameters.moving().size()] = std::sqrt(sum) / data.scale();
  return true;
}

LeastSquaresProblem problem_without_priors(const ForceData& data, const FitParameters& parameters, double robust,
                                           const PredictedRows* known) {
  LeastSquaresProblem problem{.residuals = parameters.moving().size() + 1,
                              .lower = parameters.lower(),
                              .upper = parameters.upper(),
                              .evaluate = {},
                              .robust_limit = robust / data.scale()};
  if (robust <= 0) {
    problem.evaluate = [&data, &parameters, known](const std::vector<double>& x, double* residual, double* jacobian) {
      return jacobian != nullptr ? triangle_of(data, parameters, x, residual, jacobian, known)
                                 : length_of(data, parameters, x, residual);
    };
    return problem;
  }
  problem.residuals = data.train_rows();
  problem.evaluate = [&data, &parameters](const std::vector<double>& x, double* residual, double* jacobian) {
    if (!projected_residuals(data, parameters, x, residual, jacobian)) return false;
    const std::size_t rows = data.train_rows();
    for (std::size_t i = 0; i < rows; ++i) residual[i] /= data.scale();
    for (std::size_t i = 0; jacobian != nullptr && i < rows * x.size(); ++i) jacobian[i] /= data.scale();
    return true;
  };
  return problem;
}

}  // namespace

LeastSquaresProblem force_problem(const ForceData& data, const FitParameters& parameters, double robust, double noise,
                                  const PredictedRows* known) {
  LeastSquaresProblem problem = problem_without_priors(data, parameters, robust, known);
  const std::size_t priors = noise > 0 ? parameters.wishes().priors.size() : 0, rows = problem.residuals;
  if (priors == 0) return problem;
  problem.residuals += priors;
  const double unit = noise / data.scale();
  problem.evaluate = [=, &parameters, data_rows = std::move(problem.evaluate)](const std::vector<double>& x,
                                                                               double* residual, double* jacobian) {
    std::vector<double> own(jacobian != nullptr ? rows * x.size() : 0);
    if (!data_rows(x, residual, jacobian != nullptr ? own.data() : nullptr)) return false;
    const FitParameters::Priors beforehand = parameters.priors_at(x);
    for (std::size_t i = 0; i < priors; ++i) residual[rows + i] = unit * beforehand.residual[i];
    for (std::size_t k = 0; jacobian != nullptr && k < x.size(); ++k) {
      double* const column = jacobian + k * (rows + priors);
      std::copy_n(own.data() + k * rows, rows, column);
      for (std::size_t i = 0; i < priors; ++i) column[rows + i] = -unit * beforehand.slopes[i * x.size() + k];
    }
    return true;
  };
  return problem;
}

}  // namespace stiction
