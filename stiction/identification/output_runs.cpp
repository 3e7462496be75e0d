// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_runs.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

std::vector<ResolvedRecord> resolve_records(const NamedExperiment& experiment, std::string_view signal,
                                            const std::vector<OutputRecord>& records) {
  std::vector<ResolvedRecord> all;
  for (const OutputRecord& record : records) {
    if (record.time.size() < 2 || record.time.size() != record.measured.size())
      throw InvalidInput(record.name, {{"", "needs as many measured values as times, two at least"}});
    NamedExperiment e = experiment;
    for (const auto& [path, value] : record.known) set_value(e, path, value);
    for (const auto& [name, s] : record.inputs) e.inputs.insert_or_assign(name, s);
    for (const auto& [name, s] : record.references) e.references.insert_or_assign(name, s);
    for (const auto& [name, value] : record.initial) e.plant.initial.insert_or_assign(name, value);
    e.run.start_time = record.time.front(), e.run.duration = record.time.back() - record.time.front();
    e.run.record.interval = e.run.duration / static_cast<double>(record.time.size() - 1);
    e.run.record.signals = {std::string(signal)};
    all.push_back({resolve(e), &record});
  }
  return all;
}

bool residual_of(const ResolvedRecord& r, const std::vector<double>& simulated, double* residual) {
  const std::size_t n = r.record->time.size();
  if (simulated.size() < n) return false;
  for (std::size_t i = 0; i < n; ++i) residual[i] = r.record->measured[i] - simulated[i];
  return true;
}

NamedSignal measured_signal(const std::vector<double>& time, const std::vector<double>& values, Between between) {
  NamedSignal::Term term{.kind = "lines"};
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (between == Between::held && i > 0 && values[i] != values[i - 1])
      term.points.emplace_back(time[i], values[i - 1]);
    term.points.emplace_back(time[i], values[i]);
  }
  return NamedSignal(std::vector<NamedSignal::Term>{std::move(term)});
}

OutputMisses output_misses(const std::vector<std::vector<double>>& residual, const std::vector<std::size_t>& from) {
  double squares = 0, count = 0, absolute = 0, records = 0;
  for (std::size_t k = 0; k < residual.size(); ++k) {
    double own = 0, samples = 0;
    for (std::size_t i = k < from.size() ? from[k] : 0; i < residual[k].size(); ++i)
      squares += residual[k][i] * residual[k][i], own += std::abs(residual[k][i]), ++samples;
    if (samples > 0) absolute += own / samples, ++records;
    count += samples;
  }
  return {std::sqrt(squares / std::max(count, 1.0)), absolute / std::max(records, 1.0)};
}

double output_error(const NamedExperiment& experiment, std::string_view signal,
                    const std::vector<OutputRecord>& records, std::vector<std::vector<double>>* residual,
                    const MeasuredChannel& channel) {
  std::vector<std::vector<double>> all;
  for (const ResolvedRecord& r : resolve_records(experiment, signal, records)) {
    std::vector<double> own(r.record->time.size());
    const Trajectory t = run_loop(r.resolved.start(), r.resolved.run);
    std::vector<double> shown = t[signal];
    if (!channel.is_ideal() && shown.size() > 1) channel.pass(shown, r.resolved.run.record.interval);
    if (!residual_of(r, shown, own.data()))
      throw InvalidInput(r.record->name, {{"", "the run ended early: " + t.result.reason}});
    all.push_back(std::move(own));
  }
  const double error = output_misses(all).root_mean_square;
  if (residual != nullptr) *residual = std::move(all);
  return error;
}

}  // namespace stiction
