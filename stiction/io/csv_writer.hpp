// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "stiction/io/output_file.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction {

/// What a result file says about itself: "version", "seed", "experiment" (its resolved text, of many lines), ...
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// A trajectory as comma separated values:
///
///     # version: 0.1.0
///     # experiment: [plant]
///     #   kind = "mass_on_surface"
///     time [s],position [m],friction_force [N]
///     0,0,0.5
///     # event: 0.25 s, surface, reversal
///
/// A metadata text of many lines goes on with "#   ". Numbers are the shortest that read back as the same double;
/// events stand at the end. Programs that skip lines starting with '#' read the rest as it is.
void write_csv(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata);

/// The lines "# key: value" of other tables, and a word of a header: quoted where it must be.
std::string csv_metadata(const Metadata& metadata);
std::string csv_cell(const std::string& words);

}  // namespace stiction
