// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string_view>

#include "stiction/identification/log.hpp"

/// Recordings from files, as measuring programs write them.
namespace stiction {

/// Reads a log by its extension: .mat, .json, anything else as a table of text. Throws InvalidInput that names file,
/// line and column of what is wrong, FileError for a file that cannot be read, MissingFeature for a MAT file without
/// libmatio.
///
/// Text: names in a line above the numbers, units in brackets behind them or in a line of their own; lines above that
/// (a preamble) are skipped. Empty cells and "nan" are gaps.
/// MAT: every vector is a column, single numbers are kept beside them; the longest length decides which vectors belong.
/// JSON: an object of lists of equal length, or a list of objects with numbers in them; either may lie in another
/// object.
Log read_log(const std::filesystem::path& file);

/// The same from text, for tables and JSON; `name` is what messages call it.
Log parse_table_log(std::string_view text, std::string_view name);
Log parse_json_log(std::string_view text, std::string_view name);

}  // namespace stiction
