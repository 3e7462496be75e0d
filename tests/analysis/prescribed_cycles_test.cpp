// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/prescribed_cycles.hpp"

#include "stiction/models/dahl.hpp"
#include "stiction/models/lugre.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::prescribed_cycles_test {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Dahl, exponent 1: the loop of x_a sin encloses 4 F_C x_a - 4 F_C^2/sigma_0 tanh(sigma_0 x_a / F_C) at any rate.
TEST(PrescribedCycles, DahlsLoopIsRateIndependent) {
  Dahl::Parameters<double> p;
  p.coulomb_force = 1, p.stiffness = 1e5, p.shape_exponent = 1;
  for (const double w : {2 * two_pi, 4 * two_pi}) {
    const ForcedCycle cycle = forced_cycle<Dahl>(p, 2e-5 * w, w, 0, 8);
    const double area = measure_loop(cycle.displacement, cycle.force).area;
    EXPECT_NEAR(area / (8e-5 - 4e-5 * std::tanh(2)), 1, 1e-5);
  }
  EXPECT_LT(rate_dependence<Dahl>(p, 2e-5, {1.0, 10.0, 300.0}), 1e-7);
}

// LuGre's loop at 1 Hz and 6 Hz, and that it depends on the rate.
TEST(PrescribedCycles, LuGresLoopDependsOnTheRate) {
  const auto& table = ReferenceTable::of("astrom2008_fig9_10_rate");
  for (const double hz : {1.0, 6.0}) {
    const ForcedCycle cycle = forced_cycle<LuGre>({}, 1e-4 * two_pi * hz, two_pi * hz);
    const double area = measure_loop(cycle.displacement, cycle.force).area;
    EXPECT_NEAR(area / table.at("lugre_xa=1e-4_" + number_text(hz) + "Hz/loop_area").value, 1, 1e-5);
  }
  EXPECT_GT(rate_dependence<LuGre>({}, 1e-4, {two_pi, 6 * two_pi}), 0.1);
}

// Fig. 3 of CanudasDeWit1995: area and height of the loop in (v, F). The lag behind the steady curve is, for slow
// variation, the time g/(sigma_0 v) over which bristles forget, less sigma_1/sigma_0 that their damping leads.
TEST(FrictionalLag, MeetsTheReference) {
  const auto& table = ReferenceTable::of("lugre1995_fig3_lag");
  for (const double w : {1.0, 25.0}) {
    const FrictionalLag lag = frictional_lag<LuGre>({}, 1e-3, 0.5e-3, w);
    const std::string name = "w" + number_text(w) + "/";
    EXPECT_NEAR(lag.loop.area / table.at(name + "loop_area_F_dv").value, 1, 1e-5);
    EXPECT_NEAR(lag.loop.height / table.at(name + "width_at_v0").value, 1, 1e-4);
    EXPECT_GT(lag.time_shift, 0);
  }
  // A small variation about v_0 = v_s: first order in everything.
  const LuGre::Parameters<double> p;
  const double v = 1e-3, forgetting = StribeckCurve::level<double>(p, contact(v)) / (p.bristle_stiffness * v);
  const double expected = forgetting - p.bristle_damping / p.bristle_stiffness;
  EXPECT_NEAR(frictional_lag<LuGre>(p, v, 1e-3 * v, 0.3).time_shift / expected, 1, 0.02);
  EXPECT_THROW(frictional_lag<LuGre>(p, 1e-3, 2e-3, 1), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing::prescribed_cycles_test
