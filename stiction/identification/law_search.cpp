// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/law_residuals.hpp"

namespace stiction {

/// A law whose force is a sum of its numbers times known columns is solved at once. Found by trying: F(q) must be
/// slopes(p) q for another q.
bool solve_linear(const ForceData& data, LawFit& fit, const PredictedRows& at_start) {
  const FitParameters& parameters = *fit.parameters;
  const auto& [start, friction, slopes, finite] = at_start;
  if (!finite) return false;
  std::vector<double> at_other;
  const std::size_t rows = data.rows(), train = data.train_rows(), count = parameters.moving().size();
  const auto is_sum_at = [&, &slopes = slopes](const std::vector<double>& p, const std::vector<double>& force) {
    for (std::size_t i = 0; i < train; ++i) {
      double sum = 0;
      for (std::size_t m = 0; m < count; ++m) sum += slopes[m * rows + i] * p[parameters.moving()[m]];
      if (std::abs(sum - force[i]) > 1e-9 * (std::abs(force[i]) + 1e-12 * data.scale())) return false;
    }
    return true;
  };
  if (!is_sum_at(start, friction)) return false;
  std::vector<double> other = start;
  for (std::size_t m = 0; m < count; ++m) other[parameters.moving()[m]] *= 1.25 + 0.15 * static_cast<double>(m);
  if (!predict_rows(data, parameters, other, at_other, nullptr) || !is_sum_at(other, at_other)) return false;
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

namespace {

/// Searches need fewer samples than a fit: so many that some two thousand rows are left, and that motion between two of
/// them stays well below the distance on which friction turns round.
std::size_t thinning(const ForceData& data, const FrictionSizes& sizes, std::string_view law) {
  const LawPrediction& prediction = find_law_prediction(law);
  const bool decimated = std::any_of(data.searched().begin(), data.searched().end(),
                                     [](const Recording& r) { return r.decimation > 1 || r.steady; });
  if (prediction.has_true_rest() || decimated || !data.counts_all()) return 1;
  const double step = sizes.fastest * data.recordings().front().sample_time;
  const double by_distance = step > 0 ? sizes.distance / (2 * step) : 1;
  const double by_rows = static_cast<double>(data.train_rows()) / 2000;
  return static_cast<std::size_t>(std::max(1.0, std::min(by_distance, by_rows)));
}

}  // namespace

std::shared_ptr<const ForceData> few_samples(const ForceData& data, const FrictionSizes& sizes, std::string_view law) {
  const std::size_t every = thinning(data, sizes, law);
  return every > 1 ? std::make_shared<const ForceData>(data.thinned(every)) : nullptr;
}

void search(const ForceData& data, LawFit& fit, const FitOptions& options, const FrictionSizes& sizes, double robust,
            double noise, const PredictedRows* at_start) {
  FitParameters& parameters = *fit.parameters;
  const std::size_t starts = std::max<std::size_t>(options.starts, 1);
  fit.few = few_samples(data, sizes, fit.law);
  const LeastSquaresProblem all = force_problem(data, parameters, robust, noise, at_start);
  // Few samples say less than all: what is known beforehand must not weigh more against them.
  const double fewer =
      fit.few ? static_cast<double>(fit.few->train_rows()) / static_cast<double>(data.train_rows()) : 1;
  const LeastSquaresProblem few = fit.few ? force_problem(*fit.few, parameters, robust, noise * std::sqrt(fewer)) : all;
  constexpr double nearest = 1e-10;
  const double near = fit.few ? 1e-9 : nearest;
  std::vector<LeastSquaresSolution> ends(starts);
  const auto begin = [&](std::size_t k) {
    const std::vector<double> p = start_numbers(parameters, sizes, k, options.seed);
    if (!parameters.violations(p).empty()) return;
    ends[k] = minimise(few, parameters.coordinates_of(p),
                       {.iterations = std::min(25, options.iterations), .tolerance = near, .stop = options.stop});
  };
  const auto progress_from = [&](double done) -> std::function<bool(double)> {
    if (!options.progress) return {};
    return [&options, done](double fraction) { return options.progress(done + 0.5 * fraction); };
  };
  bool stopped = !for_each_parallel(starts, options.threads, begin, progress_from(0));
  // Searches that are far behind are not worth their time.
  double least = 1e300;
  for (const LeastSquaresSolution& end : ends) least = std::min(least, end.cost);
  const auto go_on = [&](std::size_t k) {
    if (ends[k].cost < 1e300 && ends[k].cost <= 2 * least && !ends[k].converged)
      ends[k] = minimise(few, ends[k].x,
                         {.iterations = std::min(60, options.iterations), .tolerance = near, .stop = options.stop});
  };
  stopped = stopped || !for_each_parallel(starts, options.threads, go_on, progress_from(0.5));
  std::vector<std::size_t> order(starts);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ends[a].cost < ends[b].cost; });
  const LeastSquaresSolution& best = ends[order.front()];
  if (best.cost >= 1e300) {
    const std::vector<Violation> wrong = parameters.violations(start_numbers(parameters, sizes, 0, options.seed));
    fit.problem = stopped          ? "interrupted"
                  : !wrong.empty() ? "the search has nowhere to begin: " + wrong.front().text
                                   : "no start of the search gave a finite force";
    return;
  }
  const auto is_near = [](const LeastSquaresSolution& a, const LeastSquaresSolution& b) {
    double apart = a.x.empty() ? 1e300 : 0;
    for (std::size_t k = 0; k < a.x.size(); ++k) apart = std::max(apart, std::abs(a.x[k] - b.x[k]));
    return a.cost < b.cost * (1 + 1e-3) || apart < 1e-2;
  };
  fit.starts = starts, fit.agreeing = 0;
  for (const LeastSquaresSolution& end : ends) fit.agreeing += is_near(end, best) ? 1 : 0;
  const auto on_all = [&](const LeastSquaresSolution& from) {
    if (!fit.few && from.settled) return from;
    return minimise(all, from.x, {.iterations = options.iterations, .tolerance = nearest, .stop = options.stop});
  };
  LeastSquaresSolution end = on_all(best);
  // On few samples the two best minima may change places.
  for (const std::size_t k : order)
    if (fit.few && ends[k].cost < 1.2 * best.cost && !is_near(ends[k], best)) {
      if (LeastSquaresSolution other = on_all(ends[k]); other.cost < end.cost) end = std::move(other);
      break;
    }
  fit.converged = end.converged;
  fit.x = end.x, fit.p = parameters.numbers_at(end.x);
}

}  // namespace stiction
