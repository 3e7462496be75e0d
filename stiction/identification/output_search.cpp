// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_search.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/inverse_start.hpp"
#include "stiction/identification/residual_tests.hpp"

namespace stiction {

std::string_view search_start_name(SearchStart start) {
  switch (start) {
    case SearchStart::experiment:
      return "the numbers of the experiment";
    case SearchStart::inverse_model:
      return "the numbers of the inverse model";
    case SearchStart::about_experiment:
      return "numbers spread about the experiment";
    case SearchStart::about_best:
      return "numbers spread about the best minimum of the others";
  }
  return "";
}

LeastSquaresOptions OutputSearch::local(const FitOptions& options) const {
  return {.iterations = std::min(options.iterations, 60), .tolerance = 1e-8, .stop = options.stop};
}

/// Half of the starts lie about the experiment, the others about the best end so far: stick instants that jump make
/// many minima, and the better ones lie together. The inverse model is one more.
void OutputSearch::plan(const FitOptions& options, OutputErrorFit& fit) {
  const std::size_t starts = std::max<std::size_t>(options.starts, 1), near = (starts + 1) / 2;
  ends_.push_back({SearchStart::experiment, 0});
  if (options.inverse_start) {
    InverseStart inverse = inverse_start(problem_, options.stop);
    fit.no_inverse_start = std::move(inverse.obstacle), inverse_ = std::move(inverse.x);
    if (fit.no_inverse_start.empty()) ends_.push_back({SearchStart::inverse_model, 0});
  }
  for (std::size_t k = 1; k < starts; ++k)
    ends_.push_back({k < near ? SearchStart::about_experiment : SearchStart::about_best, k});
  first_ = ends_.size() - (starts - near);
  fit.starts = ends_.size();
}

void OutputSearch::search_from(End& end, const std::vector<double>& centre, const FitOptions& options) const {
  std::vector<double> x = end.from == SearchStart::inverse_model ? inverse_ : centre;
  std::mt19937_64 chance(options.seed * 1000003 + end.number);
  std::normal_distribution<double> spread(0, end.from == SearchStart::about_experiment ? 0.15 : 0.05);
  for (std::size_t j = 0; end.number > 0 && j < x.size(); ++j)
    x[j] += problem_.is_logarithm(j) ? spread(chance) : spread(chance) * std::max(std::abs(x[j]), 0.1);
  end.solution = minimise(problem_.problem(), x, local(options));
}

OutputSearch::End& OutputSearch::deepest() {
  return *std::min_element(ends_.begin(), ends_.end(),
                           [](const End& a, const End& b) { return a.solution.cost < b.solution.cost; });
}

/// False: no run reached its end.
bool OutputSearch::search_all(const FitOptions& options) {
  const auto progress_from = [&](double done, double fraction) -> std::function<bool(double)> {
    if (!options.progress) return {};
    return [&options, done, fraction](double part) { return options.progress(done + fraction * part); };
  };
  const double part = static_cast<double>(first_) / static_cast<double>(ends_.size());
  std::vector<double> centre = problem_.start();
  const bool done = for_each_parallel(
      first_, options.threads, [&](std::size_t k) { search_from(ends_[k], centre, options); }, progress_from(0, part));
  if (done && first_ < ends_.size()) {
    if (const LeastSquaresSolution& nearest = deepest().solution; nearest.cost < 1e300) centre = nearest.x;
    for_each_parallel(
        ends_.size() - first_, options.threads, [&](std::size_t k) { search_from(ends_[first_ + k], centre, options); },
        progress_from(part, 1 - part));
  }
  const End& best = deepest();
  if (best.solution.cost >= 1e300) return false;
  if (options.robust > 0 && problem_.limit_outliers(best.solution.x, options.robust))
    for_each_parallel(ends_.size(), options.threads, [&](std::size_t k) {
      LeastSquaresSolution& one = ends_[k].solution;
      if (one.cost < 1e300) one = minimise(problem_.problem(), one.x, local(options));
    });
  return true;
}

std::vector<double> OutputSearch::best(const FitOptions& options, OutputErrorFit& fit) {
  plan(options, fit);
  if (!search_all(options)) {
    fit.problem = "no start of the search gave a run to the end";
    return {};
  }
  const End& lowest = deepest();
  End* chosen = &deepest();
  for (End& one : ends_) {
    const bool is_preferred = one.from == SearchStart::experiment || one.from == SearchStart::inverse_model;
    if (!is_preferred || (&one != &lowest && !is_as_good(one.solution, lowest.solution))) continue;
    chosen = &one;
    break;
  }
  if (!same_minimum(lowest, *chosen))
    fit.least_error = std::sqrt(2 * lowest.solution.cost / static_cast<double>(problem_.rows()));
  fit.begun_at = chosen->from;
  for (const End& one : ends_) fit.agreeing += same_minimum(one, *chosen) ? 1 : 0;
  // With outliers out of the way the limit is smaller.
  LeastSquaresSolution found = chosen->solution;
  for (int round = 0; round < 3 && problem_.problem().robust_limit > 0; ++round)
    if (problem_.limit_outliers(found.x, options.robust)) found = minimise(problem_.problem(), found.x, local(options));
  if (problem_.weigh_priors(found.x)) found = minimise(problem_.problem(), found.x, local(options));
  fit.converged = found.converged;
  return found.x;
}

/// Different minima may be equally deep: the same one is also at the same place.
bool OutputSearch::same_minimum(const End& a, const End& of) const {
  double apart = 0;
  for (std::size_t k = 0; k < a.solution.x.size(); ++k)
    apart = std::max(apart, std::abs(a.solution.x[k] - of.solution.x[k]));
  return a.solution.cost < 1.01 * of.solution.cost && apart < 1e-2;
}

/// Where the recording cannot tell two minima apart, the one that the numbers of the experiment lead to is taken, and
/// after it that of the inverse model: a deeper one among many has often just found a way to follow this recording.
/// Judged by the likelihood ratio of the residuals that are independent. Those of a simulation are few, and with few
/// anything looks alike: a minimum that is lower by a twentieth of the error counts in any case.
bool OutputSearch::is_as_good(const LeastSquaresSolution& shallow, const LeastSquaresSolution& deep) const {
  if (!shallow.converged || shallow.cost > 1.05 * 1.05 * deep.cost || deep.cost <= 0) return false;
  std::vector<double> residual(problem_.problem().residuals);
  if (!problem_.evaluate(deep.x, residual.data(), nullptr)) return false;
  constexpr double considerable = 4;  // of twice the logarithm of the ratio
  return independent_rows(problem_.by_record(residual)) * std::log(shallow.cost / deep.cost) < considerable;
}

}  // namespace stiction
