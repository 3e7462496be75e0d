// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/cure_comparison.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Cures with their scores, best first.
Json comparison_answer(const NamedExperiment& experiment, const CureComparison& all);

}  // namespace stiction
