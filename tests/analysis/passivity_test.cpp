// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/passivity.hpp"

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

// Property 4 with the corrected bound 4 sqrt(2e) F_C / sigma_1: bursts draw nothing at 0.9 of it, as the reference
// says.
TEST(Passivity, FadingDampingMeetsTheReference) {
  const auto known = [](const std::string& key) { return ReferenceTable::of("astrom2008_passivity").at(key).value; };
  LuGreFadingDamping::Parameters<double> p;
  p.damping_velocity = 0.9 * known("vc_bound_correct");
  EXPECT_EQ(certify_passivity<LuGreFadingDamping>(p).verdict, PassivityVerdict::passive);
  const MotionWork work = work_of<LuGreFadingDamping>(p, {}, 0.5, 20);
  EXPECT_NEAR(work.after_cycle.back() / known("P3_sigma1(v)_vc=0.9bound/E_after_cycle20"), 1, 1e-6);
  EXPECT_NEAR(work.of_last_cycle() / known("P3_sigma1(v)_vc=0.9bound/E_last_cycle"), 1, 1e-6);
  p.damping_velocity = 0.99 * known("vc_bound_as_printed");
  EXPECT_LT(LuGreFadingDamping::passivity_margin(p), 0);  // the printed bound is too large
}

// Along the path Bliman and Sorine's law is f_1/(1 + eta eps p) - f_2/(1 + eps p): positive real iff f_1 >= max(1,
// eta^2) f_2, for random parameters.
TEST(Passivity, BlimanSorineIsPositiveRealAlongThePathAsItsConditionSays) {
  RandomCases cases(51);
  int passive = 0;
  for (int n = 0; n < 300; ++n) {
    BlimanSorine::Parameters<double> p;
    p.fast_force = cases.log_uniform(0.3, 3), p.slow_force = cases.log_uniform(0.3, 3);
    p.length_ratio = cases.log_uniform(0.1, 2), p.slow_length = cases.log_uniform(1e-6, 1e-2);
    const TransferFunction h = path_transfer_function<BlimanSorine>(p);
    EXPECT_NEAR(h.dc_gain(), p.fast_force - p.slow_force, 1e-12);
    const double margin = BlimanSorine::passivity_margin(p);
    EXPECT_EQ(positive_real(h).positive_real, margin >= 0) << "case " << n << ": margin " << margin;
    passive += margin >= 0 ? 1 : 0;
  }
  EXPECT_GT(passive, 30);
  EXPECT_LT(passive, 270);
}

// The form that goes by their name in CanudasDeWit1995: Re H < 0 above omega, and a vibration draws energy. Reversals
// every pi / (2 omega) give 0.2526 F_C per metre; the motion found gives at least that in a cycle as long.
TEST(Passivity, TheDampedFormGivesEnergyToAVibration) {
  const BlimanSorineDamped::Parameters<double> p;
  const PositiveRealReport along_path = positive_real(path_transfer_function<BlimanSorineDamped>(p));
  ASSERT_EQ(along_path.negative.size(), 1U);
  EXPECT_NEAR(along_path.negative[0].from, p.path_frequency, 1e-6);
  const double quarter = 0.5 * std::numbers::pi / p.path_frequency;
  const TwoSpeedMotion vibration{-0.1, 0.1, quarter / 0.1, quarter / 0.1};
  const double mean = ReferenceTable::of("bliman_sorine/form1995_zeta=0.2155_omega=1e4")
                          .at("mean_F*sgn(v)_for_reversals_every_0.5*pi/omega")
                          .value;
  const double per_way = work_of<BlimanSorineDamped>(p, vibration, 0.01, 40).of_last_cycle() / (2 * quarter);
  EXPECT_NEAR(per_way, mean, 1e-6);
  const auto found = extract_energy<BlimanSorineDamped>(p);
  ASSERT_TRUE(found.has_value());
  EXPECT_LT(found->motion.first_speed * found->motion.second_speed, 0);
  EXPECT_GE(found->joules_per_cycle, 2 * quarter * 0.2526);
}

}  // namespace
}  // namespace stiction::testing
