// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/prefixed.hpp"

#include <gtest/gtest.h>

#include "stiction/schema/named_values.hpp"
#include "tests/support/sample_struct.hpp"

namespace stiction {
namespace {

using testing::Sample;

struct Left {
  static constexpr std::string_view prefix = "left_", mark = "^{l}";
};
using LeftSample = Prefixed<Sample<double>, Left>;

// Names get the prefix, symbols the mark; unit, range, sentence and role stay.
TEST(Prefixed, RenamesRowsAndKeepsTheRest) {
  constexpr auto rows = LeftSample::fields();
  EXPECT_EQ(rows.row<0>().name, "left_stiffness");
  EXPECT_EQ(rows.row<0>().symbol, "k^{l}");
  EXPECT_EQ(rows.row<0>().unit, "N/m");
  EXPECT_EQ(rows.row<1>().name, "left_limit");
  EXPECT_EQ(rows.row<1>().role, Role::force_level);
  EXPECT_EQ(rows.row<1>().doc, "Slip limits.");
  EXPECT_EQ(rows.row<2>().range.high, 1.0);
  EXPECT_EQ(field_count<LeftSample>, 5u);
}

// Rules speak of the new names and judge the same numbers.
TEST(Prefixed, RenamesFieldsInsideRules) {
  LeftSample s;
  s.stiffness = 0.25;
  const auto broken = violations(s);
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].text, "left_share < left_stiffness must hold, but left_stiffness = 0.25 N/m, left_share = 0.5");
}

// Only whole words that are field names change: "limit" does, "limits" and "unlimited" do not.
TEST(Prefixed, ChangesWholeWordsOnly) {
  const auto renamed = detail::prefix_field_names<Sample<double>, 100>("limit < limits, unlimited; (share)", "a_");
  EXPECT_EQ(renamed.view(), "a_limit < limits, unlimited; (a_share)");
}

// Numbers are reached by the new names, and only by them.
TEST(Prefixed, IsFilledByTheNewNames) {
  const auto s = with_values(LeftSample{}, {{"left_stiffness", 7.0}}, "pair");
  EXPECT_EQ(s.stiffness, 7.0);
  EXPECT_THROW(with_values(LeftSample{}, {{"stiffness", 7.0}}, "pair"), InvalidInput);
}

struct NoRules {
  double x = 0;
  static constexpr auto fields() { return Table{Field{&NoRules::x, "x", "x", "m", any_finite, "Way."}}; }
};

// A struct without rules has none under another name either.
TEST(Prefixed, WorksWithoutRules) {
  for_each_rule<Prefixed<NoRules, Left>>([](const auto&) { ADD_FAILURE(); });
  EXPECT_EQ((Prefixed<NoRules, Left>::fields().row<0>().name), "left_x");
}

}  // namespace
}  // namespace stiction
