// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/experiment_file.hpp"

namespace stiction {

/// Adds to "unknown parameter ..." where the key belongs, if another section of this experiment knows it:
/// run.interval is output.interval.
void add_right_section(FileViolation& violation, const NamedExperiment& experiment);

}  // namespace stiction
