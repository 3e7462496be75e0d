// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a recording, in text and in JSON: they are refused in words, or become columns of one length.
#include "stiction/io/log_reader.hpp"
#include "stiction/schema/violation.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

template <class Read>
void read_as(const Read& read, std::string_view text) {
  try {
    const stiction::Log log = read(text, "fuzz");
    for (const stiction::LogColumn& column : log.columns)
      stiction::fuzz::require(column.values.size() == log.columns[0].values.size(), "columns of different lengths");
  } catch (const stiction::InvalidInput& error) {
    stiction::fuzz::require_readable(error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = stiction::fuzz::text(bytes, size);
  read_as(stiction::parse_table_log, text);
  read_as(stiction::parse_json_log, text);
  return 0;
}
