// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/csv_writer.hpp"

namespace stiction {

/// Writes a trajectory in the format that the extension names: .csv, .json or .mat. "-" is CSV on standard output.
/// Throws InvalidInput for another extension, MissingFeature for one that this build cannot write, FileError when the
/// file cannot be written; then what was there before is still there.
void write_result(const std::filesystem::path& file, const Trajectory& trajectory, const Metadata& metadata);

}  // namespace stiction
