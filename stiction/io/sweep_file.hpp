// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/ensemble/sweep.hpp"
#include "stiction/io/experiment_file.hpp"

namespace stiction {

/// An experiment file with a section [sweep], and [[measure]] sections or none.
///
///     [sweep]
///     method = "latin_hypercube"      # grid, random, sobol, latin_hypercube
///     count = 10000                   # of cases; a grid has those of its axes
///     seed = 7
///
///     [[sweep.over]]
///     path = "friction.static_force"
///     low = "1.2 N"                   # between two ends, evenly; spread = "logarithmic": by equal ratios
///     high = "2 N"
///
///     [[sweep.over]]
///     path = "plant.mass"
///     spread = "normal"               # or "log_normal"
///     centre = 1.0
///     deviation = 0.05
///
///     [[measure]]
///     key = "largest_speed"
///     what = "maximum"                # measure.hpp has the list
///     signal = "velocity"
///
///     [[sweep.band]]
///     signal = "position"             # kept at `points` times in every case: quantiles over time
///     points = 101
///
/// `values = [...]` gives the values of an axis one by one; `cases = "cases.csv"` in [sweep] takes all cases from a
/// file whose columns are named by paths.
struct SweepFile {
  ExperimentFile file;
  SweepPlan plan;
  std::filesystem::path cases_file{};  ///< where the cases come from, if from a file
};

/// Throws InvalidFile that names everything that is wrong, or FileError for a file that cannot be read. `settings` are
/// those of `--set`.
SweepFile read_sweep(const std::filesystem::path& file, const std::vector<std::string>& settings = {});
SweepFile parse_sweep(std::string_view text, const std::string& name, const std::filesystem::path& folder = {},
                      const std::vector<std::string>& settings = {});

/// Everything a study depends on, as the text of a file that gives the same study.
std::string sweep_text(const NamedExperiment& experiment, const SweepPlan& plan);

}  // namespace stiction
