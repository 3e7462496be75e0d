// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/tolerances.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

std::vector<FirstOrderSpread> first_order_spread(const NamedExperiment& experiment, const Sweep& sweep,
                                                 const std::function<bool()>& interrupt) {
  const SweepPlan& plan = sweep.plan();
  const std::size_t axes = plan.axes.size(), measures = sweep.measures().size();
  if (plan.method == SweepMethod::grid || plan.method == SweepMethod::list) return {};
  for (const SweepAxis& axis : plan.axes)
    if (axis.spread == Spread::listed) return {};

  SweepPlan around{.method = SweepMethod::list, .axes = {}};
  std::vector<double> steps;
  for (std::size_t k = 0; k < axes; ++k) {
    const SweepAxis& axis = plan.axes[k];
    steps.push_back(0.01 * axis.standard_deviation());
    SweepAxis own{.path = axis.path, .spread = Spread::listed};
    own.values.assign(2 * axes + 1, axis.quantile(0.5));
    own.values[1 + 2 * k] -= steps[k], own.values[2 + 2 * k] += steps[k];
    around.axes.push_back(std::move(own));
  }
  NamedExperiment exact = experiment;
  exact.run.solver.tolerance = std::min(exact.run.solver.tolerance, 1e-9);
  const Sweep few(exact, around, sweep.measures());
  const std::size_t width = few.columns().size();
  std::vector<double> rows((2 * axes + 1) * width);
  if (!few.compute(0, few.cases(), rows.data(), interrupt)) return {};

  std::vector<FirstOrderSpread> all(measures);
  for (std::size_t m = 0; m < measures; ++m) {
    FirstOrderSpread& one = all[m];
    const auto measured = [&](std::size_t row) { return rows[row * width + axes + m]; };
    one.nominal = measured(0);
    double variance = 0;
    for (std::size_t k = 0; k < axes; ++k) {
      one.slopes.push_back((measured(2 + 2 * k) - measured(1 + 2 * k)) / (2 * steps[k]));
      one.fractions.push_back(std::pow(one.slopes[k] * plan.axes[k].standard_deviation(), 2));
      variance += one.fractions[k];
    }
    one.deviation = std::sqrt(variance);
    for (double& fraction : one.fractions) fraction = variance > 0 ? fraction / variance : 0;
  }
  return all;
}

}  // namespace stiction
