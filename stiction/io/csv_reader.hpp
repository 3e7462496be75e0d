// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/io/csv_writer.hpp"

namespace stiction {

/// Columns of numbers, the first of them usually time.
struct CsvTable {
  std::vector<std::string> names;  ///< from the header; "column 1", ... without one
  std::vector<std::string> units;  ///< from "time [s]" or "time (s)"; empty where none is given
  std::vector<std::vector<double>> columns;
  Metadata metadata;  ///< from lines "# key: value" above the numbers
};

/// What a table must hold to; an input signal needs all of it.
struct CsvRules {
  bool time_increases = true;      ///< the first column grows from line to line
  bool time_may_repeat = false;    ///< but may stand still: results have two samples at an event
  bool numbers_are_finite = true;  ///< no nan, inf or empty cell (which is read as nan)
  std::size_t least_columns = 2;
};

/// Reads a table with or without a header. Commas, semicolons or tabs separate cells; decimal commas are understood
/// between semicolons and tabs. Lines starting with '#' or '%' and empty lines are skipped, a byte order mark and CRLF
/// are harmless. Throws InvalidInput that names file and line of what is wrong, the first ten at once.
CsvTable read_csv(const std::filesystem::path& file, const CsvRules& rules = {});

/// The same from text; `name` is what messages call it.
CsvTable parse_csv(std::string_view text, std::string_view name, const CsvRules& rules = {});

}  // namespace stiction
