// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/reference_table.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// A value with digits and one that is zero; comments and empty lines hold nothing.
TEST(ReferenceTable, ReadsBothKindsOfRows) {
  const ReferenceTable table = parse_reference_table("# comment\n\na\tx\t-2.5e3\t12\na\ty/z\t0\tzero:3e-9\nb\tx\t1\t6");
  ASSERT_EQ(table.size(), 2U);
  EXPECT_EQ(table.at("a").at("x").value, -2500);
  EXPECT_NEAR(table.at("a").at("x").confirmed, 1e-12, 1e-24);
  EXPECT_EQ(table.at("a").at("y/z").zero_within, 3e-9);
  EXPECT_EQ(table.at("a").at("y/z").confirmed, 0);
  EXPECT_EQ(table.at("b").at("x").value, 1);
}

// A column too few, a word for a number and missing digits are each named by their line; no row is dropped silently.
TEST(ReferenceTable, NamesEveryLineThatIsWrong) {
  try {
    parse_reference_table("a\tx\t1\na\tx\tone\t3\na\tx\t1\t3\na\tx\t1\tzero:\n");
    FAIL();
  } catch (const InvalidInput& error) {
    ASSERT_EQ(error.violations().size(), 3U);
    EXPECT_EQ(error.violations()[0].field, "line 1");
    EXPECT_EQ(error.violations()[1].field, "line 2");
    EXPECT_EQ(error.violations()[2].field, "line 4");
  }
}

// Names are "experiment:key"; an unknown one has no number.
TEST(ReferenceTable, FindsWhatIsBuiltIn) {
  ASSERT_TRUE(find_reference("lugre1995_fig6_stickslip:period"));
  EXPECT_EQ(find_reference("lugre1995_fig6_stickslip:period")->value, 6.36271982106582);
  EXPECT_FALSE(find_reference("lugre1995_fig6_stickslip:periode"));
  EXPECT_FALSE(find_reference("nowhere:period"));
  EXPECT_FALSE(find_reference("period"));
}

}  // namespace
}  // namespace stiction
