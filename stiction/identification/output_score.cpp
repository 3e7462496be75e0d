// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_score.hpp"

#include "stiction/identification/output_record.hpp"

namespace stiction {

ScoredOutputFit fit_and_score(const NamedExperiment& experiment, OutputErrorData data,
                              const std::vector<FittedNumber>& numbers, const FitOptions& options) {
  const double held_out = data.tests.empty() ? data.held_out : 0;
  ScoredOutputFit made;
  const Resolved shown = resolve(experiment);
  made.score.signal = data.signal;
  made.score.unit = shown.loop->signals()[shown.loop->find_signal(data.signal)].unit;
  made.records = std::move(data.records);
  std::vector<OutputRecord> parts;
  for (const OutputRecord& record : made.records) {
    parts.push_back(first_part(record, 1 - held_out));
    made.fitted.push_back(parts.back().time.size());
  }
  const auto first_test = static_cast<std::ptrdiff_t>(made.records.size());
  made.records.insert(made.records.end(), data.tests.begin(), data.tests.end());
  made.fitted.resize(made.records.size(), 0);
  made.fit = fit_output_error(experiment, data.signal, parts, numbers, options);
  if (!made.fit.found()) return made;
  made.score.fitted = output_misses(made.fit.residual);
  output_error(made.fit.experiment, data.signal, made.records, &made.residual, made.fit.channel);
  if (!data.tests.empty())
    made.score.held_out = output_misses({made.residual.begin() + first_test, made.residual.end()});
  else if (held_out > 0)
    made.score.held_out = output_misses(made.residual, made.fitted);
  return made;
}

}  // namespace stiction
