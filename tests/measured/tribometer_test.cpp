// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "stiction/identification/identify.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// Fifty strokes of a reciprocating tribometer: presliding at two speeds, zero and 0.24 mm/s.
namespace stiction::tribometer_test {

ForceData strokes(const std::filesystem::path& file) {
  PreparationOptions options;
  options.from = 8, options.until = 207;
  ForceDataOptions how;
  how.inertia = false, how.held_out_from = 108;
  return ForceData(
      {prepared(read_log(file), parse_mapping("time=Time,position=Position,force=-Friction/Normal"), options)}, how);
}

const LawFit& fit_of(const Identification& found, std::string_view law) {
  for (const LawFit& fit : found.fits)
    if (fit.law == law) return fit;
  return found.fits.front();
}

// Errors on strokes that took no part in the fit, as attained independently.
TEST(Tribometer, RankingOnUnseenStrokes) {
  STICTION_NEEDS_DATA(file, "tribometer_reciprocating/test_data_2.txt");
  const ForceData data = strokes(file);
  const Identification found = identify(data, {"coulomb", "dahl", "maxwell_slip"}, {}, {.starts = 3});
  EXPECT_GT(fit_of(found, "coulomb").test_error, 50);
  EXPECT_LE(fit_of(found, "dahl").test_error, 11.7);
  EXPECT_LE(fit_of(found, "maxwell_slip").test_error, 5.1);
  EXPECT_EQ(found.best().law, "maxwell_slip") << found.sentence;
}

}  // namespace stiction::tribometer_test
