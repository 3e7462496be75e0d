// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/experiment_study.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Equilibrium, eigenvalues, cycle, certificates.
Json study_answer(const NamedExperiment& experiment, const ExperimentStudy& s);

}  // namespace stiction
