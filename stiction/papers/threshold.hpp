// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/measure.hpp"

namespace stiction {

/// The number at the path `x` of an experiment, between `from` and `until`, at which its run begins or ceases to cross
/// `level` with a signal, `direction` up, down or both: `what = "threshold"`. By bisection, one run a step.
MeasuredValue threshold(const NamedExperiment& experiment, const Measure& measure);

}  // namespace stiction
