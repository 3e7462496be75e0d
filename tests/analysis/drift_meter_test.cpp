// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/drift_meter.hpp"

#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/preset.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::drift_meter_test {
namespace {

constexpr double bias = 0.065, offset_lugre = 0.0212, offset_elasto_plastic = 0.0459;  // [N.m]
const LuGre::Parameters<double> lugre = preset<LuGre>("dupont2002");
const ElastoPlastic::Parameters<double> elasto_plastic = preset<ElastoPlastic>("dupont2002");

double known(const std::string& key) { return ReferenceTable::of("dupont2002_fig7_8_drift").at(key).value; }

// Figs. 7 and 8: under 0.03 N.m at 1 Hz LuGre drifts by 8.975e-4 rad per cycle; from the second cycle on its past is
// forgotten.
TEST(DriftMeter, LuGreDriftsAsTheReferenceSays) {
  const Vibration v{.mass = 0.01, .bias = bias - offset_lugre, .amplitude = 0.03, .frequency = 1, .cycles = 10};
  const DriftReport r = measure_drift<LuGre>(lugre, v, {v.bias / lugre.bristle_stiffness});
  EXPECT_TRUE(r.drifts);
  EXPECT_NEAR(r.drift / known("lugre/drift_cycle10"), 1, 1e-6);
  EXPECT_EQ(r.no_drift_bound, 0);
  EXPECT_NE(r.sentence.find("no elastic range"), std::string::npos) << r.sentence;
}

// Elastoplastic friction does not drift at all inside its range, and does beyond it.
TEST(DriftMeter, ElastoPlasticDoesNotDriftWithinItsRange) {
  Vibration v{.mass = 0.01, .bias = bias - offset_elasto_plastic, .amplitude = 0.03, .frequency = 1, .cycles = 10};
  const StateOf<ElastoPlastic> start{v.bias / elasto_plastic.bristle_stiffness};
  const DriftReport inside = measure_drift<ElastoPlastic>(elasto_plastic, v, start);
  EXPECT_FALSE(inside.drifts);
  EXPECT_LT(std::abs(inside.drift), 1e-13);
  const double bound = inside.no_drift_bound + offset_elasto_plastic;
  EXPECT_NEAR(bound, 0.19343802, 1e-8);  // (z_ba / z_ss) f_C + f_DC

  v.frequency = 0.05, v.cycles = 5;
  for (const std::string peak : {"0.1934", "0.2100"}) {
    v.amplitude = std::stod(peak) - bias;
    const DriftReport r = measure_drift<ElastoPlastic>(elasto_plastic, v, start);
    EXPECT_EQ(r.drifts, std::stod(peak) > bound) << r.sentence;
    EXPECT_NEAR(r.drift, known("elastoplastic/slow20s_peak" + peak + "/drift_cycle5"), 1e-10);
  }
  v.cycles = 1;
  EXPECT_THROW(measure_drift<ElastoPlastic>(elasto_plastic, v), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing::drift_meter_test
