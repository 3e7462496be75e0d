// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/profile_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/identification/law_residuals.hpp"

namespace stiction {
namespace {

LeastSquaresProblem with_one_held(const LeastSquaresProblem& whole, std::size_t held, double at) {
  LeastSquaresProblem problem;
  problem.residuals = whole.residuals;
  problem.lower = whole.lower, problem.upper = whole.upper;
  problem.lower.erase(problem.lower.begin() + static_cast<std::ptrdiff_t>(held));
  problem.upper.erase(problem.upper.begin() + static_cast<std::ptrdiff_t>(held));
  problem.evaluate = [&whole, held, at](const std::vector<double>& others, double* residual, double* jacobian) {
    std::vector<double> x = others;
    x.insert(x.begin() + static_cast<std::ptrdiff_t>(held), at);
    std::vector<double> all(jacobian != nullptr ? whole.residuals * x.size() : 0);
    if (!whole.evaluate(x, residual, jacobian != nullptr ? all.data() : nullptr)) return false;
    for (std::size_t k = 0, to = 0; jacobian != nullptr && k < x.size(); ++k)
      if (k != held) std::copy_n(all.data() + k * whole.residuals, whole.residuals, jacobian + to++ * whole.residuals);
    return true;
  };
  return problem;
}

}  // namespace

std::pair<double, double> profile_interval(const ForceData& all, const LawFit& fit, std::size_t k, double deviation,
                                           double inflation) {
  const FitParameters& parameters = *fit.parameters;
  const ForceData& data = fit.few ? *fit.few : all;  // on few samples the sum grows in proportion to their number
  const double rows = static_cast<double>(data.counted_rows()) / static_cast<double>(all.counted_rows());
  const LeastSquaresProblem problem = force_problem(data, parameters, 0, fit.prior_noise * std::sqrt(rows));
  const LeastSquaresOptions how{.iterations = 15, .tolerance = 1e-8, .stop = {}};
  const double variance = std::pow(fit.noise / data.scale(), 2);
  const double allowed = 0.5 * 1.959964 * 1.959964 * variance * inflation * rows;
  const LeastSquaresSolution centre = minimise(problem, fit.x, how);
  const double best = centre.cost, from = centre.x[k], shift = fit.x[k] - from;
  const double low_end = parameters.lower()[k], high_end = parameters.upper()[k];
  std::pair<double, double> interval;
  for (const double side : {-1.0, 1.0}) {
    std::vector<double> others = centre.x;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    double step = std::clamp(deviation, 0.02, 1.0), at = from, inside = at;
    bool closed = false;
    for (int i = 0; i < 7 && !closed; ++i, step *= 2) {
      at = std::clamp(from + side * step, low_end, high_end);
      const LeastSquaresSolution s = minimise(with_one_held(problem, k, at), others, how);
      closed = s.cost > best + allowed;
      if (!closed) inside = at, others = s.x;
      if (at <= low_end || at >= high_end) break;
    }
    for (int i = 0; i < 4 && closed; ++i) {  // between the last point inside and the first one outside
      const double middle = 0.5 * (inside + at);
      const LeastSquaresSolution s = minimise(with_one_held(problem, k, middle), others, how);
      (s.cost > best + allowed ? at : inside) = middle;
    }
    std::vector<double> x = fit.x;
    x[k] = at + shift;
    const double value = parameters.numbers_at(x)[parameters.number_of(k)];
    (side < 0 ? interval.first : interval.second) = closed     ? value
                                                    : side < 0 ? -std::numeric_limits<double>::infinity()
                                                               : std::numeric_limits<double>::infinity();
  }
  return interval;
}

}  // namespace stiction
