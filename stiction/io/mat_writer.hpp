// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/csv_writer.hpp"

namespace stiction {

/// A trajectory as a MAT-file of version 5, or 7.3 where a signal is larger than 2 GB: column vectors `time` and one
/// per signal, with names that MATLAB takes; structs `units` and `signal_names` with the same fields, `metadata`,
/// `result`, and `events` with time, contact and what.
///
/// Needs libmatio; a build without it throws MissingFeature. Cannot write to standard output.
void write_mat(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata);

/// Whether this build can.
bool can_write_mat();

}  // namespace stiction
