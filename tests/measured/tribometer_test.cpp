// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

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

// Elastoplastic friction does as well with one spring; two speeds, one of them zero, say nothing about its Stribeck
// curve.
TEST(Tribometer, ElastoPlasticWithoutAStribeckCurve) {
  STICTION_NEEDS_DATA(file, "tribometer_reciprocating/test_data_2.txt");
  const ForceData data = strokes(file);
  // The twelve searches of `identify` find this minimum in a minute; here one begins near it.
  ParameterWishes wishes;
  wishes.start = {
      {"coulomb_force", 0.3}, {"static_force", 1.2}, {"stribeck_velocity", 2e-4}, {"breakaway_ratio", 0.95}};
  const LawFit fit = fit_law(data, "elasto_plastic", wishes, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_LE(fit.test_error, 5.1);
  for (const EstimatedNumber& n : certainty_of(data, fit, false).numbers)
    if (n.name == "stribeck_velocity" || n.name == "static_force" || n.name == "viscous_damping") {
      EXPECT_EQ(n.verdict, Identified::no) << n.name;
    }
}

}  // namespace stiction::tribometer_test
