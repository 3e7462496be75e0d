// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/output_error.hpp"

/// Runs of an experiment from the inputs of its records.
namespace stiction {

/// One record, resolved once: a search only sets numbers.
struct ResolvedRecord {
  Resolved resolved;
  const OutputRecord* record;
};

std::vector<ResolvedRecord> resolve_records(const NamedExperiment& experiment, std::string_view signal,
                                            const std::vector<OutputRecord>& records);

/// Measured less simulated. A run that ended early has no answer after that. False: it ended early.
bool residual_of(const ResolvedRecord& r, const std::vector<double>& simulated, double* residual);

}  // namespace stiction
