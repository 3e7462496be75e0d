// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/ensemble/sobol_indices.hpp"
#include "stiction/ensemble/tolerances.hpp"
#include "stiction/io/csv_writer.hpp"
#include "stiction/io/sweep_store.hpp"

namespace stiction {

/// Writes what a store holds as one table, chunk by chunk, so that it may be larger than memory: .csv, or .mat in
/// version 7.3, which is HDF5 with a dataset for each column. The study and the version stand inside. A table of a
/// study that is not finished has the cases there are.
///
/// Throws InvalidInput for another extension, MissingFeature where this build has no libmatio, FileError when the file
/// cannot be written; then what was there before is still there.
void write_sweep_table(const std::filesystem::path& file, const std::vector<SweepColumn>& columns,
                       const SweepStore& store, const Metadata& metadata);
/// True for the finished table of this very study, by this version.
bool is_sweep_table(const std::filesystem::path& file, const Metadata& metadata, std::uint64_t cases);
/// Throws as above, before anything is computed.
void require_sweep_format(const std::filesystem::path& file);

/// "finished", "step_too_small", "not_allowed".
std::string_view case_status_word(double status);

/// Of a column over all finished cases; not a number where it has none.
struct ColumnSummary {
  std::uint64_t count = 0;  ///< of cases that have a number
  double mean = 0, deviation = 0, smallest = 0, largest = 0;
  double quantile[5] = {};  ///< 5, 25, 50, 75 and 95 %
};
/// Cases with the same status.
struct UnfinishedCases {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> first{};  ///< the first few of them
};
struct SweepSummary {
  std::uint64_t cases = 0, finished = 0;
  std::map<std::string, UnfinishedCases> unfinished{};  ///< by status
  std::vector<ColumnSummary> columns{};
};
/// Rows of cases, chunk by chunk in the order of the cases: calls visit(first case, rows).
using SweepRows = std::function<void(const std::function<void(std::uint64_t, std::span<const double>)>& visit)>;
/// The same for any number of workers: rows are asked for again and again, three times for thousands
/// of cases and five for 10^9, and memory does not grow with them.
SweepSummary summarised(const std::vector<SweepColumn>& columns, const SweepRows& all);
/// What the spread of each measurement comes from: to first order, where axes are spread, and with everything they do
/// together, in a study by `SweepMethod::sobol_indices`. Empty where there is no such thing, and when it was
/// interrupted.
struct SweepSpread {
  std::vector<FirstOrderSpread> first_order{};
  std::vector<VarianceFractions> indices{};
};
SweepSpread spread_of(const NamedExperiment& experiment, const Sweep& sweep, const SweepRows& all,
                      const std::function<bool()>& interrupt = {});

}  // namespace stiction
