// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/violation.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "tests/support/sample_struct.hpp"

namespace stiction::violation_test {
namespace {

using Sample = testing::Sample<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

// Nothing is wrong with the defaults.
TEST(Violations, AreEmptyWhereAllIsWell) {
  EXPECT_TRUE(violations(Sample{}).empty());
  EXPECT_NO_THROW(require_valid(Sample{}, "sample"));
}

// A number out of range: name, value with unit, and what is asked; no unit behind a pure number.
TEST(Violations, NameFieldValueUnitAndRequirement) {
  const auto stiffness = violations(Sample{.stiffness = -0.25});
  ASSERT_FALSE(stiffness.empty());
  EXPECT_EQ(stiffness[0].field, "stiffness");
  EXPECT_EQ(stiffness[0].text, "stiffness = -0.25 N/m must be finite and positive");
  const auto share = violations(Sample{.share = 1.5});
  ASSERT_EQ(share.size(), 1u);
  EXPECT_EQ(share[0].text, "share = 1.5 must lie in (0, 1]");
}

// In an array the place is named, counted from 0.
TEST(Violations, NameThePlaceInAnArray) {
  const auto broken = violations(Sample{.limit = {0, -2, nan}});
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_EQ(broken[0].field, "limit[1]");
  EXPECT_EQ(broken[0].text, "limit[1] = -2 N must be finite and not negative");
  EXPECT_EQ(broken[1].text, "limit[2] = nan N must be finite and not negative");
}

// A broken rule is quoted with the values it speaks of; no single field is to blame.
TEST(Violations, QuoteABrokenRuleWithItsValues) {
  const auto order = violations(Sample{.limit = {3, 2, 1}});
  ASSERT_EQ(order.size(), 1u);
  EXPECT_EQ(order[0].field, "");
  EXPECT_EQ(order[0].text, "limit ascending must hold, but limit[0] = 3 N, limit[1] = 2 N, limit[2] = 1 N");
  const auto relation = violations(Sample{.stiffness = 0.25});
  ASSERT_EQ(relation.size(), 1u);
  EXPECT_EQ(relation[0].text, "share < stiffness must hold, but stiffness = 0.25 N/m, share = 0.5");
}

// A rule about a number that is out of range anyway would be noise: -1 N/m is reported once, not twice.
TEST(Violations, LeaveOutRulesAboutNumbersOutOfRange) {
  const auto broken = violations(Sample{.stiffness = -1});
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].field, "stiffness");
}

// Everything that is wrong, in the order of the table, rules last.
TEST(Violations, ListEverythingAtOnce) {
  const auto broken = violations(Sample{.stiffness = infinity, .limit = {3, 2, 1}, .share = 0});
  ASSERT_EQ(broken.size(), 3u);
  EXPECT_EQ(broken[0].field, "stiffness");
  EXPECT_EQ(broken[1].field, "share");
  EXPECT_EQ(broken[2].field, "");
}

// A rule speaks of a field only by its whole name: "force" is not mentioned by "coulomb_force >= 2".
TEST(Mentions, AsksForWholeWords) {
  using detail::mentions;
  EXPECT_TRUE(mentions("static_force >= coulomb_force", "static_force"));
  EXPECT_TRUE(mentions("static_force >= coulomb_force", "coulomb_force"));
  EXPECT_FALSE(mentions("static_force >= coulomb_force", "force"));
  EXPECT_FALSE(mentions("static_force2 > 0", "static_force"));
  EXPECT_TRUE(mentions("xlimit < limit", "limit"));
  EXPECT_FALSE(mentions("", "limit"));
}

// One exception says who complains and all that is wrong; the list lets a form mark each field.
TEST(InvalidInput, JoinsAllViolationsInOneSentence) {
  try {
    require_valid(Sample{.stiffness = 0, .share = 2}, "sample");
    FAIL() << "nothing thrown";
  } catch (const InvalidInput& e) {
    EXPECT_STREQ(e.what(), "sample: stiffness = 0 N/m must be finite and positive; share = 2 must lie in (0, 1]");
    EXPECT_EQ(e.violations().size(), 2u);
  }
}

// is_valid and violations are two texts of one question: they agree on random structs.
TEST(IsValid, AgreesWithViolations) {
  std::mt19937_64 random(9);
  const double choices[] = {-1, 0, 0.25, 0.5, 1, 2, 3, 100, nan, infinity};
  std::discrete_distribution<std::size_t> pick({1, 1, 4, 8, 8, 8, 8, 8, 1, 1});
  int valid = 0;
  for (int i = 0; i < 20000; ++i) {
    Sample s;
    for_each_field(s, [&](const auto&, double& x, std::size_t) { x = choices[pick(random)]; });
    ASSERT_EQ(is_valid(s), violations(s).empty());
    valid += is_valid(s) ? 1 : 0;
  }
  EXPECT_GT(valid, 1000);
  EXPECT_LT(valid, 19000);
}

}  // namespace
}  // namespace stiction::violation_test
