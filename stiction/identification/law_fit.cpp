// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_fit.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/start_values.hpp"

namespace stiction {
namespace {

enum class Over : unsigned char { fitted, all };

/// Friction of the law and, if wanted, its slopes by the moving numbers: rows, column by column. Rows that are not
/// asked for may hold anything. False: not finite.
bool predict(const ForceData& data, const FitParameters& parameters, const std::vector<double>& p,
             std::vector<double>& friction, std::vector<double>* slopes, Over over = Over::fitted) {
  const LawPrediction& law = find_law_prediction(parameters.law());
  const std::size_t n = data.samples(), count = parameters.moving().size();
  // Kept from call to call: they are large, and a search makes hundreds of calls.
  thread_local std::vector<double> force, all, own;
  force.assign(n, 0.0);
  if (slopes != nullptr) all.resize(n * count);
  std::size_t first = 0;
  for (std::size_t recording = 0; recording < data.recordings().size(); ++recording) {
    const Recording& r = over == Over::all ? data.recordings()[recording] : data.searched()[recording];
    if (slopes == nullptr) {
      law.force(p, r, force.data() + first);
    } else {
      own.resize(r.size() * count);
      law.slopes(p, r, parameters.moving(), force.data() + first, own.data());
      for (std::size_t k = 0; k < count; ++k)
        std::copy_n(own.data() + k * r.size(), r.size(), all.data() + k * n + first);
    }
    first += data.recordings()[recording].size();
  }
  for (const double f : force)
    if (!std::isfinite(f)) return false;
  friction = data.to_rows(force.data(), over == Over::fitted);
  if (slopes == nullptr) return true;
  slopes->clear();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> rows = data.to_rows(all.data() + k * n, over == Over::fitted);
    slopes->insert(slopes->end(), rows.begin(), rows.end());
  }
  return true;
}

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

double norm(const std::vector<double>& values, std::size_t from, std::size_t until) {
  double sum = 0;
  for (std::size_t i = from; i < until; ++i) sum += values[i] * values[i];
  return std::sqrt(sum);
}

/// A law whose force is a sum of its numbers times known columns is solved at once. Found by trying: F(q) must be
/// slopes(p) q for another q.
bool solve_linear(const ForceData& data, LawFit& fit, const std::vector<double>& start) {
  const FitParameters& parameters = *fit.parameters;
  std::vector<double> friction, slopes, at_other, other_slopes;
  if (!predict(data, parameters, start, friction, &slopes)) return false;
  std::vector<double> other = start;
  for (std::size_t m = 0; m < parameters.moving().size(); ++m)
    other[parameters.moving()[m]] *= 1.25 + 0.15 * static_cast<double>(m);
  if (!predict(data, parameters, other, at_other, nullptr)) return false;
  const std::size_t rows = data.rows(), train = data.train_rows(), count = parameters.moving().size();
  for (std::size_t i = 0; i < train; ++i) {
    double sum = 0, sum_here = 0;
    for (std::size_t m = 0; m < count; ++m) {
      sum += slopes[m * rows + i] * other[parameters.moving()[m]];
      sum_here += slopes[m * rows + i] * start[parameters.moving()[m]];
    }
    const double size = 1e-9 * (std::abs(at_other[i]) + std::abs(friction[i]) + 1e-12 * data.scale());
    if (std::abs(sum - at_other[i]) > size || std::abs(sum_here - friction[i]) > size) return false;
  }
  std::vector<double> columns;
  for (std::size_t m = 0; m < count; ++m)
    columns.insert(columns.end(), slopes.begin() + static_cast<std::ptrdiff_t>(m * rows),
                   slopes.begin() + static_cast<std::ptrdiff_t>(m * rows + train));
  const std::vector<double> extras = data.train_extras();
  columns.insert(columns.end(), extras.begin(), extras.end());
  const std::vector<double> target(data.target().begin(), data.target().begin() + static_cast<std::ptrdiff_t>(train));
  const std::vector<double> answer = linear_coefficients(columns, train, count + data.extras().size(), target);
  std::vector<double> p = start;
  for (std::size_t m = 0; m < count; ++m) p[parameters.moving()[m]] = answer[m];
  if (!parameters.violations(p).empty()) return false;  // a bound is active: the search finds the best point on it
  fit.p = p, fit.linear = fit.converged = true;
  fit.x = parameters.coordinates_of(p);
  fit.starts = fit.agreeing = 1;
  return true;
}

LeastSquaresProblem problem_of(const ForceData& data, const FitParameters& parameters, double robust) {
  LeastSquaresProblem problem{.residuals = data.train_rows(),
                              .lower = parameters.lower(),
                              .upper = parameters.upper(),
                              .evaluate = {},
                              .robust_limit = robust / data.scale()};
  problem.evaluate = [&data, &parameters](const std::vector<double>& x, double* residual, double* jacobian) {
    if (!projected_residuals(data, parameters, x, residual, jacobian)) return false;
    const std::size_t rows = data.train_rows();
    for (std::size_t i = 0; i < rows; ++i) residual[i] /= data.scale();
    for (std::size_t i = 0; jacobian != nullptr && i < rows * x.size(); ++i) jacobian[i] /= data.scale();
    return true;
  };
  return problem;
}

/// Many short searches, then the best one to its end.
void search(const ForceData& data, LawFit& fit, const FitOptions& options, const FrictionSizes& sizes, double robust) {
  FitParameters& parameters = *fit.parameters;
  const LeastSquaresProblem problem = problem_of(data, parameters, robust);
  const std::size_t starts = std::max<std::size_t>(options.starts, 1);
  std::vector<LeastSquaresSolution> ends(starts);
  bool stopped = false;
  const auto one = [&](std::size_t k) {
    const std::vector<double> p = start_numbers(parameters, sizes, k, options.seed);
    if (!parameters.violations(p).empty()) return;
    const LeastSquaresOptions how{.iterations = 80, .tolerance = 1e-9, .stop = {}};
    ends[k] = minimise(problem, parameters.coordinates_of(p), how);
  };
  stopped = !for_each_parallel(starts, options.threads, one, options.progress);
  const auto best =
      std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
  if (best->cost >= 1e300) {
    fit.problem = stopped ? "interrupted" : "no start of the search gave a finite force";
    return;
  }
  LeastSquaresSolution end =
      minimise(problem, best->x, {.iterations = options.iterations, .tolerance = 1e-14, .stop = {}});
  if (end.cost > best->cost) end = *best;
  fit.converged = end.converged, fit.starts = starts;
  for (const LeastSquaresSolution& one_end : ends) {
    double apart = one_end.x.empty() ? 1e300 : 0;
    for (std::size_t k = 0; k < one_end.x.size(); ++k) apart = std::max(apart, std::abs(one_end.x[k] - end.x[k]));
    if (one_end.cost < end.cost * (1 + 1e-3) || apart < 1e-2) ++fit.agreeing;
  }
  fit.x = end.x, fit.p = parameters.numbers_at(end.x);
}

void score(const ForceData& data, LawFit& fit) {
  std::vector<double> friction;
  if (!predict(data, *fit.parameters, fit.p, friction, nullptr, Over::all)) {
    fit.problem = "the law gives no finite force at the numbers found";
    return;
  }
  const std::size_t rows = data.rows(), train = data.train_rows();
  fit.friction = friction, fit.residual.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) fit.residual[i] = data.target()[i] - friction[i];
  fit.extras = data.coefficients(fit.residual);
  for (std::size_t k = 0; k < fit.extras.size(); ++k)
    for (std::size_t i = 0; i < rows; ++i) fit.residual[i] -= fit.extras[k] * data.extra_columns()[k * rows + i];
  fit.unknowns = fit.x.size() + fit.extras.size();
  const double left = norm(fit.residual, 0, train), n = static_cast<double>(train),
               k = static_cast<double>(fit.unknowns);
  fit.train_error = 100 * left / norm(data.target(), 0, train);
  fit.test_error =
      rows > train ? 100 * norm(fit.residual, train, rows) / norm(data.target(), train, rows) : fit.train_error;
  fit.noise = left / std::sqrt(std::max(n - k, 1.0));
  fit.information_criterion = n * std::log(std::max(left * left / n, 1e-300)) + k * std::log(n);
}

}  // namespace

bool projected_residuals(const ForceData& data, const FitParameters& parameters, const std::vector<double>& x,
                         double* residual, double* jacobian) {
  const std::vector<double> p = parameters.numbers_at(x);
  if (!parameters.violations(p).empty()) return false;  // rules that no coordinate takes care of
  std::vector<double> friction, by_number;
  if (!predict(data, parameters, p, friction, jacobian != nullptr ? &by_number : nullptr)) return false;
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
  predict(data, parameters, parameters.numbers_at(x), friction, &by_number);
  std::vector<double> all = by_coordinates(data, parameters, x, by_number);
  const std::vector<double> extras = data.train_extras();
  all.insert(all.end(), extras.begin(), extras.end());
  return all;
}

namespace {

/// Numbers that change nothing, neither at this start nor at another, are kept: a reference speed beside an exponent of
/// one. Their names.
std::vector<std::string> without_effect(const ForceData& data, const FitParameters& parameters,
                                        const FrictionSizes& sizes, const FitOptions& options) {
  std::vector<std::string> names;
  std::vector<double> largest(parameters.count(), 0.0);
  for (const std::size_t start : {std::size_t{0}, std::size_t{1}}) {
    const std::vector<double> p = start_numbers(parameters, sizes, start, options.seed);
    const std::vector<double> slopes = prediction_slopes(data, parameters, parameters.coordinates_of(p));
    for (std::size_t k = 0; k < largest.size(); ++k)
      for (std::size_t i = 0; i < data.train_rows(); ++i)
        largest[k] = std::max(largest[k], std::abs(slopes[k * data.train_rows() + i]));
  }
  for (std::size_t k = 0; k < largest.size(); ++k)
    if (largest[k] == 0) names.push_back(parameters.numbers()[parameters.number_of(k)].name);
  return names;
}

}  // namespace

LawFit fit_law(const ForceData& data, std::string_view law, const ParameterWishes& wishes, const FitOptions& options) {
  LawFit fit;
  fit.law = law;
  fit.parameters.emplace(law, wishes);
  if (!find_law_prediction(law).has_slopes) {
    fit.problem = "its state moves by accepted pieces of motion and has no slopes; it cannot be fitted";
    return fit;
  }
  const FrictionSizes sizes = sizes_in(data);
  if (const std::vector<std::string> idle = without_effect(data, *fit.parameters, sizes, options); !idle.empty()) {
    ParameterWishes others = wishes;
    for (const std::string& name : idle) others.fixed[name] = fit.parameters->defaults()[fit.parameters->find(name)];
    fit.parameters.emplace(law, others);
  }
  const std::vector<double> start = start_numbers(*fit.parameters, sizes, 0, options.seed);
  fit.parameters->set_sizes(start);
  // No level of friction can be known that is far above every force recorded.
  double largest = 0;
  for (std::size_t i = 0; i < data.train_rows(); ++i) largest = std::max(largest, std::abs(data.target()[i]));
  fit.parameters->limit_forces(2 * largest);
  const bool at_once =
      options.robust <= 0 && fit.parameters->violations(start).empty() && solve_linear(data, fit, start);
  if (!at_once && fit.parameters->count() > 0) search(data, fit, options, sizes, 0);
  if (fit.parameters->count() == 0) fit.p = start, fit.converged = true, fit.starts = fit.agreeing = 1;
  if (fit.found()) score(data, fit);
  if (fit.found() && options.robust > 0 && fit.parameters->count() > 0) {
    // Outliers are judged by the middle of the residuals, not by their mean square, which they have made themselves.
    std::vector<double> sizes_left;
    for (std::size_t i = 0; i < data.train_rows(); ++i) sizes_left.push_back(std::abs(fit.residual[i]));
    std::nth_element(sizes_left.begin(), sizes_left.begin() + static_cast<std::ptrdiff_t>(sizes_left.size() / 2),
                     sizes_left.end());
    const double limit = options.robust * 1.4826 * sizes_left[sizes_left.size() / 2];
    if (limit > 0) search(data, fit, options, sizes, limit);
    if (fit.found()) score(data, fit);
  }
  return fit;
}

}  // namespace stiction
