// SPDX-License-Identifier: BSD-3-Clause
// How far the numbers of a fit by simulation can be trusted.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/identification/output_runs.hpp"
#include "stiction/identification/recording_advice.hpp"
#include "stiction/identification/residual_tests.hpp"
#include "stiction/loop/slope_recorder.hpp"

namespace stiction {

std::vector<EstimatedNumber> estimated_numbers(const OutputErrorFit& fit) {
  constexpr double two_sided = 1.959964;  // of 95 %
  double rows = 0;
  for (const std::vector<double>& residual : fit.residual) rows += static_cast<double>(residual.size());
  const double inflation = std::sqrt(rows / independent_rows(fit.residual));
  std::vector<EstimatedNumber> all;
  for (std::size_t k = 0; k < fit.values.size(); ++k) {
    EstimatedNumber n{fit.names[k], "", fit.units[k], ""};
    n.value = fit.values[k], n.deviation = inflation * fit.deviations[k];
    n.lower = n.value - two_sided * n.deviation, n.upper = n.value + two_sided * n.deviation;
    const double relative = n.value != 0 ? n.deviation / std::abs(n.value) : 1e300;
    if (is_part_of(fit.null_directions, n.name) || !(n.deviation > 0)) {
      n.verdict = Identified::no, n.reason = sentence_about(fit.null_directions, n.name);
      if (n.reason.empty()) n.reason = "a change of it does not show in the run";
      n.upper = std::numeric_limits<double>::infinity(), n.lower = -n.upper;
    } else if (relative > 0.5) {
      n.verdict = Identified::no, n.reason = "its 95 % interval is wider than itself";
    } else if (relative > 0.1) {
      n.verdict = Identified::weak, n.reason = "its 95 % interval is wider than 20 % to each side";
    }
    if (n.verdict != Identified::yes) {
      if (!fit.near[k].empty()) n.reason += "; it can hardly be told from " + fit.near[k] + " in this recording";
      n.advice = recording_advice(n.name.substr(n.name.rfind('.') + 1), n.unit, Role::plain, false, {});
    }
    all.push_back(std::move(n));
  }
  return all;
}

std::optional<CompensatedFriction> compensated_friction(const OutputErrorFit& fit,
                                                        const std::vector<OutputRecord>& records) {
  std::vector<std::size_t> own;  // numbers of the law
  for (std::size_t k = 0; k < fit.names.size(); ++k)
    if (fit.names[k].starts_with("friction.")) own.push_back(k);
  if (own.empty() || fit.experiment.friction.size() != 1 || !fit.why_differences.empty()) return std::nullopt;
  const std::vector<EstimatedNumber> numbers = estimated_numbers(fit);
  double friction = 0, left = 0, samples = 0;
  for (const ResolvedRecord& r : resolve_records(fit.experiment, "friction_force", records)) {
    LoopRun run = r.resolved.start();
    std::vector<std::size_t> places;
    places.reserve(own.size());
    for (const std::size_t k : own) places.push_back(r.resolved.find(fit.names[k]));
    SlopeRecorder slopes(run, places, r.resolved.run.record, r.resolved.run.start_time);
    LoopObserver* const observers[] = {&slopes};
    Trajectory t = run_loop(run, r.resolved.run, observers);
    slopes.add_to(t);
    const std::vector<double>& force = t["friction_force"];
    std::vector<const double*> columns;
    columns.reserve(places.size());
    for (const std::size_t place : places)
      columns.push_back(t["d friction_force/d " + r.resolved.row(place).name].data());
    for (std::size_t i = 0; i < force.size(); ++i, ++samples) {
      friction += force[i] * force[i];
      for (std::size_t a = 0; a < own.size(); ++a)
        for (std::size_t b = 0; b < own.size(); ++b)
          left += columns[a][i] * columns[b][i] * fit.correlation[own[a] * fit.names.size() + own[b]] *
                  numbers[own[a]].deviation * numbers[own[b]].deviation;
    }
  }
  return CompensatedFriction{std::sqrt(friction / samples), std::sqrt(std::max(left, 0.0) / samples)};
}

}  // namespace stiction
