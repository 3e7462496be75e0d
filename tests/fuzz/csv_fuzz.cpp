// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a CSV file: they are refused in words, or become columns of one length, finite and with rising times.
#include <cmath>

#include "stiction/io/csv_reader.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  using namespace stiction;
  try {
    const CsvTable table = parse_csv(fuzz::text(bytes, size), "fuzz.csv");
    fuzz::require(table.columns.size() >= 2, "fewer columns than asked for");
    fuzz::require(table.names.size() == table.columns.size() && table.units.size() == table.columns.size(), "names");
    for (const std::vector<double>& column : table.columns) {
      fuzz::require(!column.empty() && column.size() == table.columns[0].size(), "columns of different lengths");
      for (const double x : column) fuzz::require(std::isfinite(x), "a number that is not finite");
    }
    for (std::size_t i = 1; i < table.columns[0].size(); ++i)
      fuzz::require(table.columns[0][i] > table.columns[0][i - 1], "times that do not rise");
  } catch (const InvalidInput& error) {
    fuzz::require_readable(error.what());
  }
  return 0;
}
