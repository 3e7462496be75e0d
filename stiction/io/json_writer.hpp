// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/csv_writer.hpp"

namespace stiction {

/// Grows when a reader of older files would misread a newer one; new keys alone do not change it.
inline constexpr int json_format = 1;

/// A trajectory as JSON:
///
///     {"stiction": "0.1.0", "format": 1,
///      "metadata": {"seed": "1", ...},
///      "result": {"finished": true, "status": "finished", "reason": "", "time": 10,
///                 "accepted_steps": 120, "rejected_steps": 3, "events": 8},
///      "time": {"unit": "s", "values": [0, ...]},
///      "signals": [{"name": "position", "unit": "m", "values": [0, ...]}, ...],
///      "events": [{"time": 0.25, "contact": "surface", "what": "reversal"}, ...]}
///
/// "stiction" is the metadata's "version". JSON has no nan and no infinity: both are null. Text that is no UTF-8 has
/// its bad bytes replaced.
void write_json(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata);

/// "finished", "step_limit", ...: the names of SolveStatus in files.
std::string_view status_name(SolveStatus status);

}  // namespace stiction
