// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_error.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/output_search.hpp"

namespace stiction {
namespace {

/// The numbers at x, their certainty and what is left over.
void describe_output(const OutputProblem& problem, const std::vector<double>& x, OutputErrorFit& fit) {
  std::vector<double> residual(problem.problem().residuals), jacobian(problem.problem().residuals * x.size());
  if (!problem.evaluate(x, residual.data(), jacobian.data())) {
    fit.problem = "the run at the numbers found did not reach its end";
    return;
  }
  double sum = 0;
  for (std::size_t i = 0; i < problem.rows(); ++i) sum += residual[i] * residual[i];
  const double n = static_cast<double>(problem.rows());
  fit.error = std::sqrt(sum / n), fit.channel = problem.channel(x);
  const InformationAnalysis information = analyse_information(jacobian, residual.size(), x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    fit.names.push_back(problem.name(k)), fit.units.push_back(problem.unit(k));
    fit.values.push_back(problem.value(x, k));
    fit.deviations.push_back(problem.slope(x, k) * std::sqrt(sum / std::max(n - static_cast<double>(x.size()), 1.0) *
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
  fit.residual = problem.by_record(residual);
}

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
  OutputProblem problem(experiment, signal, records, numbers);
  OutputErrorFit fit;
  fit.why_differences = problem.why_differences();
  const std::vector<double> found = OutputSearch(problem).best(options, fit);
  if (fit.found()) describe_output(problem, found, fit);
  fit.experiment = experiment;
  for (std::size_t k = 0; k < fit.values.size(); ++k)
    for (const std::string& path : numbers[k].paths)
      if (!is_of_channel(path)) assign_unchecked(fit.experiment, path, fit.values[k]);
  fit.experiment = resolved(fit.experiment);  // checks them all together: rules may tie one to another
  return fit;
}

}  // namespace stiction
