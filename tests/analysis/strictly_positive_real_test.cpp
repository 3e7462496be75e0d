// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/strictly_positive_real.hpp"

#include "stiction/models/lugre.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::strictly_positive_real_test {
namespace {

const BristleFilter table1 = bristle_filter<LuGre>({});

double known(const std::string& experiment, const std::string& key) {
  const auto& table = ReferenceTable::of(experiment);
  EXPECT_EQ(table.count(key), 1U) << key;
  return table.at(key).value;
}

// The filter of the law's own text is that of Table I.
TEST(BristleFilter, IsThatOfTheLaw) {
  EXPECT_EQ(table1.stiffness, 1e5);
  EXPECT_DOUBLE_EQ(table1.damping, std::sqrt(1e5));
}

// Theorem 1 with PD control and Table I: SPR for K_v > m sigma_0 / sigma_1 = 316.2278 only, and the limit of w^2 Re G.
TEST(PositionObserver, PdNeedsEnoughVelocityGain) {
  const std::string e = "lugre1995_thm1_spr";
  const double threshold = known(e, "Kv_min_for_SPR=m*sigma0/sigma1");
  for (const double factor : {0.5, 1 - 1e-9, 1 + 1e-9, 2.0}) {
    const auto c = certify_observer(ObservedError::position, table1, 1, LoopGains{factor * threshold, 4e4});
    EXPECT_EQ(c.report.strictly_positive_real, factor > 1) << factor;
    EXPECT_NEAR(c.smallest_velocity_gain.value(), threshold, 1e-12 * threshold);
  }
  const auto good = certify_observer(ObservedError::position, table1, 1, LoopGains{400, 4e4});
  EXPECT_NEAR(good.report.high_frequency_limit, known(e, "SPR/ReG_numerator_w2_coeff=sigma1*Kv-m*sigma0"), 1e-9);
  const auto bad = certify_observer(ObservedError::position, table1, 1, LoopGains{20, 100});
  EXPECT_NEAR(bad.report.lowest_real_part.value / known(e, "nonSPR/min_ReG_on_grid"), 1, 1e-7);
  // Re G = 0 at w^2 = sigma_0 K_p / (m sigma_0 - sigma_1 K_v), and negative above.
  ASSERT_EQ(bad.report.negative.size(), 1U);
  EXPECT_NEAR(bad.report.negative[0].from,
              std::sqrt(1e7 / -known(e, "nonSPR/ReG_numerator_w2_coeff=sigma1*Kv-m*sigma0")), 1e-9);
  EXPECT_TRUE(std::isinf(bad.report.negative[0].to));
}

// Theorem 1 excludes integral action for any gains, and the report says why.
TEST(PositionObserver, IntegralActionIsNeverStrictlyPositiveReal) {
  for (const double ki : {1e-6, 1.0, 1e6}) {
    const auto c = certify_observer(ObservedError::position, table1, 1, LoopGains{1e4, 1e6, ki});
    EXPECT_FALSE(c.report.strictly_positive_real);
    EXPECT_EQ(c.from_friction_error.dc_gain(), 0);
    EXPECT_NE(c.sentence.find("integral action"), std::string::npos) << c.sentence;
    EXPECT_FALSE(c.smallest_velocity_gain.has_value());
  }
}

// Degenerate gains are answered in words, wrong ones refused.
TEST(PositionObserver, DegenerateLoopsAreAnsweredInWords) {
  const auto says = [](const LoopGains& gains, const BristleFilter& b, const std::string& words) {
    const auto c = certify_observer(ObservedError::position, b, 1, gains);
    EXPECT_FALSE(c.report.strictly_positive_real);
    EXPECT_NE(c.sentence.find(words), std::string::npos) << c.sentence;
  };
  says({0, 0, 0}, table1, "no feedback");
  says({400, 0, 0}, table1, "nothing leads back");
  says({400, 4e4, 0}, {1e5, 0}, "without bristle damping");
  const auto twice = certify_observer(ObservedError::position, table1, 1, TransferFunction(Polynomial({1, 1, 1}), 1));
  EXPECT_NE(twice.sentence.find("improper"), std::string::npos) << twice.sentence;
  EXPECT_THROW(certify_observer(ObservedError::position, table1, -1, LoopGains{400, 4e4}), InvalidInput);
  EXPECT_THROW(certify_observer(ObservedError::position, table1, 1, LoopGains{-400, 4e4}), InvalidInput);
}

// Theorem 2: a constant gain always passes, with Re G -> sigma_1 / m; PI is positive real only; a filter fails between
// two frequencies, at worst as the reference says.
TEST(VelocityObserver, FollowsTheReference) {
  const std::string e = "lugre1995_thm2_spr";
  for (const double kp : {1e-3, 20.0, 1e5})
    EXPECT_TRUE(certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, kp}).report.strictly_positive_real);
  const auto constant = certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, 20});
  EXPECT_DOUBLE_EQ(constant.report.lowest_real_part.value, table1.damping);
  EXPECT_TRUE(std::isinf(constant.report.lowest_real_part.at));

  // PI: sigma_0 K_p >= sigma_1 K_i decides.
  const double border = 20 * table1.stiffness / table1.damping;
  EXPECT_TRUE(
      certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, 20, 0.99 * border}).report.positive_real);
  EXPECT_FALSE(
      certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, 20, 1.01 * border}).report.positive_real);
  EXPECT_FALSE(
      certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, 20, 100}).report.strictly_positive_real);

  const auto filtered =
      certify_observer(ObservedError::velocity, table1, 1, TransferFunction(8000, Polynomial({400, 28, 1})));
  EXPECT_TRUE(filtered.report.stable);
  EXPECT_FALSE(filtered.report.positive_real);
  EXPECT_NEAR(filtered.report.lowest_real_part.value / known(e, "nonSPR_H=8000/(s^2+28s+400)/min_ReG_on_grid"), 1,
              1e-7);
  EXPECT_NEAR(filtered.report.lowest_real_part.at / known(e, "nonSPR_H=8000/(s^2+28s+400)/omega_of_min"), 1, 1e-4);
}

// Sampled: a position observer never passes, a velocity observer while the sample time is short enough; the border of
// G = (s1 s + s0)/(m s + Kp) held is where G_d(-1) = s1/m - (s0/Kp - s1/m) (1 - a)/(1 + a) vanishes, a = e^{-Kp T/m}.
TEST(SampledObserver, VelocityObserverHasALargestSampleTime) {
  const auto position = certify_observer(ObservedError::position, table1, 1, LoopGains{400, 4e4});
  EXPECT_FALSE(certify_sampled_observer(position, 1e-5).positive_real);
  const double kp = 20, direct = table1.damping, rest = table1.stiffness / kp - direct;
  const double share = direct / rest, decay = (1 - share) / (1 + share), border = -std::log(decay) / kp;
  const auto velocity = certify_observer(ObservedError::velocity, table1, 1, LoopGains{0, kp});
  EXPECT_TRUE(certify_sampled_observer(velocity, 0.999 * border).strictly_positive_real);
  EXPECT_FALSE(certify_sampled_observer(velocity, 1.001 * border).positive_real);
}

}  // namespace
}  // namespace stiction::testing::strictly_positive_real_test
