// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/output_problem.hpp"
#include "stiction/identification/residual_tests.hpp"

namespace stiction {
namespace {

class OutputErrorSearch {
 public:
  OutputErrorSearch(const NamedExperiment& e, std::string_view signal, const std::vector<OutputRecord>& records,
                    const std::vector<FittedNumber>& numbers)
      : problem_(e, signal, records, numbers) {}

  OutputErrorFit fit(const FitOptions& options) {
    const std::size_t starts = std::max<std::size_t>(options.starts, 1);
    const LeastSquaresOptions local{
        .iterations = std::min(options.iterations, 60), .tolerance = 1e-8, .stop = options.stop};
    const auto cheaper = [](const auto& a, const auto& b) { return a.cost < b.cost; };
    std::vector<LeastSquaresSolution> ends(starts);
    // Half of the starts lie about the experiment, the others about the best end so far: stick instants that jump make
    // many minima, and the better ones lie together.
    const std::size_t first = (starts + 1) / 2;
    std::vector<double> centre = problem_.start();
    const auto search_from = [&](std::size_t k) {
      std::vector<double> x = centre;
      std::mt19937_64 chance(options.seed * 1000003 + k);
      std::normal_distribution<double> spread(0, k < first ? 0.15 : 0.05);
      for (std::size_t j = 0; k > 0 && j < x.size(); ++j)
        x[j] += problem_.is_logarithm(j) ? spread(chance) : spread(chance) * std::max(std::abs(x[j]), 0.1);
      ends[k] = minimise(problem_.problem(), x, local);
    };
    const auto progress_from = [&](double done, double fraction) -> std::function<bool(double)> {
      if (!options.progress) return {};
      return [&options, done, fraction](double part) { return options.progress(done + fraction * part); };
    };
    const double part = static_cast<double>(first) / static_cast<double>(starts);
    if (for_each_parallel(first, options.threads, search_from, progress_from(0, part)) && first < starts) {
      const auto nearest = std::min_element(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(first), cheaper);
      if (nearest->cost < 1e300) centre = nearest->x;
      for_each_parallel(
          starts - first, options.threads, [&](std::size_t k) { search_from(first + k); },
          progress_from(part, 1 - part));
    }
    auto best = std::min_element(ends.begin(), ends.end(), cheaper);
    OutputErrorFit fit;
    fit.starts = starts, fit.why_differences = problem_.why_differences();
    if (best->cost >= 1e300) {
      fit.problem = "no start of the search gave a run to the end";
      return fit;
    }
    if (options.robust > 0 && problem_.limit_outliers(best->x, options.robust)) {
      for_each_parallel(starts, options.threads, [&](std::size_t k) {
        if (ends[k].cost < 1e300) ends[k] = minimise(problem_.problem(), ends[k].x, local);
      });
      best = std::min_element(ends.begin(), ends.end(), cheaper);
    }
    if (const double least = best->cost; best != ends.begin() && is_as_good(ends.front(), *best)) {
      best = ends.begin();
      fit.least_error = std::sqrt(2 * least / static_cast<double>(problem_.rows()));
    }
    // Different minima may be equally deep: the same one is also at the same place.
    for (const LeastSquaresSolution& s : ends) {
      double apart = 0;
      for (std::size_t k = 0; k < s.x.size(); ++k) apart = std::max(apart, std::abs(s.x[k] - best->x[k]));
      if (s.cost < 1.01 * best->cost && apart < 1e-2) ++fit.agreeing;
    }
    // With outliers out of the way the limit is smaller.
    for (int round = 0; round < 3 && problem_.problem().robust_limit > 0; ++round)
      if (problem_.limit_outliers(best->x, options.robust)) *best = minimise(problem_.problem(), best->x, local);
    if (problem_.weigh_priors(best->x)) *best = minimise(problem_.problem(), best->x, local);
    fit.converged = best->converged;
    describe(best->x, fit);
    return fit;
  }

 private:
  /// Where the recording cannot tell two minima apart, the one that the numbers of the experiment lead to is taken: a
  /// deeper one among many has often just found a way to follow this recording. Judged by the likelihood ratio of the
  /// residuals that are independent. Those of a simulation are few, and with few anything looks alike: a minimum that
  /// is lower by a twentieth of the error counts in any case.
  bool is_as_good(const LeastSquaresSolution& of_experiment, const LeastSquaresSolution& best) const {
    if (!of_experiment.converged || of_experiment.cost > 1.05 * 1.05 * best.cost || best.cost <= 0) return false;
    std::vector<double> residual(problem_.problem().residuals);
    if (!problem_.evaluate(best.x, residual.data(), nullptr)) return false;
    constexpr double considerable = 4;  // of twice the logarithm of the ratio
    return independent_rows(split(residual)) * std::log(of_experiment.cost / best.cost) < considerable;
  }
  /// One list for each record.
  std::vector<std::vector<double>> split(const std::vector<double>& residual) const {
    std::vector<std::vector<double>> all;
    auto from = residual.begin();
    for (const ResolvedRecord& r : problem_.records()) {
      const auto until = from + static_cast<std::ptrdiff_t>(r.record->time.size());
      all.emplace_back(from, until), from = until;
    }
    return all;
  }
  void describe(const std::vector<double>& x, OutputErrorFit& fit) const {
    std::vector<double> residual(problem_.problem().residuals), jacobian(problem_.problem().residuals * x.size());
    if (!problem_.evaluate(x, residual.data(), jacobian.data())) {
      fit.problem = "the run at the numbers found did not reach its end";
      return;
    }
    double sum = 0;
    for (std::size_t i = 0; i < problem_.rows(); ++i) sum += residual[i] * residual[i];
    const double n = static_cast<double>(problem_.rows());
    fit.error = std::sqrt(sum / n), fit.channel = problem_.channel(x);
    const InformationAnalysis information = analyse_information(jacobian, residual.size(), x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      fit.names.push_back(problem_.name(k)), fit.units.push_back(problem_.unit(k));
      fit.values.push_back(problem_.value(x, k));
      fit.deviations.push_back(problem_.slope(x, k) * std::sqrt(sum / std::max(n - static_cast<double>(x.size()), 1.0) *
                                                                information.inverse[k * x.size() + k]));
    }
    for (std::size_t a = 0; a < x.size(); ++a) {
      for (std::size_t b = 0; b < x.size(); ++b) {
        const double size = std::sqrt(information.inverse[a * x.size() + a] * information.inverse[b * x.size() + b]);
        fit.correlation.push_back(size > 0 ? information.inverse[a * x.size() + b] / size : a == b ? 1 : 0);
      }
      fit.near.push_back(hardly_told_from(information, fit.names, a));
    }
    fit.null_directions = null_directions(information, fit.names, 1e-9 * std::sqrt(n) * fit.error);
    fit.residual = split(residual);
  }

  OutputProblem problem_;
};

/// Numbers are set one after the other, and a rule between two of them may not hold in between.
void assign_unchecked(NamedExperiment& e, const std::string& path, double value) {
  const std::size_t dot = path.find('.');
  const std::string section = path.substr(0, dot), name = dot == std::string::npos ? "" : path.substr(dot + 1);
  if (section == "plant" && name.find('.') == std::string::npos)
    e.plant.values.insert_or_assign(name, value);
  else if (section == "friction" && e.friction.size() == 1 && name.find('.') == std::string::npos)
    e.friction.front().values.insert_or_assign(name, value);
  else if (section == "controller" && e.controller && name.find('.') == std::string::npos)
    e.controller->values.insert_or_assign(name, value);
  else
    set_value(e, path, value);
}

}  // namespace

OutputErrorFit fit_output_error(const NamedExperiment& experiment, std::string_view signal,
                                const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers,
                                const FitOptions& options) {
  if (records.empty() || numbers.empty())
    throw InvalidInput("fit", {{"", "output error needs a record and a number to fit"}});
  for (const OutputRecord& record : records)
    for (const FittedNumber& number : numbers)
      for (const std::string& path : number.paths)
        if (record.known.contains(path))
          throw InvalidInput(record.name, {{path, path + " is read from the recording and cannot be fitted as well"}});
  OutputErrorFit fit = OutputErrorSearch(experiment, signal, records, numbers).fit(options);
  fit.experiment = experiment;
  for (std::size_t k = 0; k < fit.values.size(); ++k)
    for (const std::string& path : numbers[k].paths)
      if (!is_of_channel(path)) assign_unchecked(fit.experiment, path, fit.values[k]);
  fit.experiment = resolved(fit.experiment);  // checks them all together: rules may tie one to another
  return fit;
}

}  // namespace stiction
