// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_fit.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/law_residuals.hpp"
#include "stiction/identification/law_score.hpp"
#include "stiction/identification/law_search.hpp"
#include "stiction/identification/residual_tests.hpp"

namespace stiction {
namespace {

PredictedRows predicted_at(const ForceData& data, const FitParameters& parameters, std::vector<double> p) {
  PredictedRows at{.p = std::move(p), .friction = {}, .slopes = {}};
  at.finite = predict_rows(data, parameters, at.p, at.friction, &at.slopes);
  return at;
}

/// Numbers that change nothing, neither at this start nor at another, are kept: a reference speed beside an exponent of
/// one. Their coordinates.
/// `at_start`: what is predicted at the first one.
std::vector<std::size_t> without_effect(const ForceData& data, const FitParameters& parameters,
                                        const FrictionSizes& sizes, const FitOptions& options,
                                        const PredictedRows& at_start) {
  const std::size_t count = parameters.count(), rows = data.rows();
  std::vector<bool> idle(count, true);
  const auto look = [&](const PredictedRows& at) {
    if (!at.finite) return idle.assign(count, false);
    const std::vector<double> chain = parameters.slopes_at(parameters.coordinates_of(at.p));
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = 0; idle[k] && i < data.train_rows(); ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < parameters.moving().size(); ++m)
          sum += chain[parameters.moving()[m] * count + k] * at.slopes[m * rows + i];
        idle[k] = sum == 0;
      }
  };
  look(at_start);
  if (std::find(idle.begin(), idle.end(), true) != idle.end())
    look(predicted_at(data, parameters, start_numbers(parameters, sizes, 1, options.seed)));
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < idle.size(); ++k)
    if (idle[k]) found.push_back(k);
  return found;
}

/// Speeds of a table that the user does not give lie where the data are.
ParameterWishes with_table_speeds(const FitParameters& parameters, const FrictionSizes& sizes) {
  ParameterWishes wishes = parameters.wishes();
  for (const LawNumber& n : parameters.numbers())
    if (n.role == Role::velocity && !n.fitted) {
      const auto given = wishes.start.find(n.name);
      wishes.fixed.try_emplace(n.name,
                               given != wishes.start.end() ? given->second : table_speed(parameters, n, sizes.fastest));
    }
  return wishes;
}

/// The law, its parameters as the user wishes them, fitted to rows that count.
void fit_counted(const ForceData& data, LawFit& fit, const FitOptions& options) {
  const FrictionSizes sizes = sizes_in(data);
  if (has_speed_table(fit.law)) fit.parameters.emplace(fit.law, with_table_speeds(*fit.parameters, sizes));
  const ParameterWishes wishes = fit.parameters->wishes();
  PredictedRows at_start = predicted_at(data, *fit.parameters, start_numbers(*fit.parameters, sizes, 0, options.seed));
  const std::vector<std::size_t> idle = without_effect(data, *fit.parameters, sizes, options, at_start);
  if (!idle.empty()) {
    ParameterWishes others = wishes;
    const auto is_idle = [&](const std::string& name) {
      return std::any_of(idle.begin(), idle.end(), [&](std::size_t k) {
        return fit.parameters->numbers()[fit.parameters->number_of(k)].name == name;
      });
    };
    for (const std::size_t k : idle) {
      const LawNumber& number = fit.parameters->numbers()[fit.parameters->number_of(k)];
      // A level that must not be below another one stays with it, unless that one is kept too.
      if (fit.parameters->is_excess(k) && !is_idle(fit.parameters->base_of(k)))
        others.tied[number.name] = fit.parameters->base_of(k);
      else
        others.fixed[number.name] = fit.parameters->defaults()[fit.parameters->number_of(k)];
    }
    fit.parameters.emplace(fit.law, others);
    at_start = predicted_at(data, *fit.parameters, start_numbers(*fit.parameters, sizes, 0, options.seed));
  }
  const std::vector<double> start = at_start.p;
  fit.parameters->set_sizes(start);
  // No level of friction can be known that is far above every force recorded.
  double largest = 0;
  for (std::size_t i = 0; i < data.train_rows(); ++i) largest = std::max(largest, std::abs(data.target()[i]));
  fit.parameters->limit_forces(2 * largest);
  const bool at_once = options.robust <= 0 && !fit.parameters->has_ties() && wishes.priors.empty() &&
                       fit.parameters->violations(start).empty() && solve_linear(data, fit, at_start);
  if (!at_once && fit.parameters->count() > 0) search(data, fit, options, sizes, 0, 0, &at_start);
  if (fit.parameters->count() == 0) fit.p = start, fit.converged = true, fit.starts = fit.agreeing = 1;
}

/// The rows at rest, one for each direction, that exceed most clearly what the law holds.
std::vector<ForceData::HeldRow> held_beyond(const ForceData& data, const LawFit& fit) {
  std::vector<ForceData::HeldRow> found;
  for (const int direction : {1, -1}) {
    double most = 4 * fit.noise + 1e-6 * data.scale();
    std::size_t row = data.rows();
    for (std::size_t i = 0; i < data.train_rows(); ++i)
      if (data.row_evidence()[i] == Evidence::rest && direction * fit.residual[i] > most)
        most = direction * fit.residual[i], row = i;
    if (row < data.rows()) found.push_back({row, direction});
  }
  return found;
}

}  // namespace

LawFit fit_law(const ForceData& data, std::string_view law, const ParameterWishes& wishes, const FitOptions& options) {
  LawFit fit;
  fit.law = law;
  fit.parameters.emplace(law, wishes);
  const bool rests = find_law_prediction(law).has_true_rest() && data.has_rest();
  if (rests) {
    fit.counted = std::make_shared<const ForceData>(data.without_rest());
    if (fit.counted->counted_rows() < 10) {
      fit.problem = "the body rests, but in " + std::to_string(fit.counted->counted_rows()) +
                    " fitted samples, where a law with true rest says nothing";
      return fit;
    }
  }
  fit_counted(fit.fitted_to(data), fit, options);
  if (fit.found()) score(data, fit);
  // What was held without breaking away is a lower bound of the law's largest force at rest.
  if (rests && fit.found())
    if (const std::vector<ForceData::HeldRow> held = held_beyond(data, fit); !held.empty()) {
      fit.counted = std::make_shared<const ForceData>(data.without_rest(held));
      fit.parameters.emplace(law, wishes);
      fit_counted(*fit.counted, fit, options);
      if (fit.found()) score(data, fit);
    }
  if (fit.found() && !wishes.priors.empty() && fit.parameters->count() > 0) {
    // Neighbouring residuals that are alike count as one: the noise by which the data are weighed is larger for it.
    const std::size_t memory = memory_of(fit.residual, data.train_rows());
    fit.prior_noise = fit.noise * std::sqrt(2 * static_cast<double>(memory) + 1);
    const ForceData& own = fit.fitted_to(data);
    search(own, fit, options, sizes_in(own), 0, fit.prior_noise);
    if (fit.found()) score(data, fit);
  }
  if (fit.found() && options.robust > 0 && fit.parameters->count() > 0) {
    std::vector<double> counted;
    for (std::size_t i = 0; i < data.train_rows(); ++i)
      if (fit.fitted_to(data).counts(i)) counted.push_back(fit.residual[i]);
    const double limit = outlier_limit(std::move(counted), options.robust);
    if (limit > 0) search(fit.fitted_to(data), fit, options, sizes_in(fit.fitted_to(data)), limit, fit.prior_noise);
    if (fit.found()) score(data, fit);
  }
  return fit;
}

}  // namespace stiction
