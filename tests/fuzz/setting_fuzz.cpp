// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as the text after --set, and as a unit: refused in words, or the number that was meant.
#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/setting.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  using namespace stiction;
  const std::string_view text = fuzz::text(bytes, size);
  if (const auto unit = parse_unit(text); unit && size < 100)  // a product of hundreds of units may underflow
    fuzz::require(unit->factor > 0, "a unit without a size");
  fuzz::require_readable("a" + printable(text));
  if (const auto number = read_number(text); number && std::isfinite(*number)) {
    std::string written;
    append_number(written, *number);
    fuzz::require(read_number(written) == number, "a number that does not read back");
  }
  NamedExperiment experiment;
  try {
    apply_setting(experiment, text);
    resolved(experiment);
  } catch (const InvalidInput& error) {
    fuzz::require_readable(printable(error.what()));
  }
  return 0;
}
